package org.portolan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.ExpectationsReader;
import org.portolan.design.MappingReader;
import org.portolan.design.PortableDesign;

/**
 * Runs the samples of the documentation: commands in console blocks, designs in yaml blocks. Blocks
 * below a line {@code <!-- from FILE -->} must be in that file, also if a command of the page
 * writes it as a part of a proposal. A block below a line {@code <!-- file FILE -->} is a file that
 * the commands of the page read.
 */
class DocumentationTest {
  private static final Pattern EXCERPT =
      Pattern.compile("<!-- from (?<file>\\S+) -->\n```\\w+\n(?<code>.*?)```", Pattern.DOTALL);

  private static final Pattern FILE =
      Pattern.compile("<!-- file (?<file>[\\w.-]+) -->\n```\\w+\n(?<text>.*?)```", Pattern.DOTALL);

  @TempDir Path directory;

  static Stream<Path> documents() throws IOException {
    Path root = Path.of("..").toRealPath();
    try (Stream<Path> files = Files.list(root.resolve("docs"))) {
      List<Path> pages = files.filter(f -> f.toString().endsWith(".md")).sorted().toList();
      return Stream.concat(Stream.of(root.resolve("README.md")), pages.stream());
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("documents")
  void commands_run_printWhatTheDocumentSays(Path document) throws IOException {
    Matcher files = FILE.matcher(Files.readString(document));
    while (files.find()) {
      Files.writeString(directory.resolve(files.group("file")), files.group("text"));
    }
    Script script = new Script(directory);
    for (List<String> block : blocks(document, "console")) {
      for (Script.Step step : Script.parse(block)) {
        String output = script.run(step.command());
        assertThat(output).as(step.command()).doesNotContain("[status");
        if (!step.output().isBlank()) {
          assertThat(output).as(step.command()).isEqualTo(step.output());
        }
      }
    }
    requireExcerpts(document, directory, true);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("documents")
  void designs_read_areValid(Path document) throws IOException {
    Design before = null;
    for (List<String> block : blocks(document, "yaml")) {
      if (block.stream().anyMatch(line -> line.startsWith("tables:"))) {
        // A mapping belongs to the design above it.
        String mapping = String.join("\n", block);
        assertThat(MappingReader.read(mapping, before, "mapping").tables()).isNotEmpty();
        continue;
      }
      if (block.get(0).startsWith("expected:")) {
        Design shop =
            DesignReader.read(Path.of("..", "examples/shop/src/main/resources/shop.yaml"));
        String expected = String.join("\n", block);
        assertThat(ExpectationsReader.read(expected, shop, "expectations").entities()).isNotEmpty();
        continue;
      }
      var design = DesignReader.read(String.join("\n", block), document.getFileName().toString());
      before = design;
      for (Design concrete : PortableDesign.alternatives(design)) {
        assertThat(new StoreSchema(concrete).tables()).isNotEmpty();
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("documents")
  void excerpts_areInTheFilesThatTheyName(Path document) throws IOException {
    requireExcerpts(document, Path.of("..").toRealPath(), false);
  }

  private static void requireExcerpts(Path document, Path root, boolean proposed)
      throws IOException {
    Matcher excerpts = EXCERPT.matcher(Files.readString(document));
    while (excerpts.find()) {
      if (excerpts.group("file").contains(".proposal/") == proposed) {
        assertThat(Files.readString(root.resolve(excerpts.group("file"))))
            .contains(excerpts.group("code"));
      }
    }
  }

  private static List<List<String>> blocks(Path document, String language) throws IOException {
    List<List<String>> blocks = new ArrayList<>();
    List<String> block = null;
    for (String line : Files.readAllLines(document)) {
      if (block == null && line.equals("```" + language)) {
        block = new ArrayList<>();
      } else if (block != null && line.equals("```")) {
        blocks.add(block);
        block = null;
      } else if (block != null) {
        block.add(line);
      }
    }
    return blocks;
  }
}
