package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;

/** What comes after a crash. */
final class Settling {
  private Settling() {}

  /** Does what an operator does after a crash: a check with repair, then a check that is clean. */
  static void assertSettled(Store store) {
    StoreCheck.Result repaired =
        store.check(StoreCheck.Options.REPAIR).run(finding -> {}, looked -> {});
    assertThat(repaired.isClean()).as(repaired.toString()).isTrue();
    List<String> left = new ArrayList<>();
    StoreCheck.Result again =
        store
            .check(StoreCheck.Options.REPORT)
            .run(finding -> left.add(finding.toString()), looked -> {});
    assertThat(left).isEmpty();
    assertThat(again.summary()).endsWith(" missing=0 dangling=0");
  }
}
