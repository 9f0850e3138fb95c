package org.portolan.wiki;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.portolan.design.Design;
import org.portolan.design.PortableDesign;
import org.portolan.design.evolve.DesignDiff;
import org.portolan.design.evolve.EvolutionPlan;
import org.portolan.design.evolve.PlanText;
import org.portolan.design.evolve.Renames;
import org.portolan.design.evolve.StoreFigures;

/** The plans between all shipped designs. */
class EvolutionPlanTest {
  private static final Path EXPECTED = Path.of("src/test/resources/testdata/evolutions.expected");

  @Test
  void plans_betweenAllDesigns_areAsExpected() throws IOException {
    List<String> lines = new ArrayList<>();
    for (WikiModel from : WikiModel.values()) {
      for (WikiModel to : WikiModel.values()) {
        EvolutionPlan plan = plan(from, to);
        lines.add(from.spelling() + " to " + to.spelling() + ":");
        plan.steps()
            .forEach(step -> lines.add("  " + step.way() + " " + PlanText.title(step.change())));
        plan.refusals()
            .forEach(
                refusal ->
                    lines.add("  REFUSED " + PlanText.title(refusal.change().orElseThrow())));
      }
    }
    String text = String.join("\n", lines) + "\n";
    if (Boolean.getBoolean("portolan.testdata.rewrite")) {
      Files.writeString(EXPECTED, text);
    }
    assertThat(text).isEqualTo(Files.readString(EXPECTED));
  }

  @Test
  void plan_ofEachDesignToItself_isEmpty() {
    for (WikiModel model : WikiModel.values()) {
      assertThat(plan(model, model).isEmpty()).as(model.spelling()).isTrue();
    }
  }

  @Test
  void plans_haveEveryChange() {
    for (WikiModel from : WikiModel.values()) {
      for (WikiModel to : WikiModel.values()) {
        EvolutionPlan plan = plan(from, to);
        assertThat(plan.steps().size() + plan.refusals().size())
            .as("%s to %s", from, to)
            .isEqualTo(DesignDiff.between(design(from), design(to)).size());
      }
    }
  }

  private static EvolutionPlan plan(WikiModel from, WikiModel to) {
    return EvolutionPlan.of(design(from), design(to), Renames.NONE, StoreFigures.NONE, List.of());
  }

  private static Design design(WikiModel model) {
    return PortableDesign.concrete(model.design(), true);
  }
}
