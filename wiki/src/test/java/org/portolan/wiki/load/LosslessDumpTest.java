package org.portolan.wiki.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.WikiStore;
import org.portolan.wiki.dump.DumpFields;
import org.portolan.wiki.dump.DumpOptions;
import org.portolan.wiki.dump.DumpOptions.Revisions;
import org.portolan.wiki.dump.RealDumps;
import org.portolan.wiki.storage.ImportState;

/** What goes from a dump through a store into a dump is the same, field by field. */
class LosslessDumpTest {
  /** What a wiki of Portolan does not have. */
  private static final List<String> NOT_KEPT = List.of("/restrictions=");

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(WikiModel.class)
  void difficultDump_comesBackFieldByField(WikiModel model) throws IOException {
    Path dump = directory.resolve("difficult.xml");
    try (InputStream stream = getClass().getResourceAsStream("difficult.xml")) {
      Files.copy(stream, dump);
    }
    assertComesBack(dump, model, 5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"itwiki-sample.xml.gz", "ltgwiki-pages-articles.xml.bz2"})
  void realDump_comesBackFieldByField(String name) throws IOException {
    Path dump = RealDumps.require(name);
    assertComesBack(dump, WikiModel.HASHED, 747);
  }

  private void assertComesBack(Path dump, WikiModel model, int pagesMin) throws IOException {
    Path written = directory.resolve("written.xml");
    try (WikiStore store = new WikiStore(model, directory)) {
      ImportState state = Imports.run(store.store(), DumpSource.open(dump, DumpOptions.all()));
      assertThat(state.failed()).isZero();
      new WikiExport(store.wiki(), Revisions.ALL, told -> {}).run(written);
    }
    Map<String, List<String>> given = fields(dump);
    Map<String, List<String>> back = fields(written);
    assertThat(given).hasSizeGreaterThanOrEqualTo(pagesMin);
    assertThat(back.keySet()).isEqualTo(given.keySet());
    given.forEach(
        (title, fields) ->
            assertThat(back.get(title))
                .as(title)
                .containsAll(
                    fields.stream()
                        .filter(LosslessDumpTest::isKept)
                        .filter(field -> !DumpFields.isWrongChecksum(field, fields))
                        .toList()));
    // Nothing is added but what the older schemas do not have.
    back.forEach(
        (title, fields) ->
            assertThat(given.get(title))
                .as(title)
                .containsAll(fields.stream().filter(LosslessDumpTest::isInEverySchema).toList()));
  }

  private static boolean isKept(String field) {
    return NOT_KEPT.stream().noneMatch(field::startsWith);
  }

  private static boolean isInEverySchema(String field) {
    return !field.matches("(?s)/revision \\d+(/(origin|model|format|sha1)=|/text@(bytes|sha1)=).*");
  }

  private static Map<String, List<String>> fields(Path dump) throws IOException {
    try (InputStream stream = Files.newInputStream(dump)) {
      return DumpFields.read(stream);
    }
  }

  @Test
  void difficultDump_holdsWhatTheTestSays() throws IOException {
    try (InputStream stream = getClass().getResourceAsStream("difficult.xml")) {
      String xml = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(xml)
          .contains("<contributor deleted=\"deleted\" />")
          .contains("<comment deleted=\"deleted\" />")
          .contains("<text bytes=\"17\" deleted=\"deleted\" />")
          .contains("<redirect title=\"fr:Côte d'Or\" />");
    }
  }
}
