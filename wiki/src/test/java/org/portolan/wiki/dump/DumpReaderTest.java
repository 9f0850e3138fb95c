package org.portolan.wiki.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.dump.DumpItem.BrokenPage;
import org.portolan.wiki.dump.DumpItem.DumpPage;

class DumpReaderTest {
  @TempDir Path directory;

  private static String pages(int count) {
    return Dumps.HEADER
        + IntStream.rangeClosed(1, count).mapToObj(Dumps::page).collect(Collectors.joining())
        + Dumps.FOOTER;
  }

  private Path file(String name, byte[] content) throws IOException {
    return Files.write(directory.resolve(name), content);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "0.10", "0.11"})
  void read_ofEachSchema_givesTheSamePages(String version) throws IOException {
    List<DumpItem> items;
    try (var stream = getClass().getResourceAsStream("schema-" + version + ".xml")) {
      var reader = DumpReader.open(stream, version, DumpOptions.all());
      assertThat(reader.site().name()).isEqualTo("Seekarten");
      assertThat(reader.site().language()).isEqualTo("de");
      assertThat(reader.site().namespace(14).orElseThrow().name()).isEqualTo("Kategorie");
      assertThat(reader.site().title("bild:x")).map(Object::toString).contains("Bild:x");
      items = Dumps.readAll(reader);
      assertThat(reader.checksumMismatches()).isZero();
    }
    assertThat(Dumps.titles(items)).containsExactly("Küste & Meer", "Kategorie:Meer", "Küste");
    var sea = ((DumpPage) items.get(0)).history();
    assertThat(sea.pageId()).isEqualTo(1);
    assertThat(sea.revisions()).hasSize(4);
    assertThat(sea.revisions().get(0).text()).isEqualTo("Eine [[Karte]].\n");
    assertThat(sea.revisions().get(0).info().comment()).isEqualTo("first <draft>");
    var second = sea.revisions().get(1);
    assertThat(second.text()).isEqualTo(" Eine [[Karte]] & \"mehr\" <b>𝄞</b>.\n\n");
    var withParents = version.length() > 3 || version.charAt(2) >= '7';
    assertThat(second.info())
        .isEqualTo(
            new RevisionInfo(
                3,
                withParents ? 1 : 0,
                Instant.parse("2009-03-23T00:00:00Z"),
                "192.0.2.7",
                "",
                true,
                second.text().getBytes(java.nio.charset.StandardCharsets.UTF_8).length,
                "wikitext"));
    var hidden = sea.revisions().get(2);
    assertThat(hidden.text()).isEmpty();
    assertThat(hidden.info().contributor()).isEmpty();
    assertThat(((DumpPage) items.get(1)).history().namespace()).isEqualTo(14);
    boolean namesTarget = version.length() > 3 || version.charAt(2) >= '6';
    assertThat(((DumpPage) items.get(2)).redirect().isPresent()).isEqualTo(namesTarget);
  }

  @Test
  void read_ofCurrentRevisions_givesTheNewestWhereverItStands() {
    var xml =
        Dumps.HEADER
            + Dumps.page(
                "<title>A</title><id>1</id>",
                Dumps.revision(5) + Dumps.revision(9) + Dumps.revision(7))
            + Dumps.FOOTER;

    var newest = (DumpPage) Dumps.readAll(Dumps.open(xml, DumpOptions.current())).get(0);
    var all = (DumpPage) Dumps.readAll(xml).get(0);

    assertThat(newest.history().revisions()).hasSize(1);
    assertThat(newest.history().newest().text()).isEqualTo("Text 9");
    assertThat(all.history().revisions())
        .extracting(r -> r.info().id())
        .containsExactly(5L, 7L, 9L);
    assertThat(all.history().newest()).isEqualTo(newest.history().newest());
  }

  @ParameterizedTest
  @ValueSource(strings = {"xml", "gz", "bz2", "7z"})
  void read_ofEachCompression_isToldByContent(String kind) throws IOException {
    var xml = Dumps.utf8(pages(50));
    var content = Dumps.compressed(directory, kind, xml);

    var items = Dumps.readAll(DumpReader.open(file("misnamed.txt", content), DumpOptions.all()));

    assertThat(items).hasSize(50);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gz", "bz2"})
  void read_ofSeveralStreamsInOneFile_readsThemAll(String kind) throws IOException {
    var xml = Dumps.utf8(pages(3_000));
    var content = new ByteArrayOutputStream();
    for (int from = 0; from < xml.length; from += 100_000) {
      var part = Arrays.copyOfRange(xml, from, Math.min(xml.length, from + 100_000));
      content.writeBytes(kind.equals("gz") ? Dumps.gzip(part) : Dumps.bzip2(part));
    }

    var items =
        Dumps.readAll(DumpReader.open(file("multi", content.toByteArray()), DumpOptions.all()));

    assertThat(items).hasSize(3_000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "<id>2</id> ~ it has no title",
        "<title> </title><id>2</id> ~ it has no title",
        "<title>a|b</title><id>2</id> ~ its title is not a valid title",
        "<title>Special:Search</title><id>2</id> ~ its title is that of a virtual page",
        "<title>B</title> ~ it has no id",
        "<title>B</title><id>two</id> ~ its id is 'two' but must be a positive number",
        "<title>B</title><id>-2</id> ~ its id is '-2' but must be a positive number",
      })
  void read_ofBadHead_reportsThePageAndGoesOn(String head, String reason) {
    var xml =
        Dumps.HEADER
            + Dumps.page(1)
            + Dumps.page(head, Dumps.revision(2))
            + Dumps.page(3)
            + Dumps.FOOTER;

    var items = Dumps.readAll(xml);

    assertThat(items).hasSize(3);
    var broken = (BrokenPage) items.get(1);
    assertThat(broken.reason()).isEqualTo(reason);
    assertThat(broken.place().page()).isEqualTo(2);
    assertThat(broken.place().line()).isEqualTo(3);
    assertThat(Dumps.titles(items)).contains("Page 1", "Page 3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "<x/> ~ it has no revision",
        "<revision></revision> ~ a revision has no id",
        "<revision><id>x</id></revision> ~ the id of a revision is 'x'",
        "<revision><id>4</id></revision> ~ revision 4 has no timestamp",
        "<revision><id>4</id><timestamp>today</timestamp></revision>"
            + " ~ revision 4's timestamp is 'today'",
        "<revision><id>4</id><parentid>x</parentid></revision> ~ revision 4's parent is 'x'",
        "<revision><id>4</id><timestamp>2009-03-22T09:37:03Z</timestamp>"
            + "<text id='9' bytes='700' /></revision> ~ revision 4 carries no text",
      })
  void read_ofBadRevision_reportsThePageAndGoesOn(String revision, String reason) {
    var xml =
        Dumps.HEADER
            + Dumps.page("<title>B</title><id>2</id>", revision)
            + Dumps.page(3)
            + Dumps.FOOTER;

    var items = Dumps.readAll(xml);

    assertThat(((BrokenPage) items.get(0)).reason()).startsWith(reason);
    assertThat(((BrokenPage) items.get(0)).title()).isEqualTo("B");
    assertThat(Dumps.titles(items)).hasSize(2).contains("Page 3");
  }

  @Test
  void read_ofSameRevisionTwice_reportsThePage() {
    var xml =
        Dumps.HEADER
            + Dumps.page("<title>B</title><id>2</id>", Dumps.revision(4) + Dumps.revision(4))
            + Dumps.FOOTER;

    assertThat(((BrokenPage) Dumps.readAll(xml).get(0)).reason())
        .isEqualTo("revision 4 occurs twice");
  }

  @Test
  void read_ofTooLargeHistory_reportsThePageUnlessOneRevisionIsWanted() {
    var revisions = new StringBuilder();
    for (int id = 1; id <= 100; id++) {
      revisions.append(Dumps.revision(id));
    }
    var xml =
        Dumps.HEADER
            + Dumps.page("<title>Big</title><id>1</id>", revisions.toString())
            + Dumps.page(200)
            + Dumps.FOOTER;

    var all = Dumps.readAll(Dumps.open(xml, DumpOptions.all().withPageBytesMax(5_000)));
    var current = Dumps.readAll(Dumps.open(xml, DumpOptions.current().withPageBytesMax(5_000)));

    assertThat(((BrokenPage) all.get(0)).reason())
        .startsWith("its revisions take more than 5000 bytes; read current revisions only");
    assertThat(Dumps.titles(all)).contains("Page 200");
    assertThat(Dumps.titles(current)).containsExactly("Big", "Page 200");
  }

  @Test
  void read_ofWrongChecksum_takesTheRevisionAndCounts() {
    var text = "<text>x</text><sha1>0000000000000000000000000000000</sha1>";
    var xml =
        Dumps.HEADER
            + Dumps.page(
                "<title>A</title><id>1</id>",
                "<revision><id>1</id><timestamp>2009-03-22T09:37:03Z</timestamp>"
                    + text
                    + "</revision>")
            + Dumps.FOOTER;
    var reader = Dumps.open(xml, DumpOptions.all());

    var page = (DumpPage) Dumps.readAll(reader).get(0);

    assertThat(page.mismatches()).containsExactly(1L);
    assertThat(reader.checksumMismatches()).isEqualTo(1);
    assertThat(page.history().newest().text()).isEqualTo("x");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<text bytes=\"99\">x</text>",
        "<text sha1=\"0000000000000000000000000000000\">x</text>"
            + "<sha1>23jghj7l2sya9tjhd4oknvaaanjty0i</sha1>",
        "<text>x</text><sha1>0000000000000000000000000000000</sha1>"
      })
  void read_ofTextWithAnotherLengthOrChecksum_namesTheRevision(String text) {
    var revision =
        "<revision><id>7</id><timestamp>2020-01-01T00:00:00Z</timestamp>" + text + "</revision>";
    var xml = Dumps.HEADER + Dumps.page("<title>A</title><id>1</id>", revision) + Dumps.FOOTER;

    assertThat(((DumpPage) Dumps.readAll(xml).get(0)).mismatches()).containsExactly(7L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<text bytes=\"4\">a\nb</text><sha1>rm7oftpebzoqwkeuyd6poayeea7oku3</sha1>",
        "<text sha1=\"23jghj7l2sya9tjhd4oknvaaanjty0i\">x</text><content><role>extra</role></content><sha1>0</sha1>",
        "<text deleted=\"deleted\" bytes=\"99\" sha1=\"0\" /><sha1>0</sha1>"
      })
  void read_ofTextWithOldLineEndsFurtherSlotsOrHidden_namesNothing(String text) {
    var revision =
        "<revision><id>7</id><timestamp>2020-01-01T00:00:00Z</timestamp>" + text + "</revision>";
    var xml = Dumps.HEADER + Dumps.page("<title>A</title><id>1</id>", revision) + Dumps.FOOTER;

    assertThat(((DumpPage) Dumps.readAll(xml).get(0)).mismatches()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<title>A</title><title>B</title><id>1</id>|it has two titles",
        "<title>A</title><id>1</id><id>2</id>|it has two ids",
        "<title>A#b</title><id>1</id>|its title is not a valid title"
      })
  void read_ofPageWithDoubledFieldOrFragment_isBroken(String fieldsAndReason) {
    var parts = fieldsAndReason.split("\\|", 2);
    var xml = Dumps.HEADER + Dumps.page(parts[0], Dumps.revision(1)) + Dumps.FOOTER;

    assertThat(((BrokenPage) Dumps.readAll(xml).get(0)).reason()).isEqualTo(parts[1]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<id>7</id><id>8</id><text>x</text>|revision 7 has two ids",
        "<id>7</id><text>x</text><text>y</text>|revision 7 has two texts"
      })
  void read_ofRevisionWithDoubledField_isBroken(String fieldsAndReason) {
    var parts = fieldsAndReason.split("\\|", 2);
    var revision =
        "<revision><timestamp>2020-01-01T00:00:00Z</timestamp>" + parts[0] + "</revision>";
    var xml = Dumps.HEADER + Dumps.page("<title>A</title><id>1</id>", revision) + Dumps.FOOTER;

    assertThat(((BrokenPage) Dumps.readAll(xml).get(0)).reason()).isEqualTo(parts[1]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "<text bytes=\"12\" />", "<text id=\"7\" bytes=\"12\" sha1=\"x\" />"})
  void read_ofRevisionWithoutText_isBrokenAndNotEmpty(String text) {
    var revision =
        "<revision><id>7</id><timestamp>2020-01-01T00:00:00Z</timestamp>" + text + "</revision>";
    var xml = Dumps.HEADER + Dumps.page("<title>A</title><id>1</id>", revision) + Dumps.FOOTER;

    assertThat(((BrokenPage) Dumps.readAll(xml).get(0)).reason())
        .startsWith("revision 7 carries no text");
  }

  @Test
  void read_ofHiddenTextThatTheDumpHas_hidesIt() {
    var revision =
        "<revision><id>7</id><timestamp>2020-01-01T00:00:00Z</timestamp><contributor><ip>192.0.2.1"
            + "</ip></contributor><text deleted=\"deleted\">secret</text></revision>";
    var xml = Dumps.HEADER + Dumps.page("<title>A</title><id>1</id>", revision) + Dumps.FOOTER;

    var newest = ((DumpPage) Dumps.readAll(xml).get(0)).history().newest();

    assertThat(newest.text()).isEmpty();
    assertThat(newest.info().hides(RevisionInfo.Hidden.TEXT)).isTrue();
    assertThat(newest.info().bytes()).isEqualTo(6);
  }

  @Test
  void checksum_ofKnownTexts_isMediaWikis() {
    assertThat(Checksum.of("")).isEqualTo("phoiac9h4m842xq45sp7s6u21eteeq1");
    assertThat(Checksum.matches("phoiac9h4m842xq45sp7s6u21eteeq1", Checksum.of(""))).isTrue();
    assertThat(Checksum.matches("phoiac9h4m842xq45sp7s6u21eteeq1", Checksum.of("x"))).isFalse();
  }

  @Test
  void skip_toAPlace_goesOnThere() {
    var skipped = new ArrayList<Long>();
    try (var reader = Dumps.open(pages(20), DumpOptions.all())) {
      assertThat(reader.skip(15, skipped::add)).isEqualTo(15);
      var item = reader.next().orElseThrow();
      assertThat(Dumps.titles(List.of(item))).containsExactly("Page 16");
      assertThat(item.place().page()).isEqualTo(16);
      assertThat(reader.skip(100, skipped::add)).isEqualTo(4);
      assertThat(reader.next()).isEmpty();
      assertThat(reader.pages()).isEqualTo(20);
      assertThat(skipped).hasSize(19).startsWith(1L, 2L).endsWith(19L, 20L);
    }
  }

  @Test
  void nextBatch_withLimits_stopsAtTheFirst() {
    try (var reader = Dumps.open(pages(20), DumpOptions.all())) {
      assertThat(reader.nextBatch(3, Long.MAX_VALUE)).hasSize(3);
      assertThat(reader.nextBatch(10, 1)).hasSize(1);
      assertThat(reader.nextBatch(100, Long.MAX_VALUE)).hasSize(16);
      assertThat(reader.nextBatch(100, Long.MAX_VALUE)).isEmpty();
    }
  }

  @Test
  void nextBatch_beforeADefect_comesFirst() {
    var xml = Dumps.HEADER + Dumps.page(1) + Dumps.page(2) + "<page><title>Third</title></oops>";
    try (var reader = Dumps.open(xml, DumpOptions.all())) {
      assertThat(Dumps.titles(reader.nextBatch(10, Long.MAX_VALUE)))
          .containsExactly("Page 1", "Page 2");
      for (int attempt = 0; attempt < 2; attempt++) {
        assertThatThrownBy(() -> reader.nextBatch(10, Long.MAX_VALUE))
            .isInstanceOf(DumpException.class)
            .hasMessageContaining("test.xml at page 3, line 4 ('Third' was the last title)");
      }
    }
  }

  @Test
  void nextBatch_onSeveralThreads_givesEachPageOnce() throws InterruptedException {
    var seen = new ConcurrentLinkedQueue<Long>();
    try (var reader = Dumps.open(pages(5_000), DumpOptions.all())) {
      var workers = new ArrayList<Thread>();
      for (int i = 0; i < 4; i++) {
        var worker =
            new Thread(
                () -> {
                  var batch = reader.nextBatch(7, 1 << 20);
                  while (!batch.isEmpty()) {
                    batch.forEach(item -> seen.add(item.place().page()));
                    batch = reader.nextBatch(7, 1 << 20);
                  }
                });
        workers.add(worker);
        worker.start();
      }
      for (var worker : workers) {
        worker.join();
      }
    }
    assertThat(seen).hasSize(5_000).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(strings = {"xml", "gz", "bz2", "7z"})
  void progress_ofFile_goesFromNearNothingToAll(String kind) throws IOException {
    // The text does not compress much, so that reading ahead does not reach the end.
    var random = new Random(1);
    var xml = new StringBuilder(Dumps.HEADER);
    for (int number = 1; number <= 30_000; number++) {
      xml.append(
          Dumps.page(
              "<title>P" + random.nextLong() + "</title><id>1</id>", Dumps.revision(number)));
    }
    var content = Dumps.compressed(directory, kind, Dumps.utf8(xml + Dumps.FOOTER));
    var reader = DumpReader.open(file("progress", content), DumpOptions.all());

    assertThat(reader.progress()).isBetween(0.0, 0.6);
    assertThat(Dumps.readAll(reader)).hasSize(30_000);
    assertThat(reader.progress()).isEqualTo(1);
  }

  @Test
  void close_beforeTheEnd_letsTheDecompressionEnd() throws IOException {
    var file = file("big.bz2", Dumps.bzip2(Dumps.utf8(pages(30_000))));

    var reader = DumpReader.open(file, DumpOptions.all());
    reader.next();
    reader.close();

    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("dump-decompression"));
  }
}
