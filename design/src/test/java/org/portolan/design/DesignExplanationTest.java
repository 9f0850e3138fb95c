package org.portolan.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class DesignExplanationTest {

  @TestFactory
  Stream<DynamicTest> of_file() {
    return TextScripts.of(
        "explain", "expected", (text, name) -> DesignExplanation.of(DesignReader.read(text, name)));
  }

  @Property(tries = 200)
  void of_anyDesign_namesEveryPart(@ForAll long seed) {
    Design design = Designs.arbitrary(new SplittableRandom(seed));
    String text = DesignExplanation.of(design);

    for (EntityDesign entity : design.entities()) {
      assertThat(text).contains("Entity " + entity.name() + "\n");
      entity.collections().forEach(c -> assertThat(text).contains("Collection " + c.name()));
      entity.indexes().forEach(i -> assertThat(text).contains("Index " + i.name()));
      entity.counters().forEach(c -> assertThat(text).contains("Counter " + c.name() + "\n"));
    }
  }
}
