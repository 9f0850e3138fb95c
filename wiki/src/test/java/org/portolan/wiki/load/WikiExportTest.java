package org.portolan.wiki.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.wiki.Answers;
import org.portolan.wiki.Edit;
import org.portolan.wiki.ReferenceWiki;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.WikiStore;
import org.portolan.wiki.dump.DumpException;
import org.portolan.wiki.dump.DumpOptions;
import org.portolan.wiki.dump.DumpOptions.Revisions;
import org.portolan.wiki.dump.DumpReader;
import org.portolan.wiki.dump.DumpWriter;
import org.portolan.wiki.storage.ImportState;

class WikiExportTest {
  private static final Instant TIME = Instant.parse("2024-05-06T07:08:09Z");

  @TempDir private Path directory;

  /** Fills a wiki with the handbook and with pages that are hard to write to a dump. */
  private static void fill(WikiStore store) {
    Imports.run(store.store(), Imports.handbook());
    List<String> texts =
        List.of(
            "", " \n& <b> &amp; ]]> \t\n\n ", "\uD83D\uDDFA [[Žan]]", "#REDIRECT [[Main Page]]");
    for (int number = 0; number < texts.size(); number++) {
      String title = List.of("A", "A & \"B\"", "\uD83D\uDDFA", "Category:Ž").get(number);
      String contributor = List.of("Ann", "192.0.2.7", "", "Žan & Co").get(number);
      store.wiki().save(new Edit(title, texts.get(number), contributor, " a <c> ", true, 0, TIME));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "BASIC, WIDE_ROW, out.xml",
    "HASHED, READ_DELTA, out.xml.gz",
    "READ_DELTA, HASHED, out.xml.gz",
    "WIDE_ROW, BASIC, out.xml"
  })
  void export_importedElsewhere_answersAlike(WikiModel from, WikiModel to, String name) {
    Path file = directory.resolve(name);
    try (WikiStore source = new WikiStore(from, directory);
        WikiStore target = new WikiStore(to, directory)) {
      fill(source);
      List<WikiExport.Summary> told = new ArrayList<>();

      WikiExport.Summary summary =
          new WikiExport(source.wiki(), Revisions.ALL, told::add).run(file);
      ImportState state = Imports.run(target.store(), DumpSource.open(file, DumpOptions.all()));

      assertThat(summary.pages()).isEqualTo(source.wiki().statistics().pages());
      assertThat(summary.revisions()).isEqualTo(source.wiki().statistics().edits());
      assertThat(summary.replacedCharacters()).isZero();
      assertThat(told).last().isEqualTo(summary);
      assertThat(state.pages()).isEqualTo(summary.pages());
      assertThat(state.revisions()).isEqualTo(summary.revisions());
      assertThat(state.failed()).isZero();
      Answers.assertSame(
          target.wiki(), source.wiki(), Imports.questions(source.wiki()), 7, from + " to " + to);
      target.assertClean();
    }
  }

  @Test
  void export_ofCurrentRevisions_holdsOneOfEachPageInOrder() {
    Path file = directory.resolve("current.xml");
    try (WikiStore source = new WikiStore(WikiModel.READ_DELTA, directory)) {
      fill(source);
      Wiki wiki = source.wiki();

      WikiExport.Summary summary = new WikiExport(wiki, Revisions.CURRENT, told -> {}).run(file);

      assertThat(summary.pages()).isEqualTo(wiki.statistics().pages());
      assertThat(summary.revisions()).isEqualTo(summary.pages());
      ReferenceWiki written = Imports.reference(DumpSource.open(file, DumpOptions.all()));
      List<String> titles = Answers.titles(wiki, 50);
      for (String title : titles) {
        assertThat(written.page(title)).isEqualTo(wiki.page(title));
      }
      assertThat(Answers.titles(written, 50)).isEqualTo(titles);
    }
  }

