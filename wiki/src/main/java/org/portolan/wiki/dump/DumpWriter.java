package org.portolan.wiki.dump;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.portolan.wiki.PageHistory;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.RevisionInfo.Hidden;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;
import org.portolan.wikitext.text.LinkExtractor;

/**
 * Writes a MediaWiki XML export of schema 0.11, which MediaWiki's {@code importDump}, mwxml and
 * {@link DumpReader} read. Not thread-safe.
 *
 * <p>A reader gets back the written pages, with three exceptions forced by the format: times are
 * cut to seconds; characters that XML cannot hold (most controls, halves of surrogate pairs) are
 * replaced by U+FFFD and counted in {@link #replacedCharacters}; aliases of namespaces are not part
 * of a dump. If writing fails, the end tag is left out, so that no reader takes the file for
 * complete.
 */
public final class DumpWriter implements AutoCloseable {
  private static final int BUFFER_CHARACTERS = 1 << 16;
  private static final String SCHEMA = "http://www.mediawiki.org/xml/export-0.11/";

  private final String name;
  private final SiteInfo site;
  private final LinkExtractor extractor;
  private final Writer output;
  private final XmlEscape escape;
  private boolean whole = true;

  private DumpWriter(String name, OutputStream stream, SiteInfo site) {
    this.name = name;
    this.site = site;
    this.extractor = new LinkExtractor(site);
    this.output =
        new BufferedWriter(
            new OutputStreamWriter(stream, StandardCharsets.UTF_8), BUFFER_CHARACTERS);
    this.escape = new XmlEscape(output);
    attempt(this::header);
  }

  /**
   * Creates a file, or overwrites it, compressed if its name ends in ".gz".
   *
   * @throws DumpException if it cannot be written
   */
  public static DumpWriter create(Path file, SiteInfo site) {
    Path directory = file.toAbsolutePath().getParent();
    if (directory != null && !Files.isDirectory(directory)) {
      throw new DumpException(
          "cannot write dump " + file + ": there is no directory " + file.getParent());
    }
    if (file.toString().matches(".*\\.(bz2|7z|xz|zip|zst)")) {
      throw new DumpException(
          "cannot write dump "
              + file
              + ": dumps are written plain or compressed by gzip; name it .xml or .xml.gz");
    }
    try {
      OutputStream stream = Files.newOutputStream(file);
      try {
        boolean compressed = file.toString().endsWith(".gz");
        return new DumpWriter(
            file.toString(),
            compressed ? new GZIPOutputStream(stream, BUFFER_CHARACTERS) : stream,
            site);
      } catch (IOException | RuntimeException e) {
        stream.close();
        throw e;
      }
    } catch (IOException e) {
      throw failed(file.toString(), e);
    }
  }

  /**
   * Writes uncompressed to a stream; the writer closes the stream. {@code name} is for messages.
   */
  public static DumpWriter to(OutputStream stream, String name, SiteInfo site) {
    return new DumpWriter(name, stream, site);
  }

  /**
   * Appends a page with its revisions.
   *
   * @throws DumpException if the file cannot be written any further
   */
  public void write(PageHistory page) {
    attempt(() -> page(page));
  }

  /** Returns the number of characters that were replaced because XML cannot hold them. */
  public long replacedCharacters() {
    return escape.replacedCharacters();
  }

  /**
   * Omits the end tag when the writer is closed: call this if the rest of the pages is not
   * available.
   */
  public void abandon() {
    whole = false;
  }

  /** Ends the file. */
  @Override
  public void close() {
    attempt(
        () -> {
          try (output) {
            if (whole) {
              output.write("</mediawiki>\n");
            }
          }
        });
  }

