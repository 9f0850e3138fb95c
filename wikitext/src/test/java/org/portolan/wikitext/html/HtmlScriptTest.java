package org.portolan.wikitext.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.wikitext.examples.ExampleFile;
import org.portolan.wikitext.limit.TextLimits;

/**
 * The examples under {@code testdata/html}; see {@link ExampleFile} for their form. The output is
 * the HTML and what the page says of others.
 */
class HtmlScriptTest {
  private static final Path FOLDER = Path.of("src/test/resources/testdata/html");

  @ParameterizedTest
  @ValueSource(
      strings = {"blocks", "lists", "tables", "inline", "links", "files", "references", "contents"})
  void render_example_givesExpectedHtml(String name) throws IOException {
    var examples = ExampleFile.read(FOLDER.resolve(name + ".txt"));
    assertThat(examples.examples()).isNotEmpty();
    var actual = examples.examples().stream().map(each -> output(each.input()) + "\n").toList();
    if (Boolean.getBoolean("portolan.testdata.rewrite")) {
      examples.write(actual);
      return;
    }
    for (int i = 0; i < actual.size(); i++) {
      var each = examples.examples().get(i);
      assertThat(actual.get(i)).as("%s: %s", name, each.name()).isEqualTo(each.output());
    }
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
