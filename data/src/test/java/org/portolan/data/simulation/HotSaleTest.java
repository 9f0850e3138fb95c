package org.portolan.data.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.simulation.HotSale.Manner;
import org.portolan.data.simulation.HotSale.Plan;
import org.portolan.engine.simulated.SimulatedCluster.Kind;

/** Writes of one process that are committed together, in virtual time. */
class HotSaleTest {
  private static final int SEEDS = Integer.getInteger("portolan.sale.seeds", 10);
  private static final int BUYERS = 8;

  @ParameterizedTest
  @EnumSource
  void sale_ofEnough_isMadeInGroups(Kind kind) {
    Plan plan = new Plan(kind, 1, BUYERS, Manner.PIECE_FIRST, 1_000, 0);
    long grouped = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      grouped += HotSale.run(plan, seed).groups().writes();
    }
    assertThat(grouped).isGreaterThan((long) SEEDS * plan.orders() / 2);
  }

  @ParameterizedTest
  @EnumSource
  void failureOfAMember_beforeItChangedAnything_spoilsNoOther(Kind kind) {
    Plan plan = new Plan(kind, 1, BUYERS, Manner.PIECE_FIRST, 30, 0);
    requireGroupsAndRefusals(plan);
  }

  @ParameterizedTest
  @EnumSource
  void failureOfAMember_afterItChangedARow_spoilsNoOther(Kind kind) {
    Plan plan = new Plan(kind, 1, BUYERS, Manner.ORDER_FIRST, 30, 0);
    requireGroupsAndRefusals(plan);
  }

  private static void requireGroupsAndRefusals(Plan plan) {
    long groups = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      HotSale sale = HotSale.run(plan, seed);
      groups += sale.groups().commits();
      assertThat(sale.refused()).isEqualTo(plan.orders() - plan.stock());
    }
    assertThat(groups).isGreaterThan(SEEDS);
  }

  @ParameterizedTest
  @EnumSource(names = {"STORE", "ROWS", "COLUMNS"})
  void sale_byTwoProcesses_isMadeInGroups(Kind kind) {
    Plan plan = new Plan(kind, 2, BUYERS, Manner.ORDER_FIRST, 60, 0);
    requireGroupsAndRefusals(plan);
  }

  /** An index does not show what other members of a group have changed. */
  @ParameterizedTest
  @EnumSource(names = {"STORE", "EMBEDDED"})
  void writesThatReadAnIndex_areInNoGroup(Kind kind) {
    for (Manner manner : new Manner[] {Manner.COUNTED, Manner.COUNTED_OUTSIDE}) {
      Plan plan = new Plan(kind, 1, BUYERS, manner, 30, 0);
      for (int seed = 1; seed <= SEEDS; seed++) {
        HotSale sale = HotSale.run(plan, seed);
        assertThat(sale.groups().commits()).isZero();
      }
    }
  }

  /** The kills are at moments so close that they meet each call of a group. */
  @ParameterizedTest
  @EnumSource(names = {"STORE", "ROWS", "COLUMNS"})
  void kill_ofAProcess_leavesEachWriteOfAGroupMadeOrNot(Kind kind) {
    long grouped = 0;
    int killed = 0;
    for (int moment = 1; moment <= SEEDS * 6; moment++) {
      long kill = Duration.ofMillis(20).plus(Duration.ofMillis(3).multipliedBy(moment)).toNanos();
      HotSale sale =
          HotSale.run(new Plan(kind, 2, BUYERS, Manner.PIECE_FIRST, 1_000, kill), moment % 7);
      grouped += sale.groups().writes();
      killed += sale.killed() ? 1 : 0;
    }
    assertThat(grouped).isPositive();
    assertThat(killed).isGreaterThan(SEEDS * 3);
  }
}
