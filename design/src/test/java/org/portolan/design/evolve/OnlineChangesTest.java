package org.portolan.design.evolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.DesignWriter;
import org.portolan.design.evolve.EvolutionState.Step;
import org.portolan.design.evolve.EvolutionState.UnderWay;

class OnlineChangesTest {
  private static final String BEGINNING =
      """
      format: 1
      design: shop
      entities:
        customer:
          key: {id: text}
          families:
            main: {name: text}
        order:
          key: {id: text}
          families:
            main: {size: int, remark: text, customer: text}
          counters:
            least_size: {least: size, by: [remark]}
          indexes:
      """;
  private static final String STOPPED =
      "only additions, drops, indexes and the shards of counters change while applications go on";
  private static final String BY_SIZE = "by_size: {on: [size], layout: single}";
  private static final String SERVING =
      "serving: {on: [remark], order: [size], layout: object tree(100)}";
  private static final Design SHOP = design(SERVING, BY_SIZE);

  private static Design design(String... indexes) {
    StringBuilder text = new StringBuilder(BEGINNING);
    for (String index : indexes) {
      text.append("      ").append(index).append('\n');
    }
    return DesignReader.read(text.toString(), "test");
  }

  private static OnlineChanges changes(Design before, Design after) {
    return OnlineChanges.between(before, after, Renames.NONE);
  }

  private static List<String> refusals(Design before, Design after) {
    return changes(before, after).refusals().stream().map(OnlineChanges.Refusal::line).toList();
  }

  @Test
  void between_indexesWithTablesOfTheirOwn_isPossible() {
    Design relaid = design(SERVING, "by_size: {on: [size], layout: hashed(5)}");
    Design more = design(SERVING, BY_SIZE, "by_customer: {on: [customer], layout: hashed(5)}");
    Design fewer = design(SERVING);
    Design named = new Design("warehouse", relaid.entities());
    for (Design other : List.of(relaid, more, fewer, named)) {
      assertThat(refusals(SHOP, other)).isEmpty();
      assertThat(refusals(other, SHOP)).isEmpty();
    }
  }

  @Test
  void between_indexThatServesACounter_isPossibleIfItStaysTheOne() {
    Design relaid =
        design("serving: {on: [remark], order: [size], layout: object tree(200)}", BY_SIZE);
    assertThat(refusals(SHOP, relaid)).isEmpty();
    Design other =
        design("first: {on: [remark], order: [size], layout: object tree(100)}", SERVING, BY_SIZE);
    assertThat(refusals(SHOP, other))
        .containsExactly(
            "entity order: index first: added: counter 'least_size' would be read from another"
                + " list");
    assertThat(refusals(other, SHOP))
        .containsExactly(
            "entity order: index first: dropped: counter 'least_size' would be read from another"
                + " list");
  }

  @Test
  void between_otherChanges_namesEach() {
    assertThat(
            refusals(
                SHOP,
                design(
                    SERVING,
                    "by_size: {on: [remark], layout: single}",
                    "by_customer: {on: [customer], layout: cells single, within:"
                        + " customer.orders}")))
        .containsExactly(
            "entity order: index by_size: on [size] → [remark]: processes of both designs would"
                + " read other entries under the same name",
            "entity order: index by_customer: added: its entries lie in the rows of another"
                + " entity");
    Design ordered = design(SERVING, "by_size: {on: [size], order: [remark], layout: single}");
    assertThat(refusals(SHOP, ordered)).hasSize(1);
    assertThat(refusals(ordered, SHOP)).hasSize(1);
  }

