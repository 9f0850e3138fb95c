package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;

/** What every store must fulfil after a migration. */
final class StoreChecks {
  private StoreChecks() {}

  /** Fails if an index or a counter is not what the rows require. */
  static void assertClean(Store store) {
    StoreCheck.Result check =
        store
            .check(new StoreCheck.Options(false, false, Duration.ZERO, 10))
            .run(finding -> {}, looked -> {});
    assertThat(check.isClean()).as("%s", check).isTrue();
  }
}
