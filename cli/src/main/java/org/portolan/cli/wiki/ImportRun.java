package org.portolan.cli.wiki;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.portolan.cli.Progress;
import org.portolan.engine.StoreException;
import org.portolan.wiki.dump.DumpException;
import org.portolan.wiki.load.ImportException;
import org.portolan.wiki.load.ImportSource;
import org.portolan.wiki.load.ImportSource.Broken;
import org.portolan.wiki.load.WikiImport;
import org.portolan.wiki.storage.ImportState;
import org.portolan.wiki.storage.WikiStorage;

/** An import with its progress and summary, shared by the commands that import. */
public final class ImportRun {
  private ImportRun() {}

  /** Imports and prints; returns the exit status. If the store fails, it prints how to continue. */
  public static int run(
      WikiStorage storage, ImportSource source, boolean resume, PrintWriter out, PrintWriter err) {
    AtomicLong pages = new AtomicLong();
    try (Progress progress = new Progress("import", "pages", source.expectedPages(), err);
        Progress links = new Progress("links", "pages", OptionalLong.empty(), err)) {
      WikiImport run =
          new WikiImport(
              storage,
              source,
              resume,
              broken -> err.println(text(broken)),
              reached -> {
                pages.set(reached.pages());
                progress.reached(reached.pages());
              },
              links::reached);
      ImportState state = run.run();
      double seconds = progress.seconds();
      out.println(
          state.summary()
              + String.format(
                  Locale.ROOT,
                  " resumed=%d seconds=%.1f pages-per-second=%.0f",
                  run.resumedPages(),
                  seconds,
                  (state.pages() - run.resumedPages()) / seconds));
      return state.failed() == 0 ? 0 : 1;
    } catch (ImportException e) {
      // This failure itself says how to continue.
      throw e;
    } catch (DumpException e) {
      err.println(
          "the store keeps the "
              + pages
              + " pages before that place; import the whole file when you have it: no page is"
              + " duplicated");
      throw e;
    } catch (StoreException e) {
      err.println(
          "the import stopped after "
              + pages
              + " pages; --resume continues it, and duplicates no page; until then a new store"
              + " cannot be used");
      throw e;
    }
  }

  private static String text(Broken broken) {
    return "broken page '"
        + broken.title()
        + "'"
        + (broken.place().isEmpty() ? "" : " at " + broken.place())
        + ": "
        + broken.reason();
  }
}
