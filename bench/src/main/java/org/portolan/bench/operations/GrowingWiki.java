package org.portolan.bench.operations;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Text;
import org.portolan.data.Store;
import org.portolan.wiki.PageHistory;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.load.ImportSource;
import org.portolan.wiki.load.WikiImport;
import org.portolan.wiki.synthetic.SyntheticWiki;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.SiteInfo;

/**
 * The pages from one number to another of a wiki that grows. Every page links to one hub and to the
 * page before it, uses one template, and is in one category; so three lists grow with the wiki, and
 * all others stay as they are. Titles are not in the order of the numbers. Used by one thread.
 */
public final class GrowingWiki implements ImportSource {
  static final String HUB = "Hub";
  static final String TEMPLATE = "Template:Note";
  static final String CATEGORY = "Category:Everything";

  /** A prime: multiplication by a smaller number permutes the numbers below it. */
  private static final long NUMBERS = 99_999_989;

  public static final int PAGES_MAX = 50_000_000;

  private static final Instant FIRST_EDIT = Instant.parse("2010-01-01T00:00:00Z");

  private final int from;
  private final int to;
  private int next;

  GrowingWiki(int from, int to) {
    this.from = from;
    this.to = to;
    this.next = from;
  }

  /** Writes the pages from one number to another into a store. */
  public static void fill(Store store, int from, int to, LiveLine live) {
    try (GrowingWiki pages = new GrowingWiki(from, to)) {
      new WikiImport(
              store,
              pages,
              false,
              broken -> {
                throw new BenchmarkFailedException(
                    "page '" + broken.title() + "' could not be written: " + broken.reason());
              },
              reached -> live.show(Text.format("%s of %s pages", from + reached.pages(), to)))
          .run();
    }
  }

  static String title(int number) {
    return SyntheticWiki.tag((int) ((number + 1L) * 48_271 % NUMBERS));
  }

  /** Returns the text of a page that links to the hub and to another page. */
  static String text(int number) {
    return "The text of page "
        + number
        + ", which is short. {{Note}} [["
        + HUB
        + "]] [["
        + title(Math.max(0, number - 1))
        + "]] [["
        + CATEGORY
        + "]]";
  }

  /** Returns a page with some revisions, the newest with its usual text. */
  static PageHistory page(String title, int number, int revisions) {
    List<FullRevision> all = new ArrayList<>(revisions);
    for (int revision = 1; revision <= revisions; revision++) {
      String text = text(number) + (revision == revisions ? "" : " Revision " + revision + ".");
      RevisionInfo info =
          new RevisionInfo(
              revision,
              revision - 1,
              FIRST_EDIT.plusSeconds(revision),
              "Author",
              "",
              false,
              text.length(),
              RevisionInfo.WIKITEXT);
      all.add(new FullRevision(info, text));
    }
    return new PageHistory(title, Namespace.ARTICLE, number + 1L, all);
  }

  @Override
  public String name() {
    return "growth to " + to;
  }

  @Override
  public String identity() {
    return "pages from " + from + " to " + to;
  }

  @Override
  public Optional<SiteInfo> site() {
    return Optional.of(SiteInfo.standard("Growing wiki", "en"));
  }

  @Override
  public void skip(long pages) {
    next = (int) Math.min(to, next + pages);
  }

  @Override
  public List<Entry> next(int pagesMax, long bytesMax) {
    List<Entry> entries = new ArrayList<>();
    while (next < to && entries.size() < pagesMax) {
      entries.add(new Good(page(title(next), next, 1), "page " + next));
      next++;
    }
    return entries;
  }

  @Override
  public OptionalLong expectedPages() {
    return OptionalLong.of(to - from);
  }

  @Override
  public void close() {}
}
