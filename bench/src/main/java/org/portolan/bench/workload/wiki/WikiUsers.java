package org.portolan.bench.workload.wiki;

import java.util.List;
import java.util.Optional;
import org.portolan.bench.load.Progress;
import org.portolan.bench.load.Verification;
import org.portolan.bench.random.Seeds;

/** The users of one wiki in one run, and the edits acknowledged to them. Thread-safe. */
public final class WikiUsers {
  private final WikiAccess wiki;
  private final SavedEdits saved = new SavedEdits();

  /** Distinguishes the writes of this run from those of other runs. */
  private final long run = System.currentTimeMillis();

  public WikiUsers(WikiAccess wiki) {
    this.wiki = wiki;
  }

  WikiAccess wiki() {
    return wiki;
  }

  /**
   * Returns the pages of the wiki; fills the wiki first if it has none.
   *
   * @param fill the number of synthetic pages with which an empty wiki is filled
   * @param seed of their ranks
   */
  public PageRanks pages(int fill, long seed, Progress progress) {
    List<String> titles = wiki.titles(PageRanks.TITLES_MAX, progress);
    if (titles.isEmpty() || wiki.halfFilled(fill)) {
      wiki.fill(fill, progress);
      titles = wiki.titles(PageRanks.TITLES_MAX, progress);
    }
    return new PageRanks(titles, seed);
  }

  /** Returns a user, for one thread. */
  public WikiActs user(int number, Seeds seeds) {
    EditText texts = new EditText(seeds.stream("texts", number), run + "." + number);
    return new WikiActs(wiki, texts, saved);
  }

  /** Returns a title that no page of this or another run has. */
  public String newTitle(int number, int page) {
    return "Made " + run + " by " + number + " as " + page;
  }

  /** Looks up every edit acknowledged so far; empty if no edit can be looked up. */
  public Optional<Verification> verify() {
    return verify(wiki);
  }

  Optional<Verification> verify(WikiAccess through) {
    return saved.verify(through);
  }
}
