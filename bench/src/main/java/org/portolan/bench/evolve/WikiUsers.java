package org.portolan.bench.evolve;

import java.util.List;
import java.util.random.RandomGenerator;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.load.Progress;
import org.portolan.bench.load.Worker;
import org.portolan.bench.random.Distributions;
import org.portolan.bench.random.Sampler;
import org.portolan.bench.random.Seeds;
import org.portolan.bench.workload.wiki.StoreAccess;
import org.portolan.bench.workload.wiki.WikiActs;
import org.portolan.bench.workload.wiki.WikiLoad;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.Wiki;

/**
 * Users of a wiki of one kind: some read pages and lists of back-links by turns, others edit pages.
 * They are apart, so that reads and writes are measured apart.
 */
final class WikiUsers extends WikiLoad {
  private static final int REOPENINGS = 5;
  private static final int LISTED = 50;

  private final Wiki wiki;
  private final boolean edits;
  private final int pages;
  private final long seed;

  /**
   * @param access to {@code wiki}; it is not closed with this object
   * @param pages with which an empty wiki is filled
   */
  WikiUsers(StoreAccess access, Wiki wiki, boolean edits, int pages, long seed) {
    super(access);
    this.wiki = wiki;
    this.edits = edits;
    this.pages = pages;
    this.seed = seed;
  }

  @Override
  public String name() {
    return edits ? "edits" : "reads";
  }

  @Override
  public List<String> operations() {
    return List.of(name());
  }

  @Override
  public void prepare(Progress progress) {
    rankPages(pages, seed, progress);
  }

  int pages() {
    return ranks().size();
  }

  @Override
  public Worker worker(int number, long runSeed) {
    Seeds seeds = new Seeds(runSeed);
    RandomGenerator random = seeds.stream("operations", number);
    Sampler sampler =
        Distributions.parse("zipfian").sampler(pages(), seeds.stream("pages", number));
    WikiActs acts = user(number, seeds, REOPENINGS, (title, revision, text) -> {});
    return () -> {
      String title = ranks().title(sampler.next(pages()));
      try {
        if (edits) {
          return acts.edit(0, title);
        }
        return random.nextBoolean() ? acts.view(0, title) : list(title);
      } catch (RuntimeException e) {
        return Outcome.of(0, e);
      }
    };
  }

  private Outcome list(String title) {
    return wiki.backlinks(title, ListingRequest.first(LISTED)).entries().size() <= LISTED
        ? Outcome.ok(0)
        : Outcome.wrongData(0, "more back-links than asked for");
  }

  /** The store is closed by the benchmark. */
  @Override
  public void close() {}
}
