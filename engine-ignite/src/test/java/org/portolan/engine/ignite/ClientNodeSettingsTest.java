package org.portolan.engine.ignite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.ignite.spi.communication.tcp.TcpCommunicationSpi;
import org.junit.jupiter.api.Test;

class ClientNodeSettingsTest {

  /** Buffers of Ignite's default size make large values slow. */
  @Test
  void socketBuffers_areChosenByTheSystem() {
    var found = new Discovery(List.of("127.0.0.1:1"), false);
    var settings = ClientNodeSettings.of(IgniteUri.parse("ignite://127.0.0.1:1/store"), found);
    var communication = (TcpCommunicationSpi) settings.getCommunicationSpi();
    assertThat(communication.getSocketReceiveBuffer()).isZero();
    assertThat(communication.getSocketSendBuffer()).isZero();
  }
}
