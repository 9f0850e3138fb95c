package org.portolan.design.evolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.evolve.EvolutionState.Step;
import org.portolan.design.evolve.EvolutionState.UnderWay;

class DropsTest {
  private static final String MAIN = "main: {name: text}";
  private static final String COUNTERS = "    counters: {}\n";
  private static final String TEXT =
      """
      format: 1
      design: shop
      entities:
        customer:
          key: {id: text}
          families:
            main: {name: text}
          counters: {}
        order:
          key: {id: text}
          families:
            main: {size: int, customer: text}
      """;
  private static final Design SHOP = DesignReader.read(TEXT, "shop");

  private static Design with(String old, String other) {
    assertThat(TEXT).contains(old);
    return DesignReader.read(TEXT.replace(old, other), "shop");
  }

  private static List<String> refusals(Design before, Design after) {
    return OnlineChanges.between(before, after, Renames.NONE).refusals().stream()
        .map(OnlineChanges.Refusal::line)
        .toList();
  }

  @Test
  void refusal_counters_isNone() {
    Design counting =
        with(
            COUNTERS,
            """
                counters:
                  customers: {layout: random(5)}
                  last: {greatest: name, layout: object tree(8)}
            """);
    assertThat(refusals(counting, SHOP)).isEmpty();
    OnlineChanges changes = OnlineChanges.between(counting, SHOP, Renames.NONE);
    assertThat(changes.drops()).isTrue();
    assertThat(changes.lacks()).isTrue();
    assertThat(changes.adds()).isFalse();
    assertThat(refusals(SHOP, counting)).singleElement().asString().contains("counter last: added");
  }

  @Test
  void refusal_requiredColumnWithoutADefault_saysWhy() {
    for (String main :
        List.of(
            "main: {name: text, city: {type: text, required: true}}",
            MAIN + "\n      more: {city: {type: text, required: true}}")) {
      assertThat(refusals(with(MAIN, main), SHOP))
          .as(main)
          .singleElement()
          .asString()
          .endsWith(
              "dropped: 'city' is required and has no default, so rows of applications that do not"
                  + " know it would lack a value for those that do");
    }
  }

  @Test
  void refusal_collectionsThatAreListedTogether_saysWhy() {
    String both =
        """
            collections:
              notes: {key: {at: long}, storage: cells, columns: {note: text}}
              more: {key: {at: long}, storage: rows, listed-by: notes, columns: {note: text}}
        """;
    assertThat(
            refusals(
                with(COUNTERS, both), with(COUNTERS, both.replaceFirst("      more:.*\n", ""))))
        .containsExactly(
            "entity customer: collection more: dropped: its items and those of 'notes' are listed"
                + " together, and applications that know both would miss some");
    assertThat(refusals(with(COUNTERS, both), SHOP)).hasSize(2);
  }

  @Test
  void refusal_referenceOfAnEntityThatStays_saysWhy() {
    String reference =
        "main: {size: int, customer: text}\n"
            + "    references: {buyer: {on: [customer], to: customer, on-delete: restrict,"
            + " storage: cells}}";
    Design referring = with("main: {size: int, customer: text}", reference);
    assertThat(refusals(referring, SHOP))
        .containsExactly(
            "entity order: reference buyer: dropped: writes that still follow it would meet rows of"
                + " writes that do not any more");
    Design withoutOrders = new Design("shop", referring.entities().subList(0, 1));
    assertThat(refusals(referring, withoutOrders)).as("with its entity").isEmpty();
  }

  @Test
  void working_eachStep_hasWhatItsNeighboursReadAndWrite() {
    Design old = with(MAIN, "main: {name: text, city: text}\n      gone: {a: int}");
    Design target = with(MAIN, "main: {name: text, mail: text}");
    Slots slots = Slots.initial(old);
    EvolutionState state =
        new EvolutionState(3, slots, Optional.empty())
            .beginning(
                new UnderWay(
                    Step.PREPARING,
                    target,
                    Renames.NONE,
                    List.of(),
                    Map.of(),
                    Map.of(),
                    true,
                    true,
                    false));
    for (Step step : List.of(Step.PREPARING, Step.ANNOUNCED, Step.WITHDRAWN)) {
      assertThat(WorkingDesign.of(state.at(step, slots), old).design())
          .as("%s", step)
          .isSameAs(old);
    }
    EvolutionState writing = state.at(Step.WRITING, slots);
    EvolutionState switched = writing.at(Step.SWITCHED, writing.nextSlots(old));
    EvolutionState retiring = switched.at(Step.RETIRING, switched.slots());
    WorkingDesign before = WorkingDesign.of(writing, old);
    WorkingDesign after = WorkingDesign.of(switched, old);
    assertThat(columns(before)).containsExactlyInAnyOrder("name", "city", "mail", "a");
    assertThat(columns(after)).containsExactlyInAnyOrder("name", "city", "mail", "a");
    assertThat(after.slots()).isEqualTo(before.slots());
    assertThat(after.slots().of("customer", "main"))
        .extracting(Slot::column)
        .containsExactly("name", "city", "mail");
    assertThat(columns(WorkingDesign.of(retiring, old))).containsExactly("name", "mail");
    assertThat(WorkingDesign.leaving(retiring, old).orElseThrow()).isEqualTo(after);
    assertThat(WorkingDesign.leaving(writing, old)).isEmpty();
    // The slots of a family that is gone are, too; that of a column stays without a use.
    Slots end = retiring.slotsAtEnd();
    assertThat(end.entities().get("customer")).containsOnlyKeys("main");
    assertThat(end.of("customer", "main"))
        .extracting(Slot::column)
        .containsExactly("name", "", "mail");
    assertThat(writing.slotsAtEnd()).as("given up").isEqualTo(slots);
  }

  private static List<String> columns(WorkingDesign working) {
    return working.design().entities().get(0).columns().map(column -> column.name()).toList();
  }
}
