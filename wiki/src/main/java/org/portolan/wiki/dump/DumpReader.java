package org.portolan.wiki.dump;

import com.ctc.wstx.exc.WstxEOFException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import javax.xml.stream.XMLStreamException;
import org.portolan.wiki.dump.DumpItem.BrokenPage;
import org.portolan.wiki.dump.DumpItem.DumpPage;
import org.portolan.wikitext.site.SiteInfo;

/**
 * Reads a MediaWiki XML export, schemas 0.3 to 0.11, plain or compressed by gzip, bzip2 (any number
 * of streams) or 7z. The compression is detected from the content and not from the name. The reader
 * streams: memory is bounded by {@link DumpOptions#pageBytesMax} for every file.
 *
 * <p>Thread-safe: several workers may pull batches from one reader; each page goes to one of them.
 * Decompression runs on a separate thread.
 *
 * <p>A malformed page is reported as {@link DumpItem.BrokenPage} and the reader goes on with the
 * next page; so is a page with bytes that are not UTF-8. If a file is not well-formed, ends early
 * or is hostile, reading ends with a {@link DumpException}, after the pages before that place have
 * been returned; every further call throws it again. A revision whose SHA-1 does not match its text
 * is still read, and counted: Wikipedia's own dumps contain such revisions, because texts were
 * re-encoded after their checksums were made.
 */
