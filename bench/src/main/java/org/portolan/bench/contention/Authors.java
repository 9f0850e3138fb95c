package org.portolan.bench.contention;

import java.util.List;
import java.util.OptionalLong;
import org.portolan.bench.contention.WriterProgram.Plan;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.load.Progress;
import org.portolan.bench.load.Worker;
import org.portolan.bench.random.Distribution;
import org.portolan.bench.random.Distributions;
import org.portolan.bench.random.Sampler;
import org.portolan.bench.random.Seeds;
import org.portolan.bench.workload.wiki.EditText;
import org.portolan.bench.workload.wiki.StoreAccess;
import org.portolan.bench.workload.wiki.WikiActs;
import org.portolan.bench.workload.wiki.WikiLoad;
import org.portolan.bench.workload.wiki.WikiWorkload;

/** The authors of one process: those of the workload {@code wiki-edits}. Thread-safe. */
final class Authors extends WikiLoad {
  /** Each process has its own numbers of authors, so that no two have the same name and seeds. */
  private static final int AUTHORS_MAX = 1_000;

  private final StoreAccess wiki;
  private final Plan plan;
  private final long process;
  private final Distribution distribution;

  /** Takes over an open wiki. */
  Authors(StoreAccess wiki, Plan plan, long process) {
    super(wiki);
    this.wiki = wiki;
    this.plan = plan;
    this.process = process;
    this.distribution = Distributions.parse(plan.distribution());
  }

  @Override
  public String name() {
    return WikiWorkload.EDITS;
  }

  @Override
  public List<String> operations() {
    return List.of("edit");
  }

  @Override
  public void prepare(Progress progress) {
    rankPages(1, plan.seed(), progress);
  }

  @Override
  public Worker worker(int number, long seed) {
    throw new UnsupportedOperationException("authors are asked for their edits one by one");
  }

  WriterCounts counts() {
    return WriterCounts.of(wiki.conflicts().orElseThrow(), conflicts().orElseThrow());
  }

  Author author(int thread) {
    return new Author(Math.toIntExact(process * AUTHORS_MAX + thread));
  }

  /**
   * An edit that ended.
   *
   * @param message of a failure; empty if there was none
   */
  record Ended(OneEdit withoutTimes, String message) {
    OneEdit edit(long endMicros, long nanos) {
      return new OneEdit(
          withoutTimes.writer(),
          endMicros,
          nanos,
          withoutTimes.end(),
          withoutTimes.revision(),
          withoutTimes.textHash(),
          withoutTimes.edit(),
          withoutTimes.title());
    }
  }

  /** Used by one thread. */
  final class Author {
    private final Sampler ranks;
    private final WikiActs acts;
    private long revision;
    private String text = "";

    private Author(int number) {
      Seeds seeds = new Seeds(plan.seed());
      this.ranks = distribution.sampler(ranks().size(), seeds.stream("pages", number));
      this.acts = user(number, seeds, plan.reopen(), this::saved);
    }

    private void saved(String title, OptionalLong newRevision, String savedText) {
      revision = newRevision.orElse(0);
      text = savedText;
    }

    /** Edits the next page. */
    Ended edit() {
      revision = 0;
      text = "";
      String title = ranks().title(ranks.next(ranks().size()));
      Outcome outcome;
      boolean thrown = false;
      try {
        outcome = acts.edit(0, title);
      } catch (RuntimeException e) {
        outcome = Outcome.of(0, e);
        thrown = true;
      }
      EditEnd end = EditEnd.of(outcome, thrown);
      OneEdit edit =
          new OneEdit(
              process,
              0,
              0,
              end,
              revision,
              text.hashCode(),
              EditText.editOf(text).orElse("-"),
              title);
      return new Ended(edit, outcome instanceof Outcome.Failed failed ? failed.message() : "");
    }
  }
}
