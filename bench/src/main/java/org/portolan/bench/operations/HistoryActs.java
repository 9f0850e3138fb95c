package org.portolan.bench.operations;

import java.util.List;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.Wiki;

/** The operations measured on one page with many revisions. Used by one thread. */
public final class HistoryActs {
  private static final int LISTED = 50;
  private static final List<String> HISTORY = List.of("history");

  private final Wiki wiki;
  private final int revisions;
  private final String title;

  /** Makes the page. */
  public HistoryActs(Wiki wiki, int revisions) {
    this.wiki = wiki;
    this.revisions = revisions;
    this.title = "Page of " + revisions + " revisions";
    wiki.put(GrowingWiki.page(title, 0, revisions));
  }

  public List<Act> all() {
    ListingRequest first = ListingRequest.first(LISTED);
    ListingRequest deep =
        Deep.after(revisions / 2, LISTED, request -> wiki.history(title, request));
    return List.of(
        Act.read(
            "view the page", List.of(), sample -> traced -> Expect.present(traced.page(title))),
        Act.read(
            "history: first 50",
            HISTORY,
            sample -> traced -> Expect.entries(LISTED, traced.history(title, first))),
        Act.read(
            "history: 50 from the middle",
            HISTORY,
            sample -> traced -> Expect.entries(LISTED, traced.history(title, deep))),
        Act.read(
            "view the first revision",
            HISTORY,
            sample -> traced -> Expect.present(traced.revision(title, 1))),
        Act.write("save the page", HISTORY, this::save));
  }

  private Act.Run save(int sample) {
    String text = GrowingWiki.text(0) + " Changed by sample " + sample + ".";
    long base = wiki.revisionId(title).orElseThrow(Expect::lost);
    return traced -> Expect.save(traced, title, text, base);
  }
}
