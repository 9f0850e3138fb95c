package org.portolan.wiki.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.wiki.dump.DumpItem.BrokenPage;
import org.portolan.wiki.dump.DumpItem.DumpPage;

/** Damaged and malicious files. */
class HostileDumpTest {
  /** More characters than half the heap of the tests can hold. */
  private static final long FLOOD_BYTES = 300L << 20;

  private static final String DOCUMENT_TYPE = "declares a document type";

  @TempDir Path directory;

  /** Returns a text followed by a piece again and again, which would fill the memory. */
  private static InputStream endless(String start, String piece) {
    return new SequenceInputStream(new ByteArrayInputStream(Dumps.utf8(start)), new Flood(piece));
  }

  private static final class Flood extends InputStream {
    private final byte[] unit;
    private long remainingBytes = FLOOD_BYTES;

    Flood(String piece) {
      unit = Dumps.utf8(piece.repeat(8_192));
    }

    @Override
    public int read() {
      return remainingBytes-- <= 0 ? -1 : unit[0];
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      int count = (int) Math.min(remainingBytes, Math.min(length, unit.length));
      if (count <= 0) {
        return -1;
      }
      System.arraycopy(unit, 0, bytes, offset, count);
      remainingBytes -= count;
      return count;
    }
  }

  private static void assertRefused(InputStream stream, String message) {
    assertThatThrownBy(() -> Dumps.readAll(DumpReader.open(stream, "evil.xml", DumpOptions.all())))
        .isInstanceOf(DumpException.class)
        .hasMessageContaining("evil.xml")
        .hasMessageContaining(message);
  }

  private static void assertRefused(String xml, String message) {
    assertRefused(new ByteArrayInputStream(Dumps.utf8(xml)), message);
  }

  @Test
  void read_ofEntityBomb_isRefusedBeforeItGoesOff() {
    var bomb = new StringBuilder("<?xml version=\"1.0\"?><!DOCTYPE mediawiki [<!ENTITY a0 \"ha\">");
    for (int i = 1; i < 30; i++) {
      bomb.append("<!ENTITY a%d \"&a%d;&a%d;&a%d;\">".formatted(i, i - 1, i - 1, i - 1));
    }
    bomb.append("]>").append(Dumps.HEADER);
    bomb.append(Dumps.page("<title>&a29;</title><id>1</id>", Dumps.revision(1)));

    assertRefused(bomb + Dumps.FOOTER, DOCUMENT_TYPE);
  }

  @Test
  void read_ofQuadraticBlowup_isRefused() {
    var xml =
        "<!DOCTYPE mediawiki [<!ENTITY a \""
            + "x".repeat(50_000)
            + "\">]>"
            + Dumps.HEADER
            + "<page><title>"
            + "&a;".repeat(50_000)
            + "</title></page>"
            + Dumps.FOOTER;

    assertRefused(xml, DOCUMENT_TYPE);
  }

  @Test
  void read_ofExternalEntity_isRefusedUnread() throws IOException {
    var secret = Files.writeString(directory.resolve("secret"), "the secret");
    for (var kind : List.of("ENTITY x SYSTEM", "ENTITY % x SYSTEM")) {
      var xml =
          "<!DOCTYPE mediawiki [<!"
              + kind
              + " \""
              + secret.toUri()
              + "\">]>"
              + Dumps.HEADER
              + Dumps.page("<title>&x;</title><id>1</id>", Dumps.revision(1))
              + Dumps.FOOTER;
      assertRefused(xml, DOCUMENT_TYPE);
    }
    assertRefused(
        "<!DOCTYPE mediawiki SYSTEM \"" + secret.toUri() + "\">" + Dumps.HEADER + Dumps.FOOTER,
        DOCUMENT_TYPE);
  }

  @Test
  void read_ofBrokenXml_saysWhereOnlyOnce() {
    assertThatThrownBy(() -> Dumps.readAll(Dumps.HEADER + "<page></title></page>"))
        .isInstanceOf(DumpException.class)
        .hasMessageContaining("page 1, line 2")
        .hasMessageNotContaining("row,col");
  }

