package org.portolan.follow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.portolan.migrate.Verification.TableResult;

/** When a migration says that the application may switch to the store. */
class SwitchTest {
  private static TableResult result(long unfit, long missing, long surplus, long different) {
    return new TableResult("orders", 10, unfit, 10, 10, missing, surplus, different, 0);
  }

  @Test
  void equalTables_maySwitch() {
    assertThat(FollowedMigration.obstacle(List.of(result(0, 0, 0, 0)), false)).isEmpty();
  }

  @Test
  void rowsThatFitNoColumn_forbidTheSwitch_unlessRejectsAreAccepted() {
    List<TableResult> results = List.of(result(2, 0, 0, 0), result(0, 1, 0, 0));
    assertThat(FollowedMigration.obstacle(results, false))
        .contains(
            "1 table differs, and 2 rows do not fit the design; 3 rows are absent, which"
                + " --accept-rejects admits");
    assertThat(FollowedMigration.obstacle(results, true)).isEmpty();
  }

  @Test
  void surplusAndDifferentRows_forbidTheSwitch_always() {
    assertThat(FollowedMigration.obstacle(List.of(result(0, 1, 1, 0)), true))
        .contains("1 table differs");
    assertThat(FollowedMigration.obstacle(List.of(result(0, 0, 0, 3)), true))
        .contains("1 table differs");
  }
}
