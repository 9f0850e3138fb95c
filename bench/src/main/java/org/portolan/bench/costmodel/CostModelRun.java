package org.portolan.bench.costmodel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.calibration.Timed;
import org.portolan.bench.operations.Act;
import org.portolan.bench.operations.HistoryActs;
import org.portolan.bench.operations.SizeActs;
import org.portolan.bench.statistics.Spread;
import org.portolan.data.Store;
import org.portolan.data.Trace;
import org.portolan.design.cost.EngineCosts;
import org.portolan.design.cost.Work;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.Wikis;

/**
 * The operations of one wiki, timed in turns and then counted. They are not counted while they are
 * timed, since counting takes time. Used by one thread.
 */
final class CostModelRun {
  /** The executions of an operation that are counted. */
  private static final int COUNTED = 9;

  /** The distance between the numbers of the pages that two operations write. */
  private static final int PAGES_OF_ACT = 10_000_000;

  private final Store store;
  private final LiveLine live;
  private final List<Act> acts = new ArrayList<>();
  private final Map<Act, Integer> samples = new HashMap<>();

  /**
   * @param store with {@code pages} pages
   * @param revisions those of one more page, which this makes
   */
  CostModelRun(Store store, int pages, int revisions, long seed, LiveLine live) {
    this.store = store;
    this.live = live;
    Wiki wiki = Wikis.of(store);
    acts.addAll(new SizeActs(wiki, pages, seed).all());
    acts.addAll(new HistoryActs(wiki, revisions).all());
    for (Act act : acts) {
      samples.put(act, samples.size() * PAGES_OF_ACT);
    }
  }

  /** An operation that takes turns with others. */
  private final class TimedAct implements Timed {
    private final Act act;
    private final Wiki wiki;

    TimedAct(Act act, Wiki wiki) {
      this.act = act;
      this.wiki = wiki;
    }

    @Override
    public String name() {
      return act.name();
    }

    @Override
    public Runnable next() {
      Act.Run run = CostModelRun.this.next(act);
      return () -> run.on(wiki);
    }
  }

  /** Returns the operations, to be measured in rounds. */
  Stream<Timed> timed() {
    Wiki wiki = Wikis.of(store);
    return acts.stream().map(act -> new TimedAct(act, wiki));
  }

  /**
   * Counts the work of the operations, and compares what the costs say of it with their times.
   *
   * @param measured the milliseconds of each of {@link #timed} by round
   */
  List<OperationCost> compare(Map<Timed, List<Double>> measured, EngineCosts costs) {
    List<OperationCost> operations = new ArrayList<>();
    measured.forEach(
        (timed, millis) -> {
          if (timed instanceof TimedAct of) {
            live.show("counting: " + timed.name());
            operations.add(
                OperationCost.of(
                    of.act, work(of.act), costs, Spread.of(millis, Double::doubleValue)));
          }
        });
    return operations;
  }

  private Act.Run next(Act act) {
    return act.body().prepare(samples.merge(act, 1, Integer::sum));
  }

  /** Returns the mean work of some executions. */
  private Work work(Act act) {
    Trace trace = new Trace();
    Wiki traced = Wikis.of(store.traced(trace));
    // A wiki reads its settings when it is used first.
    next(act).on(traced);
    Work before = trace.work();
    for (int execution = 0; execution < COUNTED; execution++) {
      next(act).on(traced);
    }
    return trace.work().minus(before).times(1.0 / COUNTED);
  }
}