  @Test
  void between_uniqueIndexes_isPossibleIfTheyAreAdded() {
    String unique = "by_remark: {on: [remark], unique: true}";
    Design with = design(SERVING, BY_SIZE, unique);
    assertThat(refusals(SHOP, with)).isEmpty();
    assertThat(changes(SHOP, with).uniqueAdded()).containsExactly("by_remark");
    assertThat(changes(SHOP, design(SERVING)).uniqueAdded()).isEmpty();
    assertThat(refusals(with, SHOP))
        .containsExactly(
            "entity order: index by_remark: dropped: processes that still follow it would refuse"
                + " values that rows have given up");
    Design same = design(SERVING, BY_SIZE, "by_remark: {on: [remark], layout: single}");
    assertThat(refusals(same, with))
        .containsExactly(
            "entity order: index by_remark: layout single → unique: it becomes unique: give it"
                + " another name, and drop this one");
    assertThat(refusals(with, same)).hasSize(1).first().asString().contains("would refuse values");
    // It has a generation, as others have; one that comes with its entity has none.
    assertThat(changes(SHOP, with).nextGenerations(7, Map.of(), Set.of("customer", "order")))
        .isEqualTo(Map.of("by_remark", 7));
    assertThat(text(SHOP, with))
        .contains("on line     yes:")
        .contains("refused     while unique index by_remark is built, and from then on, a write")
        .contains("DuplicateValueException");
    assertThat(text(SHOP, design(SERVING))).doesNotContain("DuplicateValueException");
  }

  private static Design replaced(String old, String other) {
    return DesignReader.read(
        (BEGINNING + "      " + SERVING + "\n      " + BY_SIZE + "\n").replace(old, other), "test");
  }

  @Test
  void between_additions_isPossible() {
    for (String main :
        List.of(
            "main: {name: text, city: text}",
            "main: {city: text, name: text}",
            "main: {name: text, level: {type: int, required: true, default: 3}}",
            "main: {name: text}\n      more: {city: text}")) {
      Design grown = replaced("main: {name: text}", main);
      assertThat(refusals(SHOP, grown)).as(main).isEmpty();
      assertThat(changes(SHOP, grown).adds()).isTrue();
      assertThat(changes(SHOP, grown).drops()).as(main).isFalse();
      assertThat(refusals(grown, SHOP)).as(main).isEmpty();
      assertThat(changes(grown, SHOP).drops()).as(main).isTrue();
      assertThat(changes(grown, SHOP).adds()).as(main).isFalse();
      assertThat(changes(grown, SHOP).lacks()).as(main).isTrue();
    }
    Design collection =
        replaced(
            "    counters:\n",
            """
                collections:
                  notes: {key: {at: long}, storage: rows, columns: {note: text}}
                counters:
            """);
    assertThat(refusals(SHOP, collection)).isEmpty();
    assertThat(refusals(collection, SHOP)).isEmpty();
    assertThat(changes(SHOP, SHOP).adds()).isFalse();
    Design entity =
        replaced(
            "  customer:\n",
            """
              user:
                key: {id: text}
                families: {main: {mail: text}}
                indexes: {of_mail: {on: [mail], unique: true}}
              customer:
            """);
    assertThat(refusals(SHOP, entity)).isEmpty();
    assertThat(refusals(entity, SHOP)).isEmpty();
  }

  @Test
  void between_additionsThatOldApplicationsWouldBreak_namesEach() {
    assertThat(
            refusals(
                SHOP,
                replaced(
                    "main: {name: text}", "main: {name: text, c: {type: int, required: true}}")))
        .containsExactly(
            "entity customer: family main: column c: added: column 'c' is required, and rows that"
                + " exist have no value in it");
    Design referring =
        replaced(
            "  customer:\n",
            """
              user:
                key: {id: text}
                families: {main: {of: text}}
                references:
                  of: {on: [of], to: customer, on-delete: restrict, storage: cells}
              customer:
            """);
    assertThat(refusals(SHOP, referring))
        .containsExactly(
            "entity user: added: applications that do not know it would delete the rows of"
                + " 'customer' to which its rows refer");
  }

  @Test
  void between_rules_isPossibleIfLooserAndStillRequired() {
    Design before = replaced("{name: text}", "{name: {type: text, pattern: 'a*'}}");
    Design none = replaced("{name: text}", "{name: text}");
    Design required = replaced("{name: text}", "{name: {type: text, required: true, default: x}}");
    assertThat(refusals(before, none)).isEmpty();
    assertThat(changes(before, none).adds()).isFalse();
    assertThat(refusals(none, before)).hasSize(1).first().asString().contains("must be found");
    assertThat(refusals(required, none)).hasSize(1).first().asString().contains("would read nulls");
  }

