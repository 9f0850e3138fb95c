package org.portolan.wikitext.expand;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.wikitext.examples.ExampleFile;
import org.portolan.wikitext.site.SiteInfo;

/** The examples under {@code testdata/save}; see {@link ExampleFile} for their form. */
class SaveScriptTest {
  private static final Path FOLDER = Path.of("src/test/resources/testdata/save");

  @ParameterizedTest
  @CsvSource({"signatures.txt,en", "links.txt,en", "copies.txt,en", "latvian.txt,ltg"})
  void saved_example_givesExpectedText(String name, String language) throws IOException {
    var site = SiteInfo.standard("Sea Charts", language);
    var script = ExampleFile.read(FOLDER.resolve(name));
    var actual = new ArrayList<String>();
    script
        .examples()
        .forEach(each -> actual.add(ExpandScript.save(each, site).stripTrailing() + "\n"));
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