public final class DumpReader implements AutoCloseable {
  private static final Set<String> VERSIONS =
      Set.of("0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "0.10", "0.11");

  private static final String DAMAGED =
      "it has bytes that are not UTF-8 or no characters of XML; fetch the file again and compare its"
          + " checksum";

  private static final Place START = new Place(0, 1, 0);

  private final String name;
  private final DumpOptions options;
  private final InputStream input;
  private final Optional<SeekableByteChannel> file;
  private final XmlCursor cursor;
  private final SiteInfo site;
  private final boolean siteNamed;

  /** The element at the cursor that has not been read yet, or null. */
  private String upcoming;

  private long pages;
  private long checksumMismatches;
  private String lastTitle = "";
  private boolean ended;
  private DumpException failure;

  private DumpReader(
      String name, InputStream input, Optional<SeekableByteChannel> file, DumpOptions options)
      throws IOException {
    this.name = name;
    this.file = file;
    this.options = options;
    this.input = input;
    XmlCursor opened = null;
    try {
      opened = new XmlCursor(input);
      var language = root(opened);
      upcoming = opened.child();
      if (upcoming == null) {
        ended = true;
        requireNothingMore(opened);
      }
      siteNamed = "siteinfo".equals(upcoming);
      if (siteNamed) {
        site = new SiteReader(opened, language).read();
        upcoming = null;
      } else {
        site = SiteInfo.standard("Wiki", language);
      }
      boolean damaged =
          "page".equals(upcoming)
              ? opened.isDamagedBetween(START, opened.place(0))
              : opened.isDamagedSince(START);
      if (damaged) {
        throw new XMLStreamException(
            "its header has bytes that are not UTF-8 or no characters of XML; fetch the file again"
                + " and compare its checksum");
      }
      cursor = opened;
    } catch (XMLStreamException | RuntimeException e) {
      throw failed(e, opened == null ? START : opened.place(0));
    }
  }

  /**
   * Opens a dump and reads its header.
   *
   * @throws DumpException if the file cannot be read or is no dump
   */
  public static DumpReader open(Path file, DumpOptions options) {
    if (Files.isDirectory(file)) {
      throw new DumpException(
          "cannot open dump " + file + ": it is a directory; name a file in it");
    }
    try {
      var channel = Files.newByteChannel(file);
      try {
        return open(file.toString(), DumpInput.open(channel), Optional.of(channel), options);
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    } catch (IOException e) {
      throw unopened(file.toString(), e);
    }
  }

  /**
   * Like {@link #open(Path, DumpOptions)} for a stream; the reader closes the stream; 7z needs a
   * file.
   *
   * @param name the name of the stream in messages
   */
  public static DumpReader open(InputStream stream, String name, DumpOptions options) {
    try {
      return open(name, DumpInput.open(stream), Optional.empty(), options);
    } catch (IOException e) {
      throw unopened(name, e);
    }
  }

  private static DumpReader open(
      String name, InputStream input, Optional<SeekableByteChannel> file, DumpOptions options)
      throws IOException {
    try {
      return new DumpReader(name, input, file, options);
    } catch (DumpException e) {
      input.close();
      throw e;
    }
  }

  /** Returns whether the dump names its site. */
  public boolean namesSite() {
    return siteNamed;
  }

  /** Returns the site of the dump; English namespaces if the dump does not name it. */
  public SiteInfo site() {
    return site;
  }

  /**
   * Returns the next page, or empty at the end of the dump.
   *
   * @throws DumpException if the file cannot be read any further
   */
  public synchronized Optional<DumpItem> next() {
    if (failure != null) {
      throw failure;
    }
    PageReader page = null;
    try {
      var before = cursor.place(pages + 1);
      var found = findPage(before);
      if (found != Found.PAGE) {
        return found == Found.END
            ? Optional.empty()
            : Optional.of(new BrokenPage("", DAMAGED, before));
      }
      page = new PageReader(cursor, site, options);
      var item = read(page, cursor.place(pages));
      lastTitle = page.title();
      if (item instanceof DumpPage good) {
        checksumMismatches += good.mismatches().size();
      }
      return Optional.of(item);
    } catch (XMLStreamException | IOException | RuntimeException e) {
      if (page != null && !page.title().isEmpty()) {
        lastTitle = page.title();
      }
      failure = failed(e, cursor.place(pages));
      throw failure;
    }
  }

  /** Reads a page; one with damaged bytes is broken, even if they break the XML. */
  private DumpItem read(PageReader page, Place place) throws XMLStreamException, IOException {
    DumpItem item;
    try {
      item = page.read(place);
    } catch (XMLStreamException e) {
      cursor.recover(place, e);
      return new BrokenPage(page.title(), DAMAGED, place);
    }
    return cursor.isDamagedSince(place) ? new BrokenPage(page.title(), DAMAGED, place) : item;
  }

  /**
   * Returns the next pages, at least one unless the dump has ended, for a worker to handle. Stops
   * at whichever limit comes first; the last page may pass the limit of bytes.
   *
   * @return empty at the end of the dump
   * @throws DumpException if the file cannot be read any further and all pages before that place
   *     have been returned
   */
  public synchronized List<DumpItem> nextBatch(int pagesMax, long bytesMax) {
    if (pagesMax < 1) {
      throw new IllegalArgumentException("pages maximum must be positive but is " + pagesMax);
    }
    var batch = new ArrayList<DumpItem>();
    long bytes = 0;
    try {
      while (batch.size() < pagesMax && bytes < bytesMax) {
        var item = next();
        if (item.isEmpty()) {
          break;
        }
        batch.add(item.get());
        if (item.get() instanceof DumpPage page) {
          for (var revision : page.history().revisions()) {
            bytes += revision.info().bytes();
          }
        }
      }
    } catch (DumpException e) {
      if (batch.isEmpty()) {
        throw e;
      }
    }
    return List.copyOf(batch);
  }

  /**
   * Skips pages without building them; an interrupted import uses this to return to its place.
   *
   * @param ids receives the id of each skipped page, 0 if it has none
   * @return the number of skipped pages; fewer than requested only at the end of the dump
   */
  public synchronized long skip(long count, LongConsumer ids) {
    if (failure != null) {
      throw failure;
    }
    long skipped = 0;
    try {
      while (skipped < count) {
        var before = cursor.place(pages + 1);
        var found = findPage(before);
        if (found == Found.END) {
          break;
        }
        ids.accept(found == Found.PAGE ? skip(cursor.place(pages)) : 0);
        skipped++;
      }
      return skipped;
    } catch (XMLStreamException | IOException | RuntimeException e) {
      failure = failed(e, cursor.place(pages));
      throw failure;
    }
  }

  private long skip(Place place) throws XMLStreamException, IOException {
    try {
      return new PageReader(cursor, site, options).skip();
    } catch (XMLStreamException e) {
      cursor.recover(place, e);
      return 0;
    }
  }

  /** Returns the number of pages that have been read or skipped. */
  public synchronized long pages() {
    return pages;
  }

  /** Returns the number of returned revisions whose text does not match its SHA-1. */
  public synchronized long checksumMismatches() {
    return checksumMismatches;
  }

  /**
   * Returns the share of the file that has been read, from 0 to 1, including blocks read ahead; 0
   * if the dump comes from a stream, 1 if it is closed.
   */
  public double progress() {
    try {
      return file.isEmpty() ? 0 : (double) file.get().position() / Math.max(1, file.get().size());
    } catch (IOException closed) {
      return 1;
    }
  }

  /** Closes the file. Returned pages stay valid. */
  @Override
  public synchronized void close() {
    try {
      cursor.close();
      input.close();
      if (file.isPresent()) {
        file.get().close();
      }
    } catch (XMLStreamException | IOException e) {
      throw new DumpException("cannot close dump " + name + ": " + e.getMessage(), e);
    }
  }

  private String root(XmlCursor opened) throws XMLStreamException {
    var root = opened.child();
    if (!"mediawiki".equals(root)) {
      throw new XMLStreamException(
          "its root element is <" + root + "> but must be <mediawiki>; give a MediaWiki export");
    }
    var version = opened.attribute("version");
    if (version != null && !VERSIONS.contains(version)) {
      throw new XMLStreamException(
          "its schema version is "
              + version
              + " but only 0.3 to 0.11 can be read; export it again");
    }
    var language = opened.attribute("lang");
    return language == null ? "en" : language;
  }

  /** Reads to the end of the file; fails if anything but comments follows the root. */
  private static void requireNothingMore(XmlCursor cursor) throws XMLStreamException {
    cursor.child();
  }

  /** What follows in the file. */
  private enum Found {
    PAGE,
    /** A page whose start tag is damaged; it is passed. */
    DAMAGED_PAGE,
    END
  }

  private Found findPage(Place before) throws XMLStreamException, IOException {
    try {
      return toPage() ? Found.PAGE : Found.END;
    } catch (XMLStreamException e) {
      cursor.recover(before, e);
      pages++;
      return Found.DAMAGED_PAGE;
    }
  }

  private boolean toPage() throws XMLStreamException {
    while (!ended) {
      var element = upcoming == null ? cursor.child() : upcoming;
      upcoming = null;
      if (element == null) {
        ended = true;
        requireNothingMore(cursor);
      } else if (element.equals("page")) {
        pages++;
        return true;
      } else if (element.equals("siteinfo")) {
        throw new XMLStreamException(
            "it has a second <siteinfo>, or one behind pages; a dump is of one wiki, so import each"
                + " part as a file of its own");
      } else {
        cursor.skip();
      }
    }
    return false;
  }

  private DumpException failed(Exception cause, Place place) {
    var title = lastTitle.isEmpty() ? "" : " ('" + lastTitle + "' was the last title)";
    return new DumpException(
        "cannot read dump " + name + " at " + place + title + ": " + reason(cause), cause);
  }

  private static DumpException unopened(String name, IOException cause) {
    return new DumpException("cannot open dump " + name + ": " + reason(cause), cause);
  }

  private static String reason(Throwable cause) {
    for (var inner = cause; inner != null; inner = inner.getCause()) {
      if (inner instanceof WstxEOFException || inner instanceof EOFException) {
        return "it ends too early; fetch it again and compare its checksum";
      }
      if (inner instanceof NoSuchFileException) {
        return "there is no such file; check its name";
      }
      if (inner instanceof UnreadableInputException) {
        return inner.getMessage();
      }
    }
    var message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    // The parser adds a place, which is wrong after a damaged page; our own is in front.
    return message.replaceAll("\\s+", " ").replaceAll(" ?at \\[row,col [^]]*]: \\[[0-9,]*]", "")
        + (message.contains(";") ? "" : "; fetch the file again and compare its checksum");
  }
}
