package org.portolan.design;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class DesignReaderTest {

  /** Each erroneous file gives exactly its listing: all problems, with lines, and no others. */
  @TestFactory
  Stream<DynamicTest> read_erroneousFile() {
    return TextScripts.of("invalid", "problems", DesignReaderTest::listing);
  }

  /** Each sound file is written in one way, however it was spelled. */
  @TestFactory
  Stream<DynamicTest> write_soundFile() {
    return TextScripts.of(
        "valid", "written", (text, name) -> DesignWriter.write(DesignReader.read(text, name)));
  }

  @Test
  void read_moreThanAMebibyte() {
    assertThat(listing("#".repeat((1 << 20) + 1), "big.yaml"))
        .isEqualTo("big.yaml: the file has 1048577 characters; a design has at most 1048576\n");
  }

  @Test
  void read_endlessNesting() {
    assertThat(listing("[".repeat(1 << 20), "deep.yaml"))
        .isEqualTo(
            "deep.yaml:1: the file nests deeper than 20 levels; a design needs no more than seven;"
                + " remove the deeper levels\n");
  }

  @Test
  void read_manyProblems_namesTheirNumber() {
    assertThatExceptionOfType(InvalidDesignException.class)
        .isThrownBy(() -> DesignReader.read("format: 1\n", "short.yaml"))
        .withMessageStartingWith("cannot use design 'short.yaml': it has 2 problems")
        .satisfies(e -> assertThat(e.problems()).extracting(Problem::line).containsOnly(1));
  }

  @Test
  void read_moreThanTheLimits() {
    String columns =
        IntStream.range(0, 1_001).mapToObj(n -> "c" + n + ": int").collect(joining(", "));
    String keys = IntStream.range(0, 17).mapToObj(n -> "k" + n + ": int").collect(joining(", "));
    String entities =
        IntStream.range(0, 200)
            .mapToObj(n -> "  e" + n + ": {key: {id: int}, families: {f: {x: int}}}\n")
            .collect(joining());
    String text =
        "format: 1\ndesign: x\nentities:\n  many: {key: {%s}, families: {f: {%s}}}\n%s"
            .formatted(keys, columns, entities);

    assertThat(listing(text, "many.yaml"))
        .isEqualTo(
            """
            many.yaml:3: entities: there are 201 entities; use at most 200
            many.yaml:4: entities.many.key: there are 17 columns in the key; use at most 16
            many.yaml:4: entities.many.families: there are 1001 columns; use at most 1000
            """);
  }

  @Test
  void problems_ofADesignMadeByAProgram_haveNoLines() {
    assertThat(DesignReader.problems(new Design("no entities", List.of())))
        .extracting(problem -> problem.text("advised"))
        .containsExactly(
            "advised: design: 'no entities' is not a name for a design; use letters, digits and"
                + " hyphens only",
            "advised: entities: the design has no entity; describe at least one");
  }

  @Test
  void write_unsoundDesign() {
    assertThatExceptionOfType(InvalidDesignException.class)
        .isThrownBy(() -> DesignWriter.write(new Design("no-entities", List.of())))
        .withMessageContaining("the design has no entity");
  }

  private static String listing(String text, String name) {
    try {
      DesignReader.read(text, name);
      return "no problem\n";
    } catch (InvalidDesignException e) {
      return e.listing() + "\n";
    }
  }
}