  @Test
  void export_thatFails_leavesTheFileThatStood() throws Exception {
    Path file = directory.resolve("out.xml");
    Files.writeString(file, "what stood");
    try (WikiStore source = new WikiStore(WikiModel.BASIC, directory)) {
      fill(source);

      assertThatThrownBy(() -> failing(source.wiki()).run(file)).hasMessage("enough");

      assertThat(file).hasContent("what stood");
      assertThat(directory.resolve("partial-out.xml")).doesNotExist();
    }
  }

  @Test
  void export_toSymbolicLink_writesTheFileItPointsTo() throws Exception {
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Path file = Files.writeString(elsewhere.resolve("file.xml"), "what stood");
    Path link = Files.createSymbolicLink(directory.resolve("link.xml"), file);
    Path dangling = directory.resolve("dangling.xml");
    Files.createSymbolicLink(dangling, Path.of("elsewhere", "new.xml"));
    try (WikiStore source = new WikiStore(WikiModel.BASIC, directory)) {
      fill(source);

      new WikiExport(source.wiki(), Revisions.ALL, told -> {}).run(link);
      new WikiExport(source.wiki(), Revisions.ALL, told -> {}).run(dangling);

      assertThat(link).isSymbolicLink();
      assertThat(dangling).isSymbolicLink();
      readAll(file);
      readAll(elsewhere.resolve("new.xml"));
    }
  }

  @Test
  void export_toDirectory_isRefusedAndTheDirectoryStays() throws Exception {
    Path empty = Files.createDirectory(directory.resolve("empty"));
    try (WikiStore source = new WikiStore(WikiModel.BASIC, directory)) {
      assertThatThrownBy(() -> new WikiExport(source.wiki(), Revisions.ALL, told -> {}).run(empty))
          .isInstanceOf(ImportException.class)
          .hasMessage("cannot export to " + empty + ": it is a directory; name a file in it");

      assertThat(empty).isEmptyDirectory();
    }
  }

  @Test
  void export_toPipe_writesIntoIt() throws Exception {
    Path pipe = directory.resolve("pipe");
    assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    try (WikiStore source = new WikiStore(WikiModel.BASIC, directory)) {
      fill(source);
      CompletableFuture<String> read =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return Files.readString(pipe);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });

      new WikiExport(source.wiki(), Revisions.ALL, told -> {}).run(pipe);

      assertThat(read.get(1, TimeUnit.MINUTES)).endsWith("</mediawiki>\n");
      assertThat(Files.isRegularFile(pipe)).isFalse();
    }
  }

  @Test
  void export_toCompressionThatIsNotWritten_isRefused() {
    Path file = directory.resolve("out.xml.bz2");
    try (WikiStore source = new WikiStore(WikiModel.BASIC, directory)) {
      assertThatThrownBy(() -> new WikiExport(source.wiki(), Revisions.ALL, told -> {}).run(file))
          .isInstanceOf(DumpException.class)
          .hasMessageContaining("name it .xml or .xml.gz");
    }
  }

  @Test
  void export_toStreamThatFails_hasNoEndTag() {
    try (WikiStore source = new WikiStore(WikiModel.BASIC, directory)) {
      fill(source);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (DumpWriter writer = DumpWriter.to(bytes, "bytes", source.wiki().site())) {
        assertThatThrownBy(() -> failing(source.wiki()).run(writer)).hasMessage("enough");
      }

      assertThat(bytes.toString(StandardCharsets.UTF_8))
          .contains("</page>")
          .doesNotContain("</mediawiki>");
    }
  }

  private static WikiExport failing(Wiki wiki) {
    return new WikiExport(
        wiki,
        Revisions.ALL,
        summary -> {
          throw new IllegalStateException("enough");
        });
  }

  private static void readAll(Path file) {
    try (DumpReader reader = DumpReader.open(file, DumpOptions.all())) {
      while (reader.next().isPresent()) {
        // Only the end matters.
      }
    }
  }
}
