package org.portolan.wiki.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.wiki.PageHistory;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.dump.DumpItem.DumpPage;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.SiteInfo;

class DumpWriterTest {
  private static final SiteInfo SITE = SiteInfo.standard("Sea & \"Land\"", "en");

  @TempDir Path directory;

  private static PageHistory page(String title, String text) {
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    var info =
        new RevisionInfo(
            4, 0, Instant.parse("2009-03-22T09:37:03Z"), "Ann", "", false, bytes, "wikitext");
    return new PageHistory(title, 0, 9, List.of(new FullRevision(info, text)));
  }

  private static String written(PageHistory... pages) {
    var bytes = new ByteArrayOutputStream();
    try (var writer = DumpWriter.to(bytes, "test", SITE)) {
      for (var page : pages) {
        writer.write(page);
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Property(tries = 500)
  void read_ofWrittenPages_givesThemBack(@ForAll("histories") List<PageHistory> pages) {
    var xml = written(pages.toArray(PageHistory[]::new));
    var reader =
        DumpReader.open(new ByteArrayInputStream(Dumps.utf8(xml)), "written", DumpOptions.all());
    var items = Dumps.readAll(reader);

    assertThat(reader.site()).isEqualTo(SITE);
    assertThat(items).extracting(item -> ((DumpPage) item).history()).isEqualTo(pages);
    assertThat(reader.checksumMismatches()).isZero();
  }

  @Provide
  Arbitrary<List<PageHistory>> histories() {
    var text =
        Arbitraries.strings()
            .withCharRange(' ', '~')
            .withChars('\n', '\r', '\t', 'ā', '\u0085', '\u2028', '\uFEFF', '\uD7FF', '\uFFFD')
            .ofMaxLength(60)
            .map(plain -> plain.replace("~", "𝄞").replace("%", "]]>"));
    var info =
        Combinators.combine(
                Arbitraries.longs().between(0, 1L << 40),
                Arbitraries.longs().between(-1L << 35, 1L << 35),
                Arbitraries.of("Ann", "192.0.2.1", "2001:db8::1", "", "Ä & <b>", " a ", "a: b:c"),
                text,
                Arbitraries.of(true, false),
                Arbitraries.of("wikitext", "Scribunto", "css", "javascript", "json"),
                text)
            .as(DumpWriterTest::revision);
    var title =
        Arbitraries.of("Küste & Meer", "A", "Category:C", "Template:T\"'", "Sea & :x", "𐐀a");
    return Combinators.combine(
            title, Arbitraries.longs().between(1, 1 << 30), info.list().ofMinSize(1).ofMaxSize(4))
        .as(DumpWriterTest::history)
        .list()
        .ofMaxSize(4);
  }

  private static FullRevision revision(
      long parent, long second, String who, String comment, boolean minor, String model, String t) {
    int bytes = t.getBytes(StandardCharsets.UTF_8).length;
    return new FullRevision(
        new RevisionInfo(
            1, parent, Instant.ofEpochSecond(second), who, comment, minor, bytes, model),
        t);
  }

  private static PageHistory history(String title, long id, List<FullRevision> drafts) {
    var revisions = new ArrayList<FullRevision>();
    for (var draft : drafts) {
      var info = draft.info();
      revisions.add(
          new FullRevision(
              new RevisionInfo(
                  10L * revisions.size() + 3,
                  info.parentId(),
                  info.timestamp(),
                  info.contributor(),
                  info.comment(),
                  info.minor(),
                  info.bytes(),
                  info.model()),
              draft.text()));
    }
    int namespace = SITE.pageTitle(title).orElseThrow().namespace();
    return new PageHistory(title, namespace, id, revisions);
  }

  @Test
  void write_ofSiteWithSmallFirstLetters_saysSo() {
    var site =
        new SiteInfo(
            "W", "w", "", "en", List.of(new Namespace(Namespace.ARTICLE, "", false, List.of())));
    var bytes = new ByteArrayOutputStream();
    DumpWriter.to(bytes, "test", site).close();

    assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("<case>case-sensitive</case>");
  }

  @Test
  void write_ofOnePage_isSchema011() throws IOException {
    var xml = written(page("Küste", "#REDIRECT [[Küste & Meer]]\n"));

    try (var expected = getClass().getResourceAsStream("written-0.11.xml")) {
      assertThat(xml).isEqualTo(new String(expected.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Test
  void write_ofCharactersThatXmlCannotHold_replacesAndCountsThem() {
    var bytes = new ByteArrayOutputStream();
    try (var writer = DumpWriter.to(bytes, "test", SITE)) {
      writer.write(page("A", "a\u0000b\u001Fc\uD800d\uDC00e\uFFFEf"));
      assertThat(writer.replacedCharacters()).isEqualTo(5);
    }
    var reader =
        DumpReader.open(
            new ByteArrayInputStream(bytes.toByteArray()), "written", DumpOptions.all());
    var back = (DumpPage) Dumps.readAll(reader).get(0);

    assertThat(back.history().newest().text()).isEqualTo("a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf");
    assertThat(back.mismatches()).isEmpty();
  }

  @Test
  void write_toNameInGz_compresses() throws IOException {
    for (var name : List.of("dump.xml", "dump.xml.gz")) {
      var file = directory.resolve(name);
      try (var writer = DumpWriter.create(file, SITE)) {
        writer.write(page("A", "x".repeat(100_000)));
      }
      assertThat(Files.size(file) < 10_000).isEqualTo(name.endsWith(".gz"));
      assertThat(Dumps.titles(Dumps.readAll(DumpReader.open(file, DumpOptions.all()))))
          .containsExactly("A");
    }
  }

  @Test
  void write_toFullDisk_failsAndLeavesTheEndOut() {
    var bytes = new ByteArrayOutputStream();
    var full =
        new OutputStream() {
          private boolean failed;

          @Override
          public void write(int value) {
            throw new AssertionError("blocks are written");
          }

          @Override
          public void write(byte[] block, int offset, int length) throws IOException {
            if (!failed && bytes.size() > 100_000) {
              failed = true;
              throw new IOException("No space left on device");
            }
            bytes.write(block, offset, length);
          }
        };
    var writer = DumpWriter.to(full, "full.xml", SITE);

    assertThatThrownBy(() -> writer.write(page("A", "x".repeat(1_000_000))))
        .isInstanceOf(DumpException.class)
        .hasMessageContaining("full.xml")
        .hasMessageContaining("No space left on device");
    writer.close();

    assertThat(bytes.toString(StandardCharsets.UTF_8)).doesNotContain("</mediawiki>");
  }

  @Test
  void create_inMissingDirectory_saysSo() {
    var file = directory.resolve("missing").resolve("dump.xml");

    assertThatThrownBy(() -> DumpWriter.create(file, SITE))
        .isInstanceOf(DumpException.class)
        .hasMessageContaining(file.toString());
  }
}
