package org.portolan.wiki.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConnectionsTest {
  /** The pool asks for it when it is closed, and does not wait for its threads if it is 0. */
  @Test
  void loginTimeout_isThatOfThePool() {
    Connections connections = new Connections(JdbcUri.of("jdbc:h2:mem:connections"), true);
    connections.setLoginTimeout(10);
    assertThat(connections.getLoginTimeout()).isEqualTo(10);
  }
}