  private void header() throws IOException {
    output.write("<mediawiki xmlns=\"" + SCHEMA + "\"");
    output.write(" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"");
    output.write(SCHEMA + " http://www.mediawiki.org/xml/export-0.11.xsd\"");
    output.write(" version=\"0.11\" xml:lang=\"");
    escape.write(site.language());
    output.write("\">\n  <siteinfo>\n");
    element("    ", "sitename", site.name());
    element("    ", "dbname", site.database());
    element("    ", "base", site.base());
    element("    ", "generator", "Portolan");
    boolean capitalized =
        site.namespace(Namespace.ARTICLE).map(Namespace::capitalized).orElse(true);
    element("    ", "case", capitalized ? "first-letter" : "case-sensitive");
    output.write("    <namespaces>\n");
    for (var namespace : site.namespaces()) {
      namespace(namespace);
    }
    output.write("    </namespaces>\n  </siteinfo>\n");
  }

  private void namespace(Namespace namespace) throws IOException {
    output.write("      <namespace key=\"" + namespace.id() + "\" case=\"");
    output.write(namespace.capitalized() ? "first-letter" : "case-sensitive");
    if (namespace.name().isEmpty()) {
      output.write("\" />\n");
    } else {
      output.write("\">");
      escape.write(namespace.name());
      output.write("</namespace>\n");
    }
  }

  private void page(PageHistory page) throws IOException {
    output.write("  <page>\n");
    element("    ", "title", page.title());
    element("    ", "ns", Integer.toString(page.namespace()));
    element("    ", "id", Long.toString(page.pageId()));
    var redirect = redirect(page);
    if (redirect.isPresent()) {
      output.write("    <redirect title=\"");
      escape.write(redirect.get());
      output.write("\" />\n");
    }
    for (var revision : page.revisions()) {
      revision(revision);
    }
    output.write("  </page>\n");
  }

  private Optional<String> redirect(PageHistory page) {
    var newest = page.newest();
    return newest.info().model().equals(RevisionInfo.WIKITEXT)
        ? extractor.redirect(new Title(page.namespace(), page.title()), newest.text())
        : Optional.empty();
  }

  private void revision(FullRevision revision) throws IOException {
    var info = revision.info();
    output.write("    <revision>\n");
    element("      ", "id", Long.toString(info.id()));
    if (info.parentId() != 0) {
      element("      ", "parentid", Long.toString(info.parentId()));
    }
    element("      ", "timestamp", info.timestamp().truncatedTo(ChronoUnit.SECONDS).toString());
    contributor(info);
    if (info.minor()) {
      output.write("      <minor />\n");
    }
    if (info.hides(Hidden.COMMENT)) {
      output.write("      <comment deleted=\"deleted\" />\n");
    } else if (!info.comment().isEmpty()) {
      element("      ", "comment", info.comment());
    }
    element("      ", "origin", Long.toString(info.origin()));
    element("      ", "model", info.model());
    element("      ", "format", format(info.model()));
    if (info.hides(Hidden.TEXT)) {
      output.write("      <text bytes=\"" + info.bytes() + "\" deleted=\"deleted\" />\n");
      output.write("      <sha1 />\n");
    } else {
      text(escape.representable(revision.text()));
    }
    output.write("    </revision>\n");
  }

  /** Length and checksum are those of the text in the file. */
  private void text(String text) throws IOException {
    var checksum = Checksum.of(text);
    output.write("      <text bytes=\"" + Checksum.utf8Length(text));
    output.write("\" sha1=\"" + checksum + "\" xml:space=\"preserve\"");
    if (text.isEmpty()) {
      output.write(" />\n");
    } else {
      output.write(">");
      escape.write(text);
      output.write("</text>\n");
    }
    element("      ", "sha1", checksum);
  }

  private void contributor(RevisionInfo info) throws IOException {
    if (info.hides(Hidden.CONTRIBUTOR)) {
      output.write("      <contributor deleted=\"deleted\" />\n");
      return;
    }
    output.write("      <contributor>\n");
    if (info.contributorId().isEmpty()) {
      element("        ", "ip", info.contributor());
    } else {
      element("        ", "username", info.contributor());
      element("        ", "id", Long.toString(info.contributorId().getAsLong()));
    }
    output.write("      </contributor>\n");
  }

  private void element(String indent, String element, String text) throws IOException {
    output.write(indent);
    output.write('<');
    output.write(element);
    output.write('>');
    escape.write(text);
    output.write("</");
    output.write(element);
    output.write(">\n");
  }

  private static String format(String model) {
    return switch (model) {
      case RevisionInfo.WIKITEXT -> "text/x-wiki";
      case "css", "sanitized-css" -> "text/css";
      case "javascript" -> "text/javascript";
      case "json" -> "application/json";
      default -> "text/plain";
    };
  }

  /** A write that may fail. */
  private interface Act {
    void run() throws IOException;
  }

  private void attempt(Act act) {
    boolean done = false;
    try {
      act.run();
      done = true;
    } catch (IOException e) {
      throw failed(name, e);
    } finally {
      whole &= done;
    }
  }

  private static DumpException failed(String name, IOException cause) {
    return new DumpException(
        "cannot write dump " + name + ": " + cause + "; the file is incomplete, write it again",
        cause);
  }
}
