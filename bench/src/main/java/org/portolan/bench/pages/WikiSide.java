package org.portolan.bench.pages;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.data.Store;
import org.portolan.data.Trace;
import org.portolan.wiki.Edit;
import org.portolan.wiki.SaveOutcome;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.synthetic.SyntheticWiki;

/** The wiki on the data layer. */
final class WikiSide implements PageSide {
  private static final int PAGES_READ_MAX = 500;

  private final Store store;
  private final Wiki wiki;
  private final SyntheticWiki synthetic;
  private final AtomicLongArray revisions;

  WikiSide(Store store, SyntheticWiki synthetic) {
    this.store = store;
    this.wiki = Wikis.of(store);
    this.synthetic = synthetic;
    this.revisions = new AtomicLongArray(synthetic.pages());
    for (int from = 0; from < synthetic.pages(); from += PAGES_READ_MAX) {
      int to = Math.min(synthetic.pages(), from + PAGES_READ_MAX);
      Map<String, Long> newest =
          wiki.revisionIds(IntStream.range(from, to).mapToObj(WikiSide::title).toList());
      for (int page = from; page < to; page++) {
        revisions.set(page, newest.getOrDefault(title(page), 0L));
      }
    }
  }

  private static String title(int page) {
    return SyntheticWiki.tag(page);
  }

  @Override
  public void read(int page) {
    read(wiki, page);
  }

  private static void read(Wiki through, int page) {
    if (through.page(title(page)).isEmpty()) {
      throw new BenchmarkFailedException("page " + title(page) + " is missing");
    }
  }

  @Override
  public void save(int page) {
    save(wiki, page);
  }

  private void save(Wiki through, int page) {
    long base = revisions.get(page);
    String text = synthetic.page(page).newest().text() + "\n\nAfter revision " + base + ".";
    Edit edit = new Edit(title(page), text, "Benchmark", "", false, base, Instant.now());
    if (through.save(edit) instanceof SaveOutcome.Saved saved) {
      revisions.set(page, saved.revision().id());
    } else {
      throw new BenchmarkFailedException("page " + title(page) + " could not be saved");
    }
  }

  /** Returns the store's work for a read of a page. */
  Trace.Counts traceOfRead(int page) {
    return cost(through -> read(through, page));
  }

  /** Returns the store's work to find out which links of a page exist. */
  Trace.Counts traceOfLinks(int page) {
    List<String> links =
        IntStream.range(0, SyntheticWiki.LINKS)
            .mapToObj(link -> title((page + link) % synthetic.pages()))
            .toList();
    return cost(through -> through.revisionIds(links));
  }

  /** Returns the store's work for a save. */
  Trace.Counts traceOfSave(int page) {
    return cost(through -> save(through, page));
  }

  /** Returns the store's work for some use of the wiki, without the opening of the wiki. */
  private Trace.Counts cost(Consumer<Wiki> use) {
    Trace trace = new Trace();
    Wiki traced = Wikis.of(store.traced(trace));
    Trace.Counts before = trace.counts();
    use.accept(traced);
    return trace.counts().minus(before);
  }

  /** Does not close the store; its opener does. */
  @Override
  public void close() {}
}
