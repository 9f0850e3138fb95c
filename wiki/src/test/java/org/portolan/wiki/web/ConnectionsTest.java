package org.portolan.wiki.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ConnectionsTest {
  private final AtomicLong now = new AtomicLong();
  private final Connections connections = new Connections(opened -> {}, now::get);

  private int entered(String client, int attempts) {
    int entered = 0;
    for (int attempt = 0; attempt < attempts; attempt++) {
      entered += connections.enter(client) ? 1 : 0;
    }
    return entered;
  }

  @Test
  void enter_beyondTheConnectionsOfAClient_isRefusedUntilOneIsClosed() {
    assertThat(entered("a", Connections.OF_CLIENT_MAX + 10)).isEqualTo(Connections.OF_CLIENT_MAX);
    assertThat(entered("b", 1)).isEqualTo(1);
    now.addAndGet(TimeUnit.SECONDS.toNanos(10));
    assertThat(entered("a", 1)).isZero();
    connections.leave("a");
    assertThat(entered("a", 2)).isEqualTo(1);
  }

  @Test
  void enter_fasterThanTheRate_isRefusedThoughNoneIsOpen() {
    for (int opened = 0; opened < Connections.OF_CLIENT_MAX; opened++) {
      assertThat(connections.enter("a")).isTrue();
      connections.leave("a");
    }
    assertThat(connections.enter("a")).isFalse();
    now.addAndGet(TimeUnit.SECONDS.toNanos(1));
    int entered = 0;
    while (connections.enter("a")) {
      connections.leave("a");
      entered++;
    }

    assertThat(entered).isEqualTo(Connections.PER_SECOND_MAX);
  }
}
