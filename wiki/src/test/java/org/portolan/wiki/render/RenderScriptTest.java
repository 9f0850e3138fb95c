package org.portolan.wiki.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.wikitext.examples.ExampleFile;
import org.portolan.wikitext.limit.TextLimits;
import org.portolan.wikitext.site.SiteInfo;

/** The examples under {@code testdata/render}; see {@link ExampleFile} for their form. */
class RenderScriptTest {
  private static final Path FOLDER = Path.of("src/test/resources/testdata/render");

  @ParameterizedTest
  @CsvSource({"text.txt,en", "templates.txt,en", "links.txt,en", "latgalian.txt,ltg"})
  void render_example_givesExpectedHtml(String name, String language) throws IOException {
    SiteInfo site = language.equals("ltg") ? Sites.LATGALIAN : Sites.ENGLISH;
    ExampleFile script = ExampleFile.read(FOLDER.resolve(name));
    var actual = new ArrayList<String>();
    try (var renderer = new Renderer(site, TextLimits.DEFAULT)) {
      script.examples().forEach(each -> actual.add(RenderScript.render(each, renderer, site)));
    }
    if (Boolean.getBoolean("portolan.testdata.rewrite")) {
      script.write(actual);
      return;
    }
    assertThat(script.examples()).isNotEmpty();
    for (int i = 0; i < actual.size(); i++) {
      ExampleFile.Example each = script.examples().get(i);
      assertThat(actual.get(i)).as("%s: %s", name, each.name()).isEqualTo(each.output());
    }
  }
}
