package org.portolan.wikitext.expand;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.wikitext.examples.ExampleFile;
import org.portolan.wikitext.site.SiteInfo;

/** The examples under {@code testdata/expand}; see {@link ExampleFile} for their form. */
class ExpandScriptTest {
  private static final Path FOLDER = Path.of("src/test/resources/testdata/expand");

  @ParameterizedTest
  @CsvSource({
    "braces.txt,en",
    "tags.txt,en",
    "templates.txt,en",
    "functions.txt,en",
    "strings.txt,en",
    "names.txt,en",
    "times.txt,en",
    "italian.txt,it"
  })
  void expand_example_givesExpectedText(String name, String language) throws IOException {
    var site = SiteInfo.standard("Sea Charts", language);
    var script = ExampleFile.read(FOLDER.resolve(name));
    var actual = new ArrayList<String>();
    script
        .examples()
        .forEach(each -> actual.add(ExpandScript.expand(each, site).stripTrailing() + "\n"));
    if (Boolean.getBoolean("portolan.testdata.rewrite")) {
      script.write(actual);
      return;
    }
    assertThat(script.examples()).isNotEmpty();
    for (int i = 0; i < actual.size(); i++) {
      var each = script.examples().get(i);
      assertThat(actual.get(i)).as("%s: %s", name, each.name()).isEqualTo(each.output());
    }
  }
}