  @Test
  void between_shardsOfCounters_isPossibleIfNothingElseOfThemChanges() {
    Design before = counting("{layout: random(5)}");
    Design fewer = counting("{layout: single}");
    Design more = counting("{layout: random(20)}");
    for (Design other : List.of(fewer, more)) {
      assertThat(refusals(before, other)).isEmpty();
      assertThat(changes(before, other).shards())
          .isEqualTo(Map.of("orders", other.equals(fewer) ? 5 : 20));
    }
    assertThat(changes(before, before).shards()).isEmpty();
    for (String otherwise :
        List.of(
            "{layout: random(5), transactional: false}",
            "{layout: single, transactional: false}",
            "{layout: random(6), where: remark}")) {
      assertThat(refusals(before, counting(otherwise)))
          .containsExactly(
              PlanText.title(DesignDiff.between(before, counting(otherwise)).get(0))
                  + ": "
                  + STOPPED);
    }
  }

  @Test
  void between_newCounters_dependOnTheEngine() {
    String items = "main: {size: int, remark: text, customer: text}";
    Design before =
        replaced(items, items + "\n    collections: {lines: {key: {n: int}, storage: rows}}");
    Design after =
        DesignReader.read(
            DesignWriter.write(before)
                .replaceFirst(
                    "(?m)^    counters:$",
                    "    counters:\n      orders: {layout: single}\n"
                        + "      lines: {counts: lines, layout: single}"),
            "test");
    OnlineChanges changes = changes(before, after);
    assertThat(changes.counts()).isTrue();
    assertThat(changes.adds()).isFalse();
    assertThat(changes.on(NewCounters.ANY).refusals()).isEmpty();
    assertThat(changes.on(NewCounters.OF_ROWS).refusals())
        .singleElement()
        .satisfies(each -> assertThat(each.line()).contains("counter lines: added: a write"));
    assertThat(changes.on(NewCounters.NONE).refusals()).hasSize(2);
    // An application that does not know them goes on, whatever the engine.
    assertThat(changes.isPossible()).isTrue();
  }

  @Test
  void between_newCounterWithTheNameOfAnother_isRefused() {
    Design before = counting("{layout: single}");
    String name = "main: {name: text}";
    Design after = replaced(name, name + "\n    counters: {orders: {layout: single}}");
    assertThat(refusals(before, after)).singleElement().asString().contains("of this name");
  }

  /** Also if the other one is dropped by the same change: until it is made, that one is read. */
  @Test
  void between_newEntityWithACounterOfAName_thatIsDropped_isRefused() {
    Design before = counting("{layout: single}");
    String piece =
        """
          piece:
            key: {id: text}
            families: {main: {kind: text}}
            counters: {orders: {layout: single}}
        """;
    Design after =
        DesignReader.read(
            (BEGINNING + "      " + SERVING + "\n")
                .replace("  customer:\n", piece + "  customer:\n"),
            "test");
    assertThat(refusals(before, after))
        .anySatisfy(each -> assertThat(each).startsWith("entity piece").contains("of this name"));
  }

  private static Design counting(String counter) {
    return DesignReader.read(
        (BEGINNING + "      " + SERVING + "\n")
            .replace("counters:", "counters:\n      orders: " + counter),
        "test");
  }

  @Test
  void nextGenerations_first_haveTheirNamesOrTheNextOne() {
    Design after =
        design(
            SERVING,
            "by_size: {on: [size], layout: hashed(5)}",
            "by_customer: {on: [customer], layout: single}");
    Map<String, Integer> next =
        changes(SHOP, after).nextGenerations(1, Map.of(), Set.of("order", "by_size", "serving"));
    assertThat(next).isEqualTo(Map.of("by_size", 2));
    assertThat(new IndexStates(next, List.of()).table("by_size")).isEqualTo("by_size__2");
    assertThat(new IndexStates(next, List.of()).table("by_customer")).isEqualTo("by_customer");
  }

