package org.portolan.data.simulation;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.session.SessionTable;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Change;
import org.portolan.engine.Condition;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.TableSchema;
import org.portolan.engine.Transaction;
import org.portolan.engine.simulated.SimulationLog;

/**
 * Watches a client's changes of rows' states, and counts the paths of the protocol that a history
 * takes. Changes nothing.
 */
final class ProtocolWatch implements Engine {
  private static final int WRITE = 1;
  private static final int OUTBOX = 3;
  private static final int INTENT = 4;
  private static final String SESSION = "session";
  private static final int FENCED = 2;
  private static final long REMOVALS_NANOS = Duration.ofHours(1).toNanos();

  private final Engine engine;
  private final String process;
  private final Seen seen;
  private final WriteHook hook;
  private final Set<RowKey> read = new HashSet<>();

  /** The states that were made so far, by the numbers of their writes. */
  static final class Seen {
    private final SimulationLog log;
    private final Map<Object, State> states = new HashMap<>();
    private final Map<Object, String> processes = new HashMap<>();
    private final Set<String> fenced = new HashSet<>();
    private final LongSupplier nanos;
    private boolean heldUpWithinAChange;

    /**
     * @param nanos tells the time
     */
    Seen(SimulationLog log, LongSupplier nanos) {
      this.log = log;
      this.nanos = nanos;
    }

    /**
     * Returns whether a process was held up within a change for as long as engines remember
     * removals: the rest of the change may have brought back what was removed meanwhile. Nothing
     * can prevent that; the log asks for a check with repair.
     */
    boolean heldUpWithinAChange() {
      return heldUpWithinAChange;
    }

    private void changed(long start) {
      if (nanos.getAsLong() - start > REMOVALS_NANOS) {
        log.met("state: held up within a change for longer than removals last");
        heldUpWithinAChange = true;
      }
    }
  }

  private record State(String process, boolean outbox, boolean intent) {}

  ProtocolWatch(Engine engine, String process, Seen seen) {
    this(engine, process, seen, WriteHook.NONE);
  }

  /**
   * @param hook called for each write
   */
  ProtocolWatch(Engine engine, String process, Seen seen, WriteHook hook) {
    this.hook = hook;
    this.engine = engine;
    this.process = process;
    this.seen = seen;
  }

  private void made(Mutation mutation, boolean held) {
    if (mutation.condition().isEmpty()) {
      return;
    }
    for (Change change : mutation.changes()) {
      if (change instanceof Change.PutColumns put) {
        if (put.family().equals(StoreSchema.WRITE_FAMILY)) {
          state(mutation, put.values(), held);
        } else if (put.family().equals(CounterSchema.BASE) && held) {
          seen.log.met("state: counter folded");
        } else if (put.family().equals(SESSION)
            && mutation.table().equals(SessionTable.NAME)
            && held) {
          session(mutation.key().values().get(0), put.values());
        }
      }
    }
  }

  private void session(Object id, List<Object> values) {
    if ((Boolean) values.get(FENCED)) {
      seen.log.met("state: session fenced");
      seen.fenced.add(seen.processes.getOrDefault(id, ""));
    } else if (seen.processes.put(id, process) == null) {
      seen.fenced.remove(process);
    }
  }

  private void state(Mutation mutation, List<Object> values, boolean held) {
    if (mutation.condition().orElseThrow() instanceof Condition.Absent
        && !read.contains(mutation.rowKey())) {
      seen.log.met("state: row taken for new, " + (held ? "and was" : "but was not"));
    }
    String late = seen.fenced.contains(process) ? " of a fenced session" : "";
    if (!held) {
      seen.log.met("state: condition of a row did not hold" + late);
      return;
    }
    if (!late.isEmpty()) {
      seen.log.met("state: row changed" + late);
    }
    State now = new State(process, values.get(OUTBOX) != null, values.get(INTENT) != null);
    State before =
        mutation.condition().orElseThrow() instanceof Condition.ColumnEquals equal
            ? seen.states.get(equal.value())
            : null;
    seen.states.put(values.get(WRITE), now);
    if (now.intent() && (before == null || !before.intent())) {
      seen.log.met("state: row locked by an intent");
    }
    if (before == null) {
      return;
    }
    String by = before.process().equals(process) ? "" : " of another process";
    boolean alone = mutation.changes().size() == 1;
    if (before.intent() && !now.intent()) {
      seen.log.met("state: intent" + by + (alone ? " rolled back" : " rolled forward"));
    } else if (before.outbox() && !now.outbox() && alone) {
      seen.log.met("state: outbox" + by + " cleared");
    } else if (before.outbox() && !alone) {
      seen.log.met("state: outbox" + by + " met by a write");
    } else if (before.outbox() && now.outbox() && alone && isCountedAnew()) {
      seen.log.met("state: late commit counted anew");
    } else if (alone && !now.intent()) {
      seen.log.met("state: version" + by + " raised");
    }
  }

  /** Such a change looks like many others; only the code that makes it can tell it apart. */
  private static boolean isCountedAnew() {
    return StackWalker.getInstance()
        .walk(frames -> frames.anyMatch(frame -> frame.getClassName().endsWith(".Receipts")));
  }

  @Override
  public boolean mutate(Mutation mutation, Durability durability) {
    hook.before(List.of(mutation));
    long start = seen.nanos.getAsLong();
    boolean held;
    try {
      held = engine.mutate(mutation, durability);
    } finally {
      seen.changed(start);
    }
    made(mutation, held);
    hook.after(List.of(mutation));
    return held;
  }

  @Override
  public List<Boolean> mutateAll(List<Mutation> mutations, Durability durability) {
    long begun = seen.nanos.getAsLong();
    hook.before(mutations);
    // What is made on no condition is decided before: a hold-up before it is sent is one within it.
    boolean decided = mutations.stream().anyMatch(each -> each.condition().isEmpty());
    long start = decided ? begun : seen.nanos.getAsLong();
    List<Boolean> held;
    try {
      held = engine.mutateAll(mutations, durability);
    } finally {
      seen.changed(start);
    }
    for (int index = 0; index < held.size(); index++) {
      made(mutations.get(index), held.get(index));
    }
    hook.after(mutations);
    return held;
  }

  @Override
  public String uri() {
    return engine.uri();
  }

  @Override
  public Capabilities capabilities() {
    return engine.capabilities();
  }

  @Override
  public List<String> staleReads() {
    return engine.staleReads();
  }

  @Override
  public void requireWritable(List<Mutation> mutations) {
    engine.requireWritable(mutations);
  }

  @Override
  public List<TableSchema> tables() {
    return engine.tables();
  }

  @Override
  public void createTable(TableSchema schema) {
    engine.createTable(schema);
  }

  @Override
  public void alterTable(TableSchema before, TableSchema after) {
    engine.alterTable(before, after);
  }

  @Override
  public void dropTable(String table) {
    engine.dropTable(table);
  }

  @Override
  public List<Row> get(List<Get> gets) {
    gets.forEach(get -> read.add(get.rowKey()));
    hook.beforeGet();
    return engine.get(gets);
  }

  @Override
  public ScanPage scan(Scan scan) {
    hook.beforeScan();
    return engine.scan(scan);
  }

  @Override
  public Transaction begin(Durability durability) {
    return new WatchedTransaction(engine.begin(durability), hook);
  }

  @Override
  public void flush() {
    engine.flush();
  }

  @Override
  public OptionalLong serverMillis() {
    return engine.serverMillis();
  }

  @Override
  public String describe() {
    return engine.describe();
  }

  @Override
  public void close() {
    engine.close();
  }
}
