package org.portolan.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
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

  /** Each sound file, however it is put, is written in one way. */
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
                + " remove what is too deep\n");
  }

  @Test
  void read_manyProblems_namesTheirNumber() {
    assertThatExceptionOfType(InvalidDesignException.class)
        .isThrownBy(() -> DesignReader.read("format: 1\n", "short.yaml"))
        .withMessageStartingWith("cannot use design 'short.yaml': it has 2 problems")
        .satisfies(e -> assertThat(e.problems()).extracting(Problem::line).containsOnly(1));
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
