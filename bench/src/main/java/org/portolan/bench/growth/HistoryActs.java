package org.portolan.bench.growth;

import java.util.List;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.Wiki;

/** The operations measured on one page with many revisions. Used by one thread. */
final class HistoryActs {
  private static final int LISTED = 50;
  private static final List<String> HISTORY = List.of("history");

  private final Wiki wiki;
  private final int revisions;
  private final String title;

  /** Makes the page. */
  HistoryActs(Wiki wiki, int revisions) {
    this.wiki = wiki;
    this.revisions = revisions;
    this.title = "Page of " + revisions + " revisions";
    wiki.put(GrowingWiki.page(title, 0, revisions));
  }

  List<Act> all() {
    ListingRequest first = ListingRequest.first(LISTED);
    ListingRequest deep =
        Deep.after(revisions / 2, LISTED, request -> wiki.history(title, request));
    return List.of(
        Act.of("view the page", (traced, sample) -> Expect.present(traced.page(title))),
        new Act(
            "history: first 50",
            HISTORY,
            (traced, sample) -> Expect.entries(LISTED, traced.history(title, first))),
        new Act(
            "history: 50 from the middle",
            HISTORY,
            (traced, sample) -> Expect.entries(LISTED, traced.history(title, deep))),
        new Act(
            "view the first revision",
            HISTORY,
            (traced, sample) -> Expect.present(traced.revision(title, 1))),
        new Act(
            "save the page",
            HISTORY,
            (traced, sample) ->
                Expect.save(
                    traced,
                    title,
                    GrowingWiki.text(0) + " Changed by sample " + sample + ".",
                    wiki.revisionId(title).orElseThrow(Expect::lost))));
  }
}
