package org.portolan.wiki.load;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.portolan.wiki.PageHistory;
import org.portolan.wiki.RevisionInfo.Hidden;
import org.portolan.wiki.dump.DumpItem;
import org.portolan.wiki.dump.DumpItem.BrokenPage;
import org.portolan.wiki.dump.DumpItem.DumpPage;
import org.portolan.wiki.dump.DumpOptions;
import org.portolan.wiki.dump.DumpReader;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;
import org.portolan.wikitext.text.LinkExtractor;

/** Pages from a MediaWiki XML dump. */
public final class DumpSource implements ImportSource {
  /** The size of the beginning of a file that identifies the file. */
  private static final int IDENTITY_BYTES = 1 << 16;

  /** Of a dump whose exporter counted otherwise, every page may differ. */
  private static final int MISMATCHED_NAMED_MAX = 20;

  private final String name;
  private final String identity;
  private final DumpReader reader;
  private final Consumer<String> notes;
  private final LinkExtractor extractor;
  private final SeenIds pageIds = new SeenIds();
  private int mismatched;

  private DumpSource(String name, String identity, DumpReader reader, Consumer<String> notes) {
    this.name = name;
    this.identity = identity;
    this.reader = reader;
    this.notes = notes;
    this.extractor = new LinkExtractor(reader.site());
  }

  /** Like {@link #open(Path, DumpOptions, Consumer)}, without being told anything. */
  public static DumpSource open(Path file, DumpOptions options) {
    return open(file, options, note -> {});
  }

  /**
   * Opens a dump.
   *
   * @param notes told, a line each, what is odd in pages that are imported all the same
   * @throws org.portolan.wiki.dump.DumpException if it cannot be read or is no dump
   */
  public static DumpSource open(Path file, DumpOptions options, Consumer<String> notes) {
    DumpReader reader = DumpReader.open(file, options);
    try {
      return new DumpSource(
          file.getFileName().toString(), identity(file) + " " + options.revisions(), reader, notes);
    } catch (IOException e) {
      reader.close();
      throw new ImportException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /** Opens a dump that is part of the program; {@code name} must always name the same content. */
  public static DumpSource open(InputStream stream, String name, DumpOptions options) {
    return open(stream, name, options, note -> {});
  }

  /** Like {@link #open(InputStream, String, DumpOptions)}, told what is odd. */
  public static DumpSource open(
      InputStream stream, String name, DumpOptions options, Consumer<String> notes) {
    return new DumpSource(name, name, DumpReader.open(stream, name, options), notes);
  }

  private boolean redirects(PageHistory page) {
    String text = page.newest().text();
    // A hidden text may have been a redirect.
    return page.newest().info().hides(Hidden.TEXT)
        || extractor.redirect(new Title(page.namespace(), page.title()), text).isPresent();
  }

  private static String identity(Path file) throws IOException {
    CRC32C checksum = new CRC32C();
    try (InputStream stream = Files.newInputStream(file)) {
      checksum.update(stream.readNBytes(IDENTITY_BYTES));
    }
    return Files.size(file) + " bytes beginning with " + Long.toHexString(checksum.getValue());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public Optional<SiteInfo> site() {
    return reader.namesSite() ? Optional.of(reader.site()) : Optional.empty();
  }

  @Override
  public void skip(long pages) {
    reader.skip(pages, pageIds::add);
  }

  @Override
  public List<Entry> next(int pagesMax, long bytesMax) {
    List<Entry> entries = new ArrayList<>();
    for (DumpItem item : reader.nextBatch(pagesMax, bytesMax)) {
      if (item instanceof DumpPage page) {
        entries.add(entry(page));
      } else if (item instanceof BrokenPage page) {
        entries.add(new Broken(page.title(), page.place().toString(), page.reason()));
      }
    }
    return entries;
  }

  /**
   * Tells what is odd in a page, and if an earlier page of the dump has its id. Both are imported:
   * the store tells pages apart by their titles, and adds the revisions of a second page of one
   * title and id to the first.
   */
  private Entry entry(DumpPage page) {
    page.redirect()
        .filter(target -> !redirects(page.history()))
        .ifPresent(
            target ->
                notes.accept(
                    "page '"
                        + page.history().title()
                        + "' at "
                        + page.place()
                        + ": it is said to redirect to '"
                        + target
                        + "', but its text does not; the text counts"));
    page.otherNamespace()
        .ifPresent(
            number ->
                notes.accept(
                    "page '"
                        + page.history().title()
                        + "' at "
                        + page.place()
                        + ": it is said to be in namespace "
                        + number
                        + ", but its title is in "
                        + page.history().namespace()
                        + "; the title counts"));
    if (!page.mismatches().isEmpty()) {
      tellMismatches(page);
    }
    if (!pageIds.add(page.history().pageId())) {
      notes.accept(
          "page '"
              + page.history().title()
              + "' at "
              + page.place()
              + ": an earlier page of the dump has its id, "
              + page.history().pageId()
              + "; pages of two titles are both kept, of one title their revisions are one history");
    }
    return new Good(page.history(), page.place().toString());
  }

  private void tellMismatches(DumpPage page) {
    mismatched++;
    if (mismatched > MISMATCHED_NAMED_MAX) {
      if (mismatched == MISMATCHED_NAMED_MAX + 1) {
        notes.accept("more pages have texts like these; they are not named");
      }
      return;
    }
    int more = page.mismatches().size() - 1;
    notes.accept(
        "page '"
            + page.history().title()
            + "' at "
            + page.place()
            + ": the text of revision "
            + page.mismatches().get(0)
            + (more == 0 ? "" : " (and of " + more + " more)")
            + " has another length or checksum than the dump gives; the text counts");
  }

  @Override
  public OptionalLong expectedPages() {
    return OptionalLong.empty();
  }

  @Override
  public void close() {
    reader.close();
  }
}
