package org.portolan.cluster.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.cluster.ClusterException;

class PortChooserTest {
  private static final List<String> HOST = List.of("127.0.0.1");

  @TempDir Path reservations;

  private static InetAddress loopback() throws IOException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  }

  @Test
  void choose_usualPortTaken_takesALaterOneThatIsFree() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, loopback())) {
      assertThat(PortChooser.isFree(taken.getLocalPort(), HOST)).isFalse();
    }
    int first = new PortChooser(reservations).choose(20_000, HOST);
    try (ServerSocket taken = new ServerSocket(first, 1, loopback())) {
      assertThat(taken.isBound()).isTrue();
      Files.delete(reservations.resolve(Integer.toString(first)));
      assertThat(new PortChooser(reservations).choose(first, HOST)).isGreaterThan(first);
    }
  }

  @Test
  void choose_portReservedByAnother_isNotGivenTwice() {
    int first = new PortChooser(reservations).choose(20_100, HOST);

    assertThat(new PortChooser(reservations).choose(first, HOST)).isGreaterThan(first);

    PortChooser.hold(reservations, List.of(first), List.of());
    assertThat(new PortChooser(reservations).choose(first, HOST)).isEqualTo(first);
  }

  @Test
  void choose_portOfADeadServerOfALivingCluster_isNotGiven() throws Exception {
    int first = new PortChooser(reservations).choose(20_500, HOST);
    Process other = new ProcessBuilder("sleep", "60").start();
    try {
      PortChooser.hold(reservations, List.of(first), List.of(ProcessIdentity.of(other.toHandle())));
      age(first);

      assertThat(new PortChooser(reservations).choose(first, HOST)).isGreaterThan(first);
    } finally {
      other.destroyForcibly().waitFor();
    }
    assertThat(new PortChooser(reservations).choose(first, HOST)).isEqualTo(first);
  }

  @Test
  void choose_reservationThatNobodyCanRead_isGiven() throws IOException {
    Files.writeString(reservations.resolve("20600"), "what is this");

    assertThat(new PortChooser(reservations).choose(20_600, HOST)).isEqualTo(20_600);
  }

  private void age(int port) throws IOException {
    Files.setLastModifiedTime(
        reservations.resolve(Integer.toString(port)),
        FileTime.from(Instant.now().minus(Duration.ofHours(1))));
  }

  @Test
  void choose_reservationLapsed_isGivenAgain() throws IOException {
    int first = new PortChooser(reservations).choose(20_200, HOST);
    age(first);

    assertThat(new PortChooser(reservations).choose(first, HOST)).isEqualTo(first);
  }

  @Test
  void choose_twice_givesTwoPorts() {
    PortChooser chooser = new PortChooser(reservations);

    assertThat(chooser.choose(20_300, HOST)).isNotEqualTo(chooser.choose(20_300, HOST));
  }

  @Test
  void choose_addressOfAnotherMachine_saysWhatToDo() {
    // From the block for documentation: this address belongs to no machine.
    List<String> foreign = List.of("192.0.2.1");

    assertThatThrownBy(() -> new PortChooser(reservations).choose(20_400, foreign))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("192.0.2.1 is not one of this machine");
  }
}