  @Test
  void nextGenerations_later_haveNumbersThatNoneHadBefore() {
    Design after =
        design(
            "serving: {on: [remark], order: [size], layout: object tree(200)}",
            BY_SIZE,
            "by_customer: {on: [customer], layout: single}");
    Map<String, Integer> before = Map.of("by_size", 2, "serving", 12);
    OnlineChanges changes = changes(SHOP, after);
    assertThat(changes.nextGenerations(9, before, Set.of()))
        .isEqualTo(Map.of("by_size", 2, "serving", 13, "by_customer", 9));
    assertThat(
            changes.nextGenerations(
                9, before, Set.of("serving__13", "by_customer__9", "by_customer__10")))
        .isEqualTo(Map.of("by_size", 2, "serving", 14, "by_customer", 11));
    assertThat(changes(SHOP, design(SERVING)).nextGenerations(9, before, Set.of()))
        .isEqualTo(Map.of("serving", 12));
  }

  @Test
  void nextGenerations_nameOfAnIndex_isLeftToIt() {
    Design before = design(SERVING, BY_SIZE, "by_size__2: {on: [size], layout: single}");
    Design after =
        design(
            SERVING,
            "by_size: {on: [size], layout: hashed(5)}",
            "by_size__2: {on: [size], layout: single}");
    assertThat(changes(before, after).nextGenerations(1, Map.of(), Set.of()))
        .isEqualTo(Map.of("by_size", 3));
  }

  @Test
  void nextGenerations_leftoverTable_isNotUsed() {
    Design after = design(SERVING, BY_SIZE, "by_customer: {on: [customer], layout: single}");
    assertThat(changes(SHOP, after).nextGenerations(1, Map.of(), Set.of("by_customer")))
        .isEqualTo(Map.of("by_customer", 2));
  }

