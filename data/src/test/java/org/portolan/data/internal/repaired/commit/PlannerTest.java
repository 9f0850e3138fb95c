package org.portolan.data.internal.repaired.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.portolan.data.internal.repaired.Parts.NOW;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.FollowUp.Target;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.engine.Change;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

class PlannerTest {
  private static final RowKey NOTE = new RowKey("note", Tuple.of("N"));
  private static final RowKey OTHER = new RowKey("note", Tuple.of("other"));

  private final Parts rows = new Parts(true);
  private final Parts columns = new Parts(false);
  private final RowChange change = new RowChange(NOTE);

  private static CollectionSchema collection(Parts parts, String name) {
    return parts.schema.entity("note").collection(name);
  }

  private void addItem(RowKey row) {
    change.add(
        Mutation.of(
            row.table(),
            row.key(),
            new Change.PutItem(
                collection(rows, "history").family(), Tuple.of(1), List.of("Anna"))));
  }

  private RowPlan plan(Parts parts, FollowUp... carried) {
    return new Planner(parts.store, NOW, parts.runtime.stopwatch())
        .plan(change, WriteState.NONE, List.of(carried));
  }

  private static List<Target> targets(List<FollowUp> followUps) {
    return followUps.stream().map(FollowUp::target).toList();
  }

  @Test
  void plan_itemInTheRow_changesWithItWhereRowsAreAtomic() {
    addItem(NOTE);

    RowPlan together = plan(rows);
    assertThat(together.content()).hasSize(1);
    assertThat(together.content().get(0).version()).isEqualTo(together.after().version());
    assertThat(together.outbox().isEmpty()).isTrue();
    RowPlan apart = plan(columns);
    assertThat(apart.content()).isEmpty();
    assertThat(apart.outbox().followUps()).isEqualTo(together.content());
  }

  @Test
  void plan_itemsElsewhere_follow() {
    addItem(OTHER);
    change.add(
        Mutation.of(
            collection(rows, "texts").table(),
            Tuple.of("N", 1),
            new Change.PutColumns(collection(rows, "texts").family(), List.of("text"))));

    RowPlan plan = plan(rows);

    assertThat(plan.content()).isEmpty();
    assertThat(targets(plan.outbox().followUps()))
        .extracting(Target::key)
        .containsExactly(OTHER.key(), Tuple.of("N", 1));
  }

  @Test
  void plan_itemOfAnotherTableUnderTheSameKey_follows() {
    change.add(
        Mutation.of("page", NOTE.key(), new Change.PutItem("main", Tuple.of(1), List.of("x"))));

    assertThat(plan(rows).content()).isEmpty();
  }

  @Test
  void plan_columnsOfTheRow_areItsContent() {
    change.add(
        Mutation.of(NOTE.table(), NOTE.key(), new Change.PutColumns("main", Arrays.asList("new"))));

    for (Parts parts : List.of(rows, columns)) {
      RowPlan plan = plan(parts);
      assertThat(targets(plan.content())).extracting(Target::family).containsExactly("main");
      assertThat(plan.outbox().isEmpty()).isTrue();
    }
  }

  @Test
  void plan_removals_areRemovals() {
    change.add(
        Mutation.of(
            NOTE.table(),
            NOTE.key(),
            new Change.DeleteFamily("main"),
            new Change.DeleteItem(collection(rows, "history").family(), Tuple.of(1))));

    RowPlan plan = plan(rows);

    assertThat(plan.content())
        .extracting(FollowUp::change)
        .containsExactly(
            new Change.DeleteFamily("main"),
            new Change.DeleteItem(collection(rows, "history").family(), Tuple.of(1)));
  }

  @Test
  void plan_itemThatAnEarlierWriteLeft_replacesIt() {
    addItem(NOTE);
    FollowUp carried = plan(columns).outbox().followUps().get(0).at(NOW - 5);

    assertThat(plan(rows, carried).outbox().isEmpty()).isTrue();
    RowPlan apart = plan(columns, carried);
    assertThat(apart.outbox().followUps())
        .extracting(FollowUp::version)
        .containsExactly(apart.after().version());
    assertThat(apart.carried()).containsExactly(carried);
  }

  @Test
  void plan_anythingElseThatAnEarlierWriteLeft_staysAtItsVersion() {
    addItem(OTHER);
    FollowUp carried = plan(columns).outbox().followUps().get(0).at(NOW - 5);

    RowPlan plan =
        new Planner(rows.store, NOW, rows.runtime.stopwatch())
            .plan(new RowChange(NOTE), WriteState.NONE, List.of(carried));

    assertThat(plan.outbox().followUps()).containsExactly(carried);
  }

  @Test
  void plan_version_isAboveTheRowsAndNotBelowTheFloorOrTheClock() {
    assertThat(plan(rows).after().version()).isEqualTo(NOW);
    assertThat(
            new Planner(rows.store, NOW + 7, rows.runtime.stopwatch())
                .plan(change, WriteState.NONE, List.of())
                .after()
                .version())
        .isEqualTo(NOW + 7);
    rows.runtime.pass(Duration.ofMillis(3));
    assertThat(plan(rows).after().version()).isEqualTo(NOW + 3);
    assertThat(
            new Planner(rows.store, NOW, rows.runtime.stopwatch())
                .plan(change, rows.state(NOW + 9, 1), List.of())
                .after()
                .version())
        .isEqualTo(NOW + 10);
  }
}
