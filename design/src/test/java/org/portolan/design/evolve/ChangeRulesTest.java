package org.portolan.design.evolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Designs;
import org.portolan.design.evolve.Verdict.Possible;
import org.portolan.design.evolve.Verdict.Refused;

class ChangeRulesTest {
  private static final String HEAD = "format: 1\ndesign: d\nentities:\n  a:\n    key: {id: text}\n";

  @Test
  void everyChange_hasARule() {
    ChangeRules rules = new ChangeRules(List.of());
    List<Class<?>> without =
        Arrays.<Class<?>>stream(DesignChange.class.getPermittedSubclasses())
            .filter(change -> !rules.hasRuleFor(change))
            .toList();

    assertThat(without).isEmpty();
  }

  @Property(tries = 300)
  void of_anyChange_isPossibleOrRefusedWithARemedy(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Design one = Designs.arbitrary(random);
    Design other =
        random.nextBoolean() ? Designs.arbitrary(random) : ChangedDesign.of(one, random).design();
    List<DesignChange> changes = DesignDiff.between(one, other);
    ChangeRules rules = new ChangeRules(changes);

    for (DesignChange change : changes) {
      Verdict verdict = rules.of(change);
      if (verdict instanceof Refused refused) {
        assertThat(refused.reason()).isNotBlank();
        assertThat(refused.remedy()).isNotBlank();
      }
      assertThat(PlanText.title(change)).isNotBlank();
    }
  }

  @Property(tries = 100)
  void plan_ofTheSameDesign_isEmpty(@ForAll long seed) {
    Design design = Designs.arbitrary(new SplittableRandom(seed));
    EvolutionPlan plan =
        EvolutionPlan.of(design, design, Renames.NONE, StoreFigures.NONE, List.of());

    assertThat(plan.isEmpty()).isTrue();
    assertThat(plan.isPossible()).isTrue();
  }

  @Property(tries = 100)
  void plan_hasEachChangeOnce_inTheOrderOfWays(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Design one = Designs.arbitrary(random);
    Design other = ChangedDesign.of(one, random).design();
    EvolutionPlan plan = EvolutionPlan.of(one, other, Renames.NONE, StoreFigures.NONE, List.of());

    List<DesignChange> planned = new ArrayList<>();
    plan.steps().forEach(step -> planned.add(step.change()));
    plan.refusals().forEach(refusal -> planned.add(refusal.change().orElseThrow()));
    assertThat(planned).containsExactlyInAnyOrderElementsOf(DesignDiff.between(one, other));
    List<Way> ways = plan.steps().stream().map(EvolutionPlan.Step::way).toList();
    List<Way> sorted = new ArrayList<>(ways);
    Collections.sort(sorted);
    assertThat(ways).isEqualTo(sorted);
  }

  @Test
  void columnBetweenFamilies_isRefusedInBoth() {
    Design before = design("families: {f: {x: text, y: text}, g: {z: text}}");
    Design after = design("families: {f: {x: text}, g: {z: text, y: text}}");

    assertThat(verdicts(before, after)).hasSize(2).allMatch(Refused.class::isInstance);
    assertThat(verdicts(before, after).toString())
        .contains("column 'y' would move from family 'f' to 'g'")
        .contains("export the store and import it");
  }

  @Test
  void columnOfADroppedFamily_inANewOne_isRefused() {
    Design before = design("families: {f: {x: text}, g: {z: text}}");
    Design after = design("families: {f: {x: text}, h: {z: text}}");

    assertThat(verdicts(before, after)).hasSize(2).allMatch(Refused.class::isInstance);
  }

  @Test
  void firstFamily_staysTheFirst() {
    Design before = design("families: {f: {x: text}, g: {y: text}}");

    assertThat(verdicts(before, design("families: {g: {y: text}, f: {x: text}}")))
        .anyMatch(Refused.class::isInstance);
    assertThat(verdicts(before, design("families: {g: {y: text}}")))
        .anyMatch(Refused.class::isInstance);
    assertThat(verdicts(before, design("families: {h: {z: text}, f: {x: text}, g: {y: text}}")))
        .anyMatch(Refused.class::isInstance);
    assertThat(verdicts(before, design("families: {f: {x: text}, h: {z: text}, g: {y: text}}")))
        .allMatch(Possible.class::isInstance);
  }

  @Test
  void requiredColumn_needsADefault() {
    Design before = design("families: {f: {x: text}}");

    assertThat(verdicts(before, design("families: {f: {x: text, y: {type: int, required: true}}}")))
        .allMatch(Refused.class::isInstance);
    assertThat(
            verdicts(
                before,
                design("families: {f: {x: text, y: {type: int, required: true, default: 7}}}")))
        .allMatch(Possible.class::isInstance);
  }

  @Test
  void types_areWidenedOnly() {
    Design before = design("families: {f: {x: int}}");

    assertThat(verdicts(before, design("families: {f: {x: long}}")))
        .allMatch(Possible.class::isInstance);
    assertThat(verdicts(before, design("families: {f: {x: text}}")))
        .allMatch(Refused.class::isInstance);
    assertThat(verdicts(design("families: {f: {x: long}}"), before))
        .allMatch(Refused.class::isInstance);
  }

  @Test
  void nameOfADroppedTable_isNotTakenAtOnce() {
    Design before = design("families: {f: {x: text}}\n    indexes: {b: {on: [x], layout: single}}");
    Design after =
        design("families: {f: {x: text}}\n  b: {key: {id: text}, families: {f: {x: text}}}");

    assertThat(verdicts(before, after).toString())
        .contains("its table 'b' would have the name of that of index 'b'");
  }

  @Test
  void nameOfADroppedFamily_isNotTakenAtOnce() {
    String main = "families: {f: {x: text}}\n    ";
    String items = "collections: {l: {key: {n: int}, storage: cells, columns: {q: int}}}";
    String index = "indexes: {i: {on: [x], layout: cells single, within: a.l}}";
    String other = "indexes: {j: {on: [x], layout: cells single, within: a.l}}";
    Design family = design("families: {f: {x: text}, l: {z: text}}");
    List<Design> designs =
        List.of(family, design(main + items), design(main + index), design(main + other));
    for (Design before : designs) {
      for (Design after : designs) {
        if (!before.equals(after)) {
          assertThat(verdicts(before, after).toString())
              .contains("its family 'l' in the rows of 'a' would have the name of that of ");
        }
      }
    }
  }

  @Test
  void entriesWithinOtherRows_areNotReplaced() {
    Design before = listing("int", "y");

    for (Design after : List.of(listing("int", ""), listing("long", "y"))) {
      assertThat(verdicts(before, after).toString())
          .contains("its entries lie within the rows of 'a'")
          .contains("drop the index by an evolution of its own");
    }
  }

  private static Design listing(String type, String order) {
    return design(
        "families: {f: {x: text, y: "
            + type
            + "}}\n    indexes: {i: {on: [x], order: ["
            + order
            + "], layout: cells single, within: a.l}}");
  }

  private static Design design(String entity) {
    return DesignReader.read(HEAD + "    " + entity + "\n", "a.yaml");
  }

  private static List<Verdict> verdicts(Design before, Design after) {
    List<DesignChange> changes = DesignDiff.between(before, after);
    assertThat(changes).isNotEmpty();
    ChangeRules rules = new ChangeRules(changes);
    return changes.stream().map(rules::of).toList();
  }
}
