package org.portolan.data.internal.repaired.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.state.FollowUp.Target;
import org.portolan.engine.Change;
import org.portolan.engine.Mutation;

class RowChangeTest {
  private final RowChange change = new RowChange(Parts.page("A"));

  private void add(Change what) {
    change.add(Mutation.of("page", Parts.page("A").key(), what));
  }

  @Test
  void isEmpty_untilColumnsOrItemsChange() {
    assertThat(change.isEmpty()).isTrue();
    add(new Change.DeleteFamily("main"));
    assertThat(change.isEmpty()).isFalse();

    RowChange items = new RowChange(Parts.page("B"));
    items.add(
        Mutation.of(
            "page", Parts.page("B").key(), new Change.DeleteItem("items", Parts.page("B").key())));
    assertThat(items.isEmpty()).isFalse();
  }

  @Test
  void add_thingChangedTwice_theLastCounts() {
    add(new Change.PutColumns("main", List.of("first")));
    add(new Change.PutColumns("main", List.of("last")));

    assertThat(change.columns())
        .singleElement()
        .satisfies(
            followUp -> {
              assertThat(followUp.values()).isEqualTo(List.of("last"));
              assertThat(followUp.target()).extracting(Target::family).isEqualTo("main");
            });
    assertThat(change.items()).isEmpty();
  }
}
