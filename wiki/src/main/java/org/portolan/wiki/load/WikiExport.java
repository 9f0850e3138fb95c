package org.portolan.wiki.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.portolan.wiki.Listing;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.PageHistory;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiPage;
import org.portolan.wiki.dump.DumpOptions.Revisions;
import org.portolan.wiki.dump.DumpWriter;

/**
 * An export: all pages in the order of their titles, as a MediaWiki dump. Each page is as it was at
 * one moment; pages created, renamed or deleted while the export runs may be in it or not. Memory
 * holds one page with its revisions, or the current revisions of {@value #PAGES_AT_ONCE} pages.
 * Comments are not part of dumps.
 */
public final class WikiExport {
  private static final int TITLES_AT_ONCE = 1_000;
  private static final int PAGES_AT_ONCE = 20;

  private final Wiki wiki;
  private final Revisions revisions;
  private final Consumer<Summary> progress;

  /**
   * The counts of the data written so far.
   *
   * @param replacedCharacters characters that XML cannot hold, see {@link DumpWriter}
   */
  public record Summary(long pages, long revisions, long replacedCharacters) {
    /** Returns the summary that a script can read. */
    @Override
    public String toString() {
      return "pages="
          + pages
          + " revisions="
          + revisions
          + " replaced-characters="
          + replacedCharacters;
    }
  }

  /**
   * Prepares an export.
   *
   * @param progress called from time to time
   */
  public WikiExport(Wiki wiki, Revisions revisions, Consumer<Summary> progress) {
    this.wiki = wiki;
    this.revisions = revisions;
    this.progress = progress;
  }

  /**
   * Writes a file, compressed if its name ends in ".gz". The file appears under its name when it is
   * complete; until then its name has the prefix "partial-", and an existing file stays. If the
   * name is a symbolic link, the file that it points to is written. A pipe or a device is written
   * directly.
   *
   * @throws ImportException if the name is that of a directory
   * @throws org.portolan.wiki.dump.DumpException if the file cannot be written
   * @throws org.portolan.engine.StoreException if the wiki cannot be read
   */
  public Summary run(Path file) {
    if (Files.isDirectory(file)) {
      throw new ImportException(
          "cannot export to " + file + ": it is a directory; name a file in it");
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      return write(file);
    }
    Path target = target(file);
    Path partial = target.resolveSibling("partial-" + target.getFileName());
    try {
      Summary summary = write(partial);
      Files.move(partial, target, StandardCopyOption.REPLACE_EXISTING);
      return summary;
    } catch (IOException e) {
      throw new ImportException(
          "the export is complete but cannot be renamed from " + partial + " to " + file + ": " + e,
          e);
    } catch (RuntimeException | Error e) {
      delete(partial, e);
      throw e;
    }
  }

  private Summary write(Path file) {
    try (DumpWriter writer = DumpWriter.create(file, wiki.site())) {
      return run(writer);
    }
  }

  /** Returns the file that a name stands for. */
  private static Path target(Path file) {
    try {
      if (!Files.isSymbolicLink(file)) {
        return file;
      }
      return Files.exists(file)
          ? file.toRealPath()
          : file.resolveSibling(Files.readSymbolicLink(file));
    } catch (IOException e) {
      throw new ImportException("cannot export to " + file + ": its link cannot be read: " + e, e);
    }
  }

  /** Deletes what an export has left that ended with {@code failure}. */
  private static void delete(Path partial, Throwable failure) {
    try {
      Files.deleteIfExists(partial);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /** Writes to a dump; the caller closes the dump. If this fails, the dump gets no end tag. */
  public Summary run(DumpWriter writer) {
    boolean done = false;
    try {
      Summary summary = write(writer);
      done = true;
      return summary;
    } finally {
      if (!done) {
        writer.abandon();
      }
    }
  }

  private Summary write(DumpWriter writer) {
    Summary summary = new Summary(0, 0, 0);
    ListingRequest request = ListingRequest.first(TITLES_AT_ONCE);
    while (true) {
      Listing<String> titles = wiki.titles(request);
      for (int from = 0; from < titles.entries().size(); from += PAGES_AT_ONCE) {
        int to = Math.min(titles.entries().size(), from + PAGES_AT_ONCE);
        summary = write(writer, titles.entries().subList(from, to), summary);
        progress.accept(summary);
      }
      if (titles.next().isEmpty()) {
        return summary;
      }
      request = request.after(titles.next().get());
    }
  }

  private Summary write(DumpWriter writer, List<String> titles, Summary before) {
    long pages = before.pages();
    long written = before.revisions();
    if (revisions == Revisions.CURRENT) {
      for (PageHistory page : current(titles)) {
        writer.write(page);
        pages++;
        written++;
      }
    } else {
      for (String title : titles) {
        var page = wiki.wholePage(title);
        if (page.isPresent()) {
          writer.write(page.get());
          pages++;
          written += page.get().revisions().size();
        }
      }
    }
    return new Summary(pages, written, writer.replacedCharacters());
  }

  private List<PageHistory> current(List<String> titles) {
    Map<String, WikiPage> found = wiki.pages(titles);
    List<PageHistory> pages = new ArrayList<>(found.size());
    for (String title : titles) {
      WikiPage page = found.get(title);
      if (page != null) {
        FullRevision revision = new FullRevision(page.revision(), page.text());
        pages.add(new PageHistory(title, page.namespace(), page.pageId(), List.of(revision)));
      }
    }
    return pages;
  }
}
