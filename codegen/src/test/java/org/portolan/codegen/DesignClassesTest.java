package org.portolan.codegen;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Designs;

class DesignClassesTest {
  private static final int DESIGNS = Integer.getInteger("portolan.designs", 20);

  @TempDir Path directory;

  private static Design design(String entities) {
    return DesignReader.read("format: 1\ndesign: x\nentities:\n" + entities, "x.yaml");
  }

  private Design loaded(List<JavaFile> files, String className) throws Exception {
    Compiler.compile(files, directory);
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {directory.toUri().toURL()}, getClass().getClassLoader())) {
      return (Design) loader.loadClass(className).getMethod("design").invoke(null);
    }
  }

  @Test
  void randomDesigns_areCompiledAndHeldByTheirClass() throws Exception {
    long seed = Long.getLong("portolan.seed", System.nanoTime());
    for (int number = 0; number < DESIGNS; number++) {
      Design design = Designs.arbitrary(new SplittableRandom(seed + number));
      String name = "random.n" + number;
      List<JavaFile> files = DesignClasses.of(design, "random.yaml", name);
      assertThat(files).isEqualTo(DesignClasses.of(design, "random.yaml", name));
      assertThat(files)
          .extracting(file -> file.className().toLowerCase(Locale.ROOT))
          .doesNotHaveDuplicates();
      assertThat(loaded(files, name + "." + files.get(0).className()))
          .as("-Dportolan.seed=" + (seed + number))
          .isEqualTo(design);
    }
  }

  @Test
  void designLargerThanAConstant_isHeldByItsClass() throws Exception {
    String entities =
        IntStream.range(0, 150)
            .mapToObj(
                n ->
                    "  e%d: {key: {id: int}, families: {f: {%s}}}\n"
                        .formatted(
                            n,
                            IntStream.range(0, 40)
                                .mapToObj(c -> "column_%d: list of text".formatted(c))
                                .collect(joining(", "))))
            .collect(joining());
    Design large = design(entities);
    JavaFile file = DesignClasses.of(large, "large.yaml", "large").get(0);
    assertThat(file.text()).hasSizeGreaterThan(1 << 16);
    assertThat(loaded(List.of(file), "large.XDesign")).isEqualTo(large);
  }

  @Test
  void text_ofAnyCharacters_isHeldAsItIs() throws Exception {
    Design odd =
        design(
            """
              e:
                key: {id: int}
                families:
                  f:
                    a: {type: text, default: "\\\\u000a\\\\\\u00e9\\U0001F409 \\"\\"\\"\\"\\" */"}
            """);
    JavaFile file = DesignClasses.of(odd, "odd\n\\u000a\u2028.yaml", "odd").get(0);
    assertThat(file.text()).matches("[\\x20-\\x7e\\n]*").contains(", odd??u000a?.yaml.\n");
    assertThat(loaded(List.of(file), "odd.XDesign")).isEqualTo(odd);
  }

  @Test
  void entityWiderThanARecord_isRefused() {
    String columns =
        IntStream.range(0, 127)
            .mapToObj(n -> "c" + n + ": {type: long, required: true}")
            .collect(joining(", "));
    Design fitting = design("  wide: {key: {id: text}, families: {f: {" + columns + "}}}\n");
    assertThatThrownBy(() -> DesignClasses.of(fitting, "x.yaml", "x"))
        .isInstanceOf(GenerationException.class)
        .hasMessage(
            "cannot generate a record for entity 'wide': its 128 columns are more than a record of"
                + " Java can have (254, where a long that is never null counts twice); use maps, or"
                + " records of some of the columns");
    String fewer = columns.replaceFirst("c0: .type: long, required: true.", "c0: long");
    Compiler.compile(
        DesignClasses.of(
            design("  wide: {key: {id: text}, families: {f: {" + fewer + "}}}\n"), "x", "x"),
        directory);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a..b", "a.class", "1a", "a b", "../a", "a/b"})
  void package_thatJavaDoesNotTake_isRefused(String name) {
    Design design = design("  e: {key: {id: int}, families: {f: {x: int}}}\n");
    assertThatThrownBy(() -> DesignClasses.of(design, "x.yaml", name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "'"
                + name
                + "' is not the name of a package of Java; write for example com.example.shop");
  }

  @ParameterizedTest
  @ValueSource(strings = {"9-lives", "a--b", "X-"})
  void designs_ofAnyName_haveAClass(String name) {
    Design design =
        DesignReader.read(
            "format: 1\ndesign: "
                + name
                + "\nentities: {e: {key: {id: int}, families: {f: {x: int}}}}",
            "x.yaml");
    Compiler.compile(DesignClasses.of(design, "x.yaml", "x"), directory);
  }
}
