package org.portolan.bench.workload.wiki;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.portolan.bench.load.Progress;
import org.portolan.bench.load.Verification;
import org.portolan.bench.load.Workload;
import org.portolan.bench.random.Seeds;
import org.portolan.data.ConflictStatistics;
import org.portolan.engine.ServerMetrics;

/**
 * The users of one wiki in one run. The edits acknowledged to them are looked up at the end.
 * Thread-safe as a {@link Workload} is.
 */
public abstract class WikiLoad implements Workload {
  private final WikiAccess wiki;
  private final SavedEdits saved = new SavedEdits();
  private final Reopenings reopenings = new Reopenings();

  /** Distinguishes the writes of this run from those of other runs. */
  private final long run = System.currentTimeMillis();

  private PageRanks ranks;

  /** Takes over an open wiki. */
  protected WikiLoad(WikiAccess wiki) {
    this.wiki = wiki;
  }

  /** Returns the settings of the access to the wiki; a subclass adds its own. */
  @Override
  public Map<String, String> configuration() {
    return new LinkedHashMap<>(wiki.configuration());
  }

  /**
   * Ranks the pages of the wiki; fills the wiki first if it has none.
   *
   * @param fill the number of synthetic pages with which an empty wiki is filled
   * @param seed of their ranks
   */
  protected final void rankPages(int fill, long seed, Progress progress) {
    ranks = new PageRanks(wiki.titles(fill, PageRanks.TITLES_MAX, progress), seed);
  }

  /** Returns the pages; null before they are ranked. */
  protected final PageRanks ranks() {
    return ranks;
  }

  /**
   * Returns a user, for one thread.
   *
   * @param reopeningsMax how often an edit opens its page again after an edit conflict
   */
  protected final WikiActs user(int number, Seeds seeds, int reopeningsMax) {
    return user(number, seeds, reopeningsMax, saved::acknowledged);
  }

  /**
   * Returns a user whose edits are not looked up at the end.
   *
   * @param acknowledged receives them instead
   */
  protected final WikiActs user(
      int number, Seeds seeds, int reopeningsMax, WikiActs.Acknowledged acknowledged) {
    EditText texts = new EditText(seeds.stream("texts", number), run + "." + number);
    return new WikiActs(wiki, texts, acknowledged, reopenings, reopeningsMax);
  }

  /** Returns a title that no page of this or another run has. */
  protected final String newTitle(int number, int page) {
    return "Made " + run + " by " + number + " as " + page;
  }

  @Override
  public boolean inProcess() {
    return wiki.inProcess();
  }

  @Override
  public Optional<ServerMetrics> serverMetrics() {
    return wiki.serverMetrics();
  }

  /** Returns the conflicts inside operations: those of the store's writes, and of authors. */
  @Override
  public Optional<ConflictStatistics> conflicts() {
    return Optional.of(reopenings.and(wiki.conflicts()));
  }

  /** Looks up every edit acknowledged so far; empty if no edit can be looked up. */
  @Override
  public Optional<Verification> verifyAtEnd() {
    return verify(wiki);
  }

  final Optional<Verification> verify(WikiAccess through) {
    return saved.verify(through);
  }

  @Override
  public void close() {
    wiki.close();
  }
}
