package org.portolan.bench.growth;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.growth.Figures.Sample;
import org.portolan.bench.operations.Act;
import org.portolan.bench.operations.GrowingWiki;
import org.portolan.bench.operations.HistoryActs;
import org.portolan.bench.operations.SizeActs;
import org.portolan.data.Store;
import org.portolan.data.Trace;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.Wikis;

/** One wiki that grows from size to size and is measured at each. Used by one thread. */
final class GrowthRun {
  private final Store store;
  private final Wiki wiki;
  private final int samples;
  private final LiveLine live;

  /**
   * @param store without pages
   * @param samples how often each operation runs at each size
   */
  GrowthRun(Store store, int samples, LiveLine live) {
    this.store = store;
    this.wiki = Wikis.of(store);
    this.samples = samples;
    this.live = live;
  }

  /** Measures at each size, which ascend. */
  Curves bySize(List<Integer> sizes, long seed) {
    Curves curves = new Curves("pages");
    int from = 0;
    for (int size : sizes) {
      GrowingWiki.fill(store, from, size, live);
      from = size;
      Function<String, Optional<String>> growing =
          index -> Lists.growingIndex(store.design(), index);
      measure(new SizeActs(wiki, size, seed).all(), size, growing, curves);
    }
    return curves;
  }

  /** Measures on pages with these numbers of revisions. */
  Curves byRevisions(List<Integer> revisions) {
    Curves curves = new Curves("revisions");
    for (int number : revisions) {
      Function<String, Optional<String>> growing =
          collection -> Lists.growingCollection(store.design(), collection);
      measure(new HistoryActs(wiki, number).all(), number, growing, curves);
    }
    return curves;
  }

  private void measure(
      List<Act> acts, int size, Function<String, Optional<String>> growing, Curves curves) {
    Trace trace = new Trace();
    Wiki traced = Wikis.of(store.traced(trace));
    for (Act act : acts) {
      live.show(act.name());
      List<Sample> taken = new ArrayList<>(samples);
      for (int sample = 0; sample < samples; sample++) {
        Act.Run run = act.body().prepare(sample);
        Trace.Counts before = trace.counts();
        long start = System.nanoTime();
        run.on(traced);
        taken.add(new Sample(trace.counts().minus(before), System.nanoTime() - start));
      }
      curves.add(
          act.name(),
          size,
          Figures.of(taken),
          act.lists().stream().flatMap(list -> growing.apply(list).stream()).findFirst());
    }
  }
}