  @Test
  void read_ofUnknownEntity_isRefused() {
    assertRefused(Dumps.HEADER + "<page><title>&nbsp;</title></page>" + Dumps.FOOTER, "nbsp");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "<page>", "<page><title>", "<page><revision><text>", "<siteinfo>"})
  void read_ofEndlessNesting_isRefused(String start) {
    assertRefused(
        new ByteArrayInputStream(Dumps.utf8(Dumps.HEADER + start + "<a>".repeat(1_000_000))),
        "Maximum Element Depth limit (64) Exceeded");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "<page><title> ~ x ~ ends too early",
        "<page><title>A</title><id>1</id><revision><id>1</id><text> ~ x ~ ends too early",
        "<page><title>A</title><id> ~ 9 ~ ends too early",
        "<siteinfo><sitename> ~ x ~ ends too early",
        "<!-- ~ x ~ longer than",
        "< ~ a ~ longer than",
        "<page ~ b ~ longer than",
        "<page a=' ~ x ~ ttribute",
        "<?a ~ x ~ longer than",
        "<page><title>&# ~ 0 ~ longer than",
      })
  void read_ofEndlessPiece_endsInBoundedMemory(String start, String piece, String message) {
    assertRefused(endless(Dumps.HEADER + start, piece), message);
  }

  @Test
  void read_ofEndlessAttributes_isRefused() {
    var attributes = new StringBuilder();
    for (int i = 0; i < 100_000; i++) {
      attributes.append(" a").append(i).append("='x'");
    }
    assertRefused(Dumps.HEADER + "<page" + attributes + "></page>" + Dumps.FOOTER, "ttribute");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<a%d/>", "<a b%d='x'/>", "<a xmlns:b%d='x'/>", "<?a%d?>"})
  void read_ofEverNewNames_isRefused(String piece) {
    var names = new StringBuilder();
    for (int i = 0; i < 2_000; i++) {
      names.append(piece.formatted(i));
    }
    assertRefused(Dumps.HEADER + names + Dumps.FOOTER, "more than 1000 different names");
  }

  @Test
  void read_ofOverlongSiteName_isRefused() {
    assertRefused(
        Dumps.HEADER
            + "<siteinfo><sitename>"
            + "x".repeat(10_000)
            + "</sitename></siteinfo>"
            + Dumps.FOOTER,
        "a field of siteinfo is longer than 4096 characters");
  }

  @Test
  void read_ofOverlongTitle_reportsThePageOnly() {
    var xml =
        Dumps.HEADER
            + Dumps.page("<title>" + "x".repeat(1 << 20) + "</title><id>1</id>", Dumps.revision(1))
            + Dumps.page(2)
            + Dumps.FOOTER;

    var items = Dumps.readAll(xml);

    var broken = (BrokenPage) items.get(0);
    assertThat(broken.reason()).isEqualTo("its title is longer than 4096 characters");
    assertThat(broken.title()).hasSizeLessThan(100);
    assertThat(items).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "<html></html> ~ its root element is <html> but must be <mediawiki>",
        "<mediawiki version='0.2'></mediawiki> ~ its schema version is 0.2",
        "<mediawiki version='9'></mediawiki> ~ its schema version is 9",
        "<mediawiki></mediawiki>junk ~ ''",
        "<mediawiki></mediawiki><mediawiki></mediawiki> ~ ''",
        "SELECT * FROM page; ~ neither XML nor compressed",
        "PK\u0003\u0004abc ~ it is a zip archive",
        "<mediawiki><siteinfo><namespaces><namespace key='x'>A</namespace>~ the key 'x'",
        "<mediawiki><page> ~ ends too early",
        "< ~ ''",
      })
  void read_ofSomethingElse_saysWhatItIs(String content, String message) {
    assertRefused(content, message);
  }

  @Test
  void read_ofEmptyFile_saysSo() {
    assertRefused("", "it is empty");
  }

  @Test
  void open_ofMissingFileOrDirectory_saysSo() {
    for (var path : List.of(directory.resolve("missing.xml"), directory)) {
      assertThatThrownBy(() -> DumpReader.open(path, DumpOptions.all()))
          .isInstanceOf(DumpException.class)
          .hasMessageContaining(path.toString());
    }
    assertThatThrownBy(() -> DumpReader.open(directory, DumpOptions.all()))
        .hasMessageContaining("it is a directory; name a file in it");
  }

  @ParameterizedTest
  @ValueSource(strings = {"xml", "gz", "bz2", "7z"})
  void read_ofTruncatedFile_givesPagesThenAnError(String kind) throws IOException {
    var xml = new StringBuilder(Dumps.HEADER);
    for (int number = 1; number <= 1_500; number++) {
      xml.append(Dumps.page(number));
    }
    var whole = Dumps.compressed(directory, kind, Dumps.utf8(xml + Dumps.FOOTER));
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int attempt = 0; attempt < 25; attempt++) {
      int length = 1 + random.nextInt(whole.length - Dumps.FOOTER.length());
      var file = Files.write(directory.resolve("cut"), Arrays.copyOf(whole, length));
      assertThat(catchThrowable(() -> Dumps.readAll(DumpReader.open(file, DumpOptions.all()))))
          .as("seed %d, cut at %d of %d", seed, length, whole.length)
          .isInstanceOf(DumpException.class)
          .hasMessageContaining(file.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"xml", "gz", "bz2", "7z"})
  void read_ofDamagedFile_endsInPagesOrAnError(String kind) throws IOException {
    var xml = new StringBuilder(Dumps.HEADER);
    for (int number = 1; number <= 500; number++) {
      xml.append(Dumps.page(number));
    }
    var whole = Dumps.compressed(directory, kind, Dumps.utf8(xml + Dumps.FOOTER));
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int attempt = 0; attempt < 100; attempt++) {
      var damaged = whole.clone();
      for (int flips = 1 + random.nextInt(5); flips > 0; flips--) {
        damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      }
      var file = Files.write(directory.resolve("damaged"), damaged);
      var failure =
          catchThrowable(() -> Dumps.readAll(DumpReader.open(file, DumpOptions.current())));
      if (failure != null) {
        assertThat(failure).as("seed %d", seed).isInstanceOf(DumpException.class);
      }
    }
  }

  @Property(tries = 300)
  void read_ofAnyBytes_endsInADumpException(@ForAll byte[] bytes, @ForAll Magic magic) {
    var start = magic.bytes();
    var content = Arrays.copyOf(start, start.length + bytes.length);
    System.arraycopy(bytes, 0, content, start.length, bytes.length);

    assertRefused(new ByteArrayInputStream(content), "");
  }

  /** The first bytes of the formats. */
  enum Magic {
    NONE(""),
    XML("<"),
    MARKED("\u00EF\u00BB\u00BF<"),
    GZIP("\u001F\u008B\b\0"),
    BZIP2("BZh91AY&SY"),
    ARCHIVE("7z\u00BC\u00AF'\u001C");

    private final String start;

    Magic(String start) {
      this.start = start;
    }

    byte[] bytes() {
      return start.getBytes(StandardCharsets.ISO_8859_1);
    }
  }

  private static byte[] pages(int count) {
    var xml = new StringBuilder(Dumps.HEADER);
    for (int number = 1; number <= count; number++) {
      xml.append(Dumps.page(number));
    }
    return Dumps.utf8(xml + Dumps.FOOTER);
  }

  /** Every byte of a page in turn becomes one that UTF-8 does not have. */
  @ParameterizedTest
  @ValueSource(ints = {0xFF, 0x80, 0xC3, 0x01})
  void read_ofOneBadByte_costsItsPageOnly(int bad) {
    var good = pages(5);
    var text = new String(good, StandardCharsets.UTF_8);
    int third = text.indexOf("<page>", text.indexOf("Page 2"));
    int end = text.indexOf("</page>", third) + "</page>".length();
    for (int at = third; at < end; at++) {
      var bytes = good.clone();
      bytes[at] = (byte) bad;

      var reader = DumpReader.open(new ByteArrayInputStream(bytes), "bad.xml", DumpOptions.all());
      var items = Dumps.readAll(reader);

      var titles =
          Dumps.titles(items.stream().filter(DumpItem.DumpPage.class::isInstance).toList());
      var where = "byte " + (at - third) + " of " + text.substring(third, end);
      assertThat(titles).as(where).containsExactly("Page 1", "Page 2", "Page 4", "Page 5");
      assertThat(items).as(where).hasSize(5);
      assertThat(((BrokenPage) items.get(2)).reason()).as(where).startsWith("it has bytes that");
      assertThat(items.get(4).place().line()).as(where).isEqualTo(line(text, "<page>", 5));
      assertSkipsAlike(bytes, where);
    }
  }

  /** Many bad bytes may hide several end tags; the pages after them are found all the same. */
  @ParameterizedTest
  @ValueSource(ints = {2, 12, 30, 60, 200})
  void read_ofManyBadBytes_losesNoLaterPage(int length) {
    var good = pages(8);
    var text = new String(good, StandardCharsets.UTF_8);
    int third = text.indexOf("<page>", text.indexOf("Page 2"));
    int end = text.indexOf("</page>", third) + "</page>".length();
    for (int at = third; at < end; at++) {
      var bytes = good.clone();
      Arrays.fill(bytes, at, at + length, (byte) 0xFF);
      var titles =
          Dumps.titles(
              Dumps.readAll(
                      DumpReader.open(
                          new ByteArrayInputStream(bytes), "bad.xml", DumpOptions.all()))
                  .stream()
                  .filter(DumpItem.DumpPage.class::isInstance)
                  .toList());
      assertThat(titles)
          .as("%d bytes from byte %d of the page on", length, at - third)
          .contains("Page 1", "Page 2", "Page 6", "Page 7", "Page 8")
          .doesNotContain("Page 3");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"&#1;", "&#x0;", "&#xD800;", "&#xFFFF;", "&#1114112;", "&#99999999999999999999;"})
  void read_ofReferenceToNoCharacter_costsItsPageOnly(String reference) {
    var xml =
        Dumps.HEADER
            + Dumps.page(1)
            + Dumps.page(2).replaceFirst("(<text[^>]*>)", "$1" + reference)
            + Dumps.page(3).replaceFirst("(<text[^>]*>)", "$1&#9;&#x10FFFF;&amp;#1;&#0065;")
            + Dumps.FOOTER;

    var items =
        Dumps.readAll(
            DumpReader.open(
                new ByteArrayInputStream(Dumps.utf8(xml)), "bad.xml", DumpOptions.all()));

    assertThat(items).hasSize(3);
    assertThat(items.get(1)).isInstanceOf(BrokenPage.class);
    assertThat(((DumpPage) items.get(2)).history().newest().text())
        .startsWith("\t\uDBFF\uDFFF&#1;A");
  }

  @Test
  void read_ofElementInAText_reportsThePage() {
    var xml =
        Dumps.HEADER
            + Dumps.page(1).replaceFirst("(<text[^>]*>)", "$1a <b>c</b> d")
            + Dumps.page(2)
            + Dumps.FOOTER;

    var items =
        Dumps.readAll(
            DumpReader.open(
                new ByteArrayInputStream(Dumps.utf8(xml)), "bad.xml", DumpOptions.all()));

    assertThat(((BrokenPage) items.get(0)).reason())
        .endsWith("'s text has an element <b> inside instead of its escaped form");
    assertThat(items.get(1)).isInstanceOf(DumpPage.class);
  }

  @Test
  void read_ofSecondHeader_isRefused() {
    assertRefused(
        Dumps.HEADER
            + Dumps.page(1)
            + "<siteinfo><sitename>Another</sitename></siteinfo>"
            + Dumps.page(2)
            + Dumps.FOOTER,
        "a second <siteinfo>");
  }

  @Test
  void read_ofBadByteInTheHeader_isRefused() {
    var bytes =
        Dumps.utf8(
            Dumps.HEADER
                + "<siteinfo><sitename>W</sitename><dbname>w?</dbname></siteinfo>"
                + Dumps.page(1)
                + Dumps.FOOTER);
    bytes[new String(bytes, StandardCharsets.ISO_8859_1).indexOf('?', 60)] = (byte) 0xFF;

    assertRefused(new ByteArrayInputStream(bytes), "its header has bytes that are not UTF-8");
  }

  private static int line(String text, String start, int number) {
    int at = -1;
    for (int i = 0; i < number; i++) {
      at = text.indexOf(start, at + 1);
    }
    return 1 + (int) text.substring(0, at).chars().filter(one -> one == '\n').count();
  }

  private static void assertSkipsAlike(byte[] bytes, String where) {
    var reader = DumpReader.open(new ByteArrayInputStream(bytes), "bad.xml", DumpOptions.all());
    assertThat(reader.skip(4, id -> {})).as(where).isEqualTo(4);
    assertThat(Dumps.titles(Dumps.readAll(reader))).as(where).containsExactly("Page 5");
  }

  @Property(tries = 200)
  void read_ofBadBytesAnywhereInPages_losesNoOtherPage(@ForAll Random random) {
    var good = pages(200);
    var text = new String(good, StandardCharsets.UTF_8);
    var bytes = good.clone();
    var damaged = new java.util.TreeSet<String>();
    for (int i = 0; i < 5; i++) {
      int number = 1 + random.nextInt(200);
      int start = text.indexOf("<title>Page " + number + "<");
      int at = start + random.nextInt(text.indexOf("</page>", start) - start);
      bytes[at] = (byte) 0xFE;
      damaged.add("Page " + number);
    }

    var items =
        Dumps.readAll(
            DumpReader.open(new ByteArrayInputStream(bytes), "bad.xml", DumpOptions.all()));

    assertThat(items).hasSize(200);
    assertThat(Dumps.titles(items.stream().filter(DumpItem.DumpPage.class::isInstance).toList()))
        .doesNotContainAnyElementsOf(damaged)
        .hasSize(200 - damaged.size());
  }
}
