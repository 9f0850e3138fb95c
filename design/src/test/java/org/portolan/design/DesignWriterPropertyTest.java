package org.portolan.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class DesignWriterPropertyTest {

  @Property(tries = 500)
  void read_whatWasWritten_isTheDesign(@ForAll long seed) {
    Design design = Designs.arbitrary(new SplittableRandom(seed));
    String text = DesignWriter.write(design);

    assertThat(DesignReader.read(text, "written.yaml")).isEqualTo(design);
  }

  @Property(tries = 100)
  void write_whatWasRead_isTheText(@ForAll long seed) {
    String text = DesignWriter.write(Designs.arbitrary(new SplittableRandom(seed)));

    assertThat(DesignWriter.write(DesignReader.read(text, "written.yaml"))).isEqualTo(text);
  }

  /** However a file is damaged, the answer is a design or a list of problems. */
  @Property(tries = 500)
  void read_damagedFile_isADesignOrAListOfProblems(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder(DesignWriter.write(Designs.arbitrary(random)));
    String marks = ":{}[],-&*#\n\t\"' x9";
    for (int change = 1 + random.nextInt(3); change > 0; change--) {
      int place = random.nextInt(text.length());
      if (random.nextBoolean()) {
        text.deleteCharAt(place);
      } else {
        text.insert(place, marks.charAt(random.nextInt(marks.length())));
      }
    }
    try {
      DesignReader.read(text.toString(), "damaged.yaml");
    } catch (InvalidDesignException e) {
      assertThat(e.problems()).isNotEmpty();
    }
  }
}
