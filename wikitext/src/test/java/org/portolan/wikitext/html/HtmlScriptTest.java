package org.portolan.wikitext.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.wikitext.limit.TextLimits;

/**
 * The examples under {@code testdata/html}. A line {@code @@ name} begins an example, {@code @
 * input} its text and {@code @ output} the HTML and what the page says of others.
 */
class HtmlScriptTest {
  private static final Path FOLDER = Path.of("src/test/resources/testdata/html");
  private static final String INPUT = "\n@ input\n";
  private static final String OUTPUT = "\n@ output\n";

  private record Example(String name, String input, String output) {}

  @ParameterizedTest
  @ValueSource(
      strings = {"blocks", "lists", "tables", "inline", "links", "files", "references", "contents"})
  void render_example_givesExpectedHtml(String name) throws IOException {
    var file = FOLDER.resolve(name + ".txt");
    var examples = read(Files.readString(file));
    assertThat(examples).isNotEmpty();
    if (Boolean.getBoolean("portolan.testdata.rewrite")) {
      var script = new StringBuilder();
      for (var each : examples) {
        script.append("@@ ").append(each.name()).append(INPUT).append(each.input());
        script.append(OUTPUT).append(output(each.input())).append("\n\n");
      }
      Files.writeString(file, script.toString().stripTrailing() + "\n");
      return;
    }
    for (var each : examples) {
      assertThat(output(each.input())).as("%s: %s", name, each.name()).isEqualTo(each.output());
    }
  }

  private static List<Example> read(String script) {
    var examples = new ArrayList<Example>();
    for (var part : ("\n" + script).split("\n@@ ", -1)) {
      int input = part.indexOf(INPUT);
      int output = part.indexOf(OUTPUT);
      if (input >= 0) {
        examples.add(
            new Example(
                part.substring(0, input),
                part.substring(input + INPUT.length(), output),
                part.substring(output + OUTPUT.length()).stripTrailing()));
      }
    }
    return examples;
  }

  private static String output(String input) {
    var page = Pages.render("User:Charts/Old", "en", input, TextLimits.DEFAULT);
    var lines = new StringBuilder(Pages.html(page).strip());
    line(lines, "links", page.links());
    line(lines, "categories", page.categories().entrySet());
    line(lines, "languages", page.languages().entrySet());
    line(lines, "files", page.files());
    line(lines, "external", page.externalLinks());
    line(lines, "interwiki", page.interwiki());
    page.redirect().ifPresent(target -> lines.append("\nredirect: ").append(target));
    return lines.toString().stripTrailing();
  }

  private static void line(StringBuilder lines, String name, java.util.Collection<?> values) {
    if (!values.isEmpty()) {
      lines.append('\n').append(name).append(": ").append(values);
    }
  }
}
