package org.portolan.wiki.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.wiki.storage.ImportLoad;
import org.portolan.wiki.storage.ImportState;
import org.portolan.wiki.storage.ImportTable;
import org.portolan.wiki.storage.PreparedPage;

/**
 * Batches into an empty wiki, without a look at what is there. The state of the import is stored
 * from time to time, when everything before it is durable.
 *
 * <p>A title that comes again, or whose hash came before, is written by a transaction, which
 * compares and joins the pages as in a wiki with pages. So the memory of a title is a few bytes.
 * Thread-safe.
 */
final class LoadWrites implements BatchWrites {
  /** The most pages that a resumed import writes again. */
  private static final int PAGES_BETWEEN_STATES = 5_000;

  private final ImportTable imports;
  private final ImportLoad load;
  private final SeenIds titles = new SeenIds();
  private long storedPages;

  LoadWrites(ImportTable imports, ImportLoad load) {
    this.imports = imports;
    this.load = load;
  }

  @Override
  public void write(List<PreparedEntry> batch, Optional<ImportState> reached) {
    List<PreparedPage> fresh = new ArrayList<>();
    List<PreparedPage> again = new ArrayList<>();
    divide(BatchWrites.pages(batch), fresh, again);
    if (!fresh.isEmpty()) {
      load.write(fresh);
    }
    if (!again.isEmpty()) {
      load.flush();
      imports.write(again, Optional.empty());
    }
    if (reached.isPresent() && isTimeFor(reached.get())) {
      store(reached.get());
    }
  }

  private synchronized void divide(
      List<PreparedPage> pages, List<PreparedPage> fresh, List<PreparedPage> again) {
    for (PreparedPage page : pages) {
      int hash = page.page().title().hashCode();
      (titles.add(Integer.toUnsignedLong(hash)) ? fresh : again).add(page);
    }
  }

  private synchronized boolean isTimeFor(ImportState reached) {
    boolean due = reached.pages() - storedPages >= PAGES_BETWEEN_STATES;
    if (due) {
      storedPages = reached.pages();
    }
    return due;
  }

  private void store(ImportState reached) {
    load.flush();
    imports.write(List.of(), Optional.of(reached));
  }

  /** Ends the load, after all batches. */
  void end(ImportState reached) {
    store(reached);
    load.close();
  }
}
