package org.portolan.data.internal.auto;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.auto.AutoLayout.Decision;
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
 * Counts what its process does with the automatic indexes of a store, and tells the other processes
 * once in each window. In the process that has the turn it looks at what all have counted, and
 * moves the indexes that {@link AutoLayout} says. Thread-safe.
 */
public final class AutoTask implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AutoTask.class);

  /** What moves may write in an hour, on average. */
  public static final long BYTES_PER_HOUR = 1L << 30;

  /** After how many windows a note tells the present figures, if nothing else is to be told. */
  private static final long NOTED_EACH = 10;

  private final AutoStore store;
  private final AutoPeers peers;
  private final IndexUses uses;
  private final StoreRuntime runtime;
  private final Duration window;
  private final AutoLayout policy;
  private final List<IndexLayout> layouts;
  private final Map<String, Watched> indexes = new HashMap<>();
  private final OwnUse counts;
  private final BackgroundTask task;
  private boolean decides;
  private long now;

  /** When the present window ended. */
  private long countedNanos;

  /** What the task knows of an index. */
  private static final class Watched {
    private final UseWindows windows = new UseWindows();
    private AutoHistory history;
    private IndexLayout layout;
    private final UseSums sums = new UseSums();
    private String words = "";

    /** Others may tell late what they did before the layout became this one. */
    private boolean waits;

    /** In this window another index was built, which takes from the writers. */
    private boolean skips;

    private long noted;
    private long nanos;
  }

  /** The state of an index for people. */
  public record State(String index, String layout, String words) {}

  /**
   * Begins to watch the automatic indexes of a store.
   *
   * @param peers the processes that have the store open; this task closes them
   * @param items whether the engine has items within a row
   */
  public AutoTask(
      AutoStore store,
      AutoPeers peers,
      IndexUses uses,
      EngineCosts costs,
      boolean items,
      StoreOptions options) {
    this.store = store;
    this.peers = peers;
    this.uses = uses;
    this.runtime = options.runtime();
    this.counts = new OwnUse(store, uses, runtime.random().nextLong(1, Long.MAX_VALUE));
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
    peers.close();
  }

  private Duration step() {
    now++;
    if (store.isChanging()) {
      return window;
    }
    countedNanos = runtime.monotonicNanos();
    ProcessUse own = counts.now(store.design(), now);
    peers.publish(own);
    boolean turn = peers.takeTurn();
    if (turn && !decides) {
      // Another process may have moved indexes, and told so in its notes.
      forget();
    }
    decides = turn;
    if (turn) {
      store.goOn();
      List<ProcessUse> all = new ArrayList<>(peers.others(own.id()));
      all.add(own);
      Design design = store.design();
      for (EntityDesign entity : design.entities()) {
        for (IndexDesign index : entity.indexes()) {
          if (index.automatic()) {
            look(design, index, all);
          }
        }
      }
    }
    return window;
  }

  private synchronized void forget() {
    indexes.clear();
  }

  private void look(Design design, IndexDesign index, List<ProcessUse> all) {
    Watched of = watched(index.name());
    UseSums.Window inWindow = of.sums.next(index.name(), all);
    double seconds = (countedNanos - of.nanos) / 1e9;
    of.nanos = countedNanos;
    boolean waits = of.waits;
    boolean skips = of.skips;
    of.waits = false;
    of.skips = false;
    if (waits || !index.layout().equals(of.layout)) {
      // Of this window nobody knows which part belongs to which layout.
      of.windows.clear();
      if (!waits) {
        of.history = of.history.judged().wishing(Optional.empty());
        of.waits = all.size() > 1;
      }
      set(of, index.layout(), "is counted from now on");
      return;
    }
    if (skips) {
      return;
    }
    if (inWindow.sums().changes() + inWindow.sums().reads() > 0) {
      of.windows.add(
          inWindow.sums(),
          inWindow.written(),
          seconds,
          inWindow.concentration(),
          inWindow.listed(),
          inWindow.memberBytes());
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
    String processes = all.size() == 1 ? "" : "in " + all.size() + " processes ";
    set(of, index.layout(), processes + profile.text() + "; " + decision.words());
    if (decision.move().isPresent()) {
      move(index.name(), of, decision, decision.move().get(), all.size() > 1);
    } else {
      boolean turns =
          decision.history().wish().isPresent() != of.history.wish().isPresent() || of.noted == 0;
      of.history = decision.history();
      if (turns || now - of.noted >= NOTED_EACH) {
        note(index.name(), of, Optional.empty());
      }
    }
  }

  /** Keeps the present state for people, and a move if one was made. */
  private void note(String index, Watched of, Optional<AutoNote.Entry> made) {
    of.noted = now;
    // A process that was held up must not forget the moves of another one.
    AutoNote kept =
        noted(index).withState(time().truncatedTo(ChronoUnit.SECONDS) + ": " + of.words);
    AutoNote note = made.map(kept::with).orElse(kept);
    store.note(AutoNote.name(index), note.text());
  }

  private AutoNote noted(String index) {
    return store.note(AutoNote.name(index)).map(AutoNote::parse).orElse(AutoNote.NONE);
  }

  private Instant time() {
    return Instant.ofEpochMilli(runtime.wallMillis());
  }

  private void move(String index, Watched of, Decision decision, Move move, boolean shared) {
    // Before the turn is renewed: see AutoTurn.
    long epoch = store.epoch();
    Design design = store.design();
    if (!isIn(design, index, move.from()) || !peers.takeTurn()) {
      return;
    }
    LOG.info(
        "index {} {} from {} to {}: {}",
        index,
        move.back() ? "goes back" : "moves",
        move.from().spelling(),
        move.to().spelling(),
        move.reason());
    try {
      store.evolve(design.withLayout(index, move.to()), epoch);
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
    for (Watched each : indexes.values()) {
      each.history = each.history.pausing(pause);
      each.skips = each != of;
    }
    of.windows.clear();
    of.sums.restart(counts.id(), uses.of(index).sums(), uses.writes());
    of.waits = shared;
    of.nanos = runtime.monotonicNanos();
    set(of, move.to(), "has just " + (move.back() ? "gone back" : "moved") + ": " + move.reason());
    note(
        index,
        of,
        Optional.of(
            new AutoNote.Entry(
                time(), move.back(), move.from().spelling(), move.to().spelling(), move.reason())));
  }

  /** Returns whether the store still chooses the layout of an index, which is this one. */
  private static boolean isIn(Design design, String index, IndexLayout layout) {
    return design.entities().stream()
        .flatMap(entity -> entity.indexes().stream())
        .filter(each -> each.name().equals(index))
        .anyMatch(each -> each.automatic() && each.layout().equals(layout));
  }

  private Watched watched(String index) {
    synchronized (this) {
      Watched known = indexes.get(index);
      if (known != null) {
        return known;
      }
    }
    Watched begun = new Watched();
    begun.history = history(noted(index));
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
