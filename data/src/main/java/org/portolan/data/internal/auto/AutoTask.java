package org.portolan.data.internal.auto;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.auto.AutoLayout.Decision;
import org.portolan.data.internal.auto.IndexUse.Sums;
import org.portolan.data.internal.auto.IndexUses.Writes;
import org.portolan.data.internal.auto.UseSketch.Hot;
import org.portolan.data.internal.background.BackgroundTask;
import org.portolan.data.internal.background.TaskState;
import org.portolan.design.CostsReader;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.cost.EngineCosts;
import org.portolan.design.index.IndexLayout;
import org.portolan.design.index.OrderedTree;
import org.portolan.design.index.Representation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the automatic indexes of a store once in each window, and moves those that {@link
 * AutoLayout} says. It knows what this process does; what others do at the same store it does not
 * see. Thread-safe.
 */
public final class AutoTask implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AutoTask.class);

  /** What moves may write in an hour, on average. */
  public static final long BYTES_PER_HOUR = 1L << 30;

  /** The busiest values that are looked at, and how far. */
  private static final int LOOKS = 3;

  private static final int MEMBERS_MAX = 1_000;

  /** After how many windows a note tells the present figures, if nothing else is to be told. */
  private static final long NOTED_EACH = 10;

  private final AutoStore store;
  private final IndexUses uses;
  private final StoreRuntime runtime;
  private final Duration window;
  private final AutoLayout policy;
  private final List<IndexLayout> layouts;
  private final Map<String, Watched> indexes = new HashMap<>();
  private final BackgroundTask task;
  private long now;

  /** What the task knows of an index. */
  private static final class Watched {
    private final UseWindows windows = new UseWindows();
    private AutoHistory history;
    private AutoNote note;
    private IndexLayout layout;
    private Sums sums = Sums.NONE;
    private Writes writes = Writes.NONE;
    private String words = "";
    private long noted;
    private long nanos;
  }

  /** The state of an index for people. */
  public record State(String index, String layout, String words) {}

  /**
   * Begins to watch the automatic indexes of a store.
   *
   * @param items whether the engine has items within a row
   */
  public AutoTask(
      AutoStore store, IndexUses uses, EngineCosts costs, boolean items, StoreOptions options) {
    this.store = store;
    this.uses = uses;
    this.runtime = options.runtime();
    this.window = options.autoWindow();
    this.policy = new AutoLayout(costs, BYTES_PER_HOUR);
    this.layouts = Candidates.all(items);
    this.task = new BackgroundTask(runtime, "portolan-auto-layout", window, this::step);
  }

  /**
   * Returns whether a store needs this task. Of engines of rows only cells are kept, in which
   * writers never conflict, so there is nothing to move to.
   */
  public static boolean isNeeded(Design design, Guarantee guarantee) {
    return guarantee == Guarantee.ATOMIC
        && design.entities().stream()
            .flatMap(entity -> entity.indexes().stream())
            .anyMatch(IndexDesign::automatic);
  }

  /** Returns the costs of an engine; those of RocksDB for one of which none were measured. */
  public static EngineCosts costs(String scheme) {
    try {
      return CostsReader.shipped(scheme).costs();
    } catch (IllegalArgumentException none) {
      return CostsReader.shipped("rocksdb").costs();
    }
  }

  /** Returns how the thread fares. */
  public TaskState state() {
    return task.state();
  }

  /** Returns what was seen last of each automatic index. */
  public synchronized List<State> states() {
    List<State> states = new ArrayList<>();
    indexes.forEach(
        (name, of) -> {
          if (of.layout != null) {
            states.add(new State(name, of.layout.spelling(), of.words));
          }
        });
    return states;
  }

  /** Ends the thread after the step under way, which may be a move. */
  @Override
  public void close() {
    task.close();
  }

  private Duration step() {
    now++;
    if (store.isTurn()) {
      store.goOn();
      Design design = store.design();
      for (EntityDesign entity : design.entities()) {
        for (IndexDesign index : entity.indexes()) {
          if (index.automatic()) {
            look(design, index);
          }
        }
      }
    }
    return window;
  }

  private void look(Design design, IndexDesign index) {
    Watched of = watched(index.name());
    IndexUse use = uses.of(index.name());
    Sums sums = use.sums();
    Sums inWindow = sums.since(of.sums);
    of.sums = sums;
    Writes writes = uses.writes();
    Writes written = writes.since(of.writes);
    of.writes = writes;
    // A move of another index may have taken long.
    long nanos = runtime.monotonicNanos();
    double seconds = (nanos - of.nanos) / 1e9;
    of.nanos = nanos;
    List<Hot> hot = use.hottest(UseWindows.AGING);
    if (!index.layout().equals(of.layout)) {
      // Of this window nobody knows which part belongs to which layout.
      of.windows.clear();
      of.history = of.history.judged().wishing(Optional.empty());
      set(of, index.layout(), "is counted from now on");
      return;
    }
    if (inWindow.changes() + inWindow.reads() > 0) {
      addWindow(of, index, inWindow, written, hot, seconds);
    }
    int readBuckets =
        index.layout().representation() == Representation.OBJECT
                && !(index.layout().partitioning() instanceof OrderedTree)
                && index.layout().partitioning().deltaBuckets() == 0
            ? index.layout().partitioning().readBuckets()
            : 0;
    UseProfile profile = of.windows.profile(readBuckets);
    Decision decision =
        policy.decide(
            profile,
            index.layout(),
            Candidates.admitted(design, index.name(), layouts),
            of.history,
            now,
            () -> store.entries(index.name()));
    set(of, index.layout(), profile.text() + "; " + decision.words());
    if (decision.move().isPresent()) {
      move(index.name(), of, decision, decision.move().get());
    } else {
      of.history = decision.history();
      if (now - of.noted >= NOTED_EACH) {
        of.noted = now;
        of.note = of.note.withState(of.words);
        store.note(AutoNote.name(index.name()), of.note.text());
      }
    }
  }

  private void addWindow(
      Watched of, IndexDesign index, Sums inWindow, Writes written, List<Hot> hot, double seconds) {
    int looks = 0;
    long members = 0;
    long bytes = 0;
    for (Hot each : hot.subList(0, Math.min(LOOKS, hot.size()))) {
      AutoStore.Look look = store.look(index.name(), each.value(), MEMBERS_MAX);
      looks++;
      members += look.members();
      bytes += look.bytes();
    }
    double listed = looks == 0 ? 0 : (double) members / looks;
    of.windows.add(
        inWindow, written, seconds, hot, listed, members == 0 ? 0 : (double) bytes / members);
  }

  private void move(String index, Watched of, Decision decision, Move move) {
    LOG.info(
        "index {} {} from {} to {}: {}",
        index,
        move.back() ? "goes back" : "moves",
        move.from().spelling(),
        move.to().spelling(),
        move.reason());
    try {
      // Another index may have moved meanwhile.
      store.evolve(store.design().withLayout(index, move.to()));
    } catch (RuntimeException e) {
      LOG.warn(
          "index {} stays in {}, since the move to {} failed; another one is tried in {} windows: {}",
          index,
          move.from().spelling(),
          move.to().spelling(),
          AutoLayout.HOUR,
          e.toString());
      of.history = of.history.pausing(now + AutoLayout.HOUR);
      return;
    }
    LOG.info("index {} is in {} now", index, move.to().spelling());
    of.history = decision.history();
    long pause = now + policy.pause(move.bytes());
    indexes.values().forEach(each -> each.history = each.history.pausing(pause));
    of.windows.clear();
    of.sums = uses.of(index).sums();
    of.writes = uses.writes();
    of.nanos = runtime.monotonicNanos();
    set(of, move.to(), "has just " + (move.back() ? "gone back" : "moved") + ": " + move.reason());
    of.noted = now;
    of.note =
        of.note
            .withState(of.words)
            .with(
                new AutoNote.Entry(
                    Instant.ofEpochMilli(runtime.wallMillis()),
                    move.back(),
                    move.from().spelling(),
                    move.to().spelling(),
                    move.reason()));
    store.note(AutoNote.name(index), of.note.text());
  }

  private Watched watched(String index) {
    synchronized (this) {
      Watched known = indexes.get(index);
      if (known != null) {
        return known;
      }
    }
    Watched begun = new Watched();
    begun.note = store.note(AutoNote.name(index)).map(AutoNote::parse).orElse(AutoNote.NONE);
    begun.history = history(begun.note);
    synchronized (this) {
      indexes.put(index, begun);
    }
    return begun;
  }

  private synchronized void set(Watched of, IndexLayout layout, String words) {
    of.layout = layout;
    of.words = words;
  }

  /** Returns what the policy must know of the moves that earlier processes made. */
  private AutoHistory history(AutoNote note) {
    AutoHistory history = AutoHistory.NONE;
    for (AutoNote.Entry entry : note.entries()) {
      long ago = windowsSince(entry.time());
      history = history.pausing(now - ago + AutoLayout.HOUR);
      if (entry.back()) {
        Optional<IndexLayout> left =
            layouts.stream().filter(each -> each.spelling().equals(entry.from())).findFirst();
        if (left.isPresent()) {
          history =
              history.without(
                  left.get(), now - ago + AutoLayout.DAY, history.noMoveBefore(), now - ago);
        }
      }
    }
    return history;
  }

  private long windowsSince(Instant time) {
    long millis = Math.max(0, runtime.wallMillis() - time.toEpochMilli());
    return millis / Math.max(1, window.toMillis());
  }
}