  @Test
  void nextGenerations_longName_isRefusedOnlyWithASuffix() {
    String name = "a".repeat(46);
    Design before = design(SERVING, BY_SIZE);
    Design after = design(SERVING, BY_SIZE, name + ": {on: [customer], layout: single}");
    OnlineChanges changes = changes(before, after);
    assertThat(changes.nextGenerations(1, Map.of(), Set.of())).isEmpty();
    assertThatThrownBy(() -> changes.nextGenerations(7, Map.of(), Set.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + name + "__7'")
        .hasMessageContaining("use a shorter name");
  }

  @Test
  void indexStates_eachStep_saysWhatIsMaintained() {
    Design target =
        design(
            SERVING,
            "by_remark: {on: [remark], layout: single}",
            "by_size: {on: [size], layout: hashed(5)}");
    Design old = design(SERVING, BY_SIZE, "by_customer: {on: [customer], layout: single}");
    List<String> added = List.of("by_remark__9", "by_size__9");
    List<String> gone = List.of("by_size__2", "by_customer");
    Map<Step, IndexState> states =
        Map.of(
            Step.PREPARING, IndexState.KNOWN,
            Step.ANNOUNCED, IndexState.KNOWN,
            Step.DELETING, IndexState.DELETE_ONLY,
            Step.WRITING, IndexState.WRITE_ONLY,
            Step.SWITCHED, IndexState.WRITE_ONLY,
            Step.RETIRING, IndexState.KNOWN,
            Step.WITHDRAWING, IndexState.DELETE_ONLY,
            Step.WITHDRAWN, IndexState.KNOWN);
    for (Step step : Step.values()) {
      EvolutionState state = state(step, old, target);
      IndexStates found = state.indexStates(old);
      boolean switched = step.isTargetInForce();
      assertThat(state.designInForce(old)).as("%s", step).isEqualTo(switched ? target : old);
      assertThat(found.table("by_size")).isEqualTo(switched ? "by_size__9" : "by_size__2");
      assertThat(found.table("serving")).isEqualTo("serving__4");
      if (!step.isOnline()) {
        assertThat(found.shadows()).as("%s", step).isEmpty();
        continue;
      }
      assertThat(found.shadows())
          .as("%s", step)
          .extracting(Shadow::table)
          .containsExactlyElementsOf(switched ? gone : added);
      assertThat(found.shadows())
          .as("%s", step)
          .allSatisfy(shadow -> assertThat(shadow.state()).isEqualTo(states.get(step)))
          .allSatisfy(shadow -> assertThat(shadow.entity()).isEqualTo("order"))
          .extracting(Shadow::design)
          .isSubsetOf((switched ? old : target).entities().get(1).indexes());
    }
  }

  @Test
  void indexStates_afterTheTextOfTheDesign_hasNothingMore() {
    Design target = design(SERVING, "by_size: {on: [size], layout: hashed(5)}");
    EvolutionState retiring = state(Step.RETIRING, SHOP, target);
    assertThat(retiring.indexStates(target).shadows()).isEmpty();
    assertThat(retiring.indexStates(target).table("by_size")).isEqualTo("by_size__9");
  }

  @Test
  void ended_madeOrGivenUp_hasTheGenerationsOfTheDesignInForce() {
    Design target = design(SERVING, "by_size: {on: [size], layout: hashed(5)}");
    for (Step step : Step.values()) {
      EvolutionState state = state(step, SHOP, target);
      Slots slots = Slots.initial(SHOP);
      assertThat(state.ended(slots).generations())
          .as("%s", step)
          .isEqualTo(Map.of("serving", 4, "by_size", step.isTargetInForce() ? 9 : 2));
      assertThat(state.ended(slots).indexStates(SHOP).shadows()).isEmpty();
    }
  }

  private static EvolutionState state(Step step, Design old, Design target) {
    Map<String, Integer> before = Map.of("serving", 4, "by_size", 2);
    Map<String, Integer> next = changes(old, target).nextGenerations(9, before, Set.of());
    EvolutionState begun =
        new EvolutionState(8, Slots.initial(old), before, Optional.empty())
            .beginning(new UnderWay(Step.ANNOUNCED, target, Renames.NONE, List.of(), next));
    return begun.at(step, begun.slots());
  }

  @Test
  void generationsKept_onlyOfIndexesThatStay() {
    EvolutionState state =
        new EvolutionState(
            3,
            Slots.initial(SHOP),
            Map.of("serving", 2, "by_size", 3, "gone", 4),
            Optional.empty());
    assertThat(
            state.generationsKept(SHOP, design(SERVING, "by_size: {on: [remark], layout: single}")))
        .isEqualTo(Map.of("serving", 2, "by_size", 3));
    assertThat(state.generationsKept(SHOP, design(SERVING, "by_size: {on: [size], unique: true}")))
        .isEqualTo(Map.of("serving", 2));
    Design unique = design(SERVING, "gone: {on: [size], unique: true}");
    assertThat(state.generationsKept(unique, unique)).isEqualTo(Map.of("serving", 2, "gone", 4));
    assertThat(state.generationsKept(unique, design(SERVING, "gone: {on: [size], layout: single}")))
        .isEqualTo(Map.of("serving", 2));
    assertThat(state.generationsKept(SHOP, design(SERVING))).isEqualTo(Map.of("serving", 2));
    assertThat(state.generationsKept(design(SERVING), SHOP)).isEqualTo(Map.of("serving", 2));
  }

  @Test
  void text_planOfIndexes_saysThatApplicationsGoOn() {
    assertThat(text(SHOP, design(SERVING)))
        .contains("on line     yes: only indexes with tables of their own and the shards of")
        .contains("applications go on reading and writing");
    assertThat(text(SHOP, design(SERVING, "by_size: {on: [remark], layout: single}")))
        .contains("on line     no: entity order: index by_size: on")
        .contains("only while no other process has the store open");
  }

  private static String text(Design before, Design after) {
    EvolutionPlan plan =
        EvolutionPlan.of(before, after, Renames.NONE, StoreFigures.NONE, List.of());
    return PlanText.of(plan, "store", "file", List.of());
  }
}
