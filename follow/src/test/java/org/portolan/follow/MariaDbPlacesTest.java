package org.portolan.follow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How the numbers of transactions in a place of MariaDB's log are read. */
class MariaDbPlacesTest {
  @Test
  void transactions_ofSeveralDomainsAndServers_areTheGreatestOfEachDomain() {
    assertThat(MariaDbLog.transactions(Optional.of("0-1-55,2-1-7, 0-2-56")))
        .isEqualTo(Map.of(0L, 56L, 2L, 7L));
    assertThat(MariaDbLog.transactions(Optional.of(""))).isEmpty();
    assertThat(MariaDbLog.transactions(Optional.empty())).isEmpty();
  }
}
