package org.portolan.data.internal.repaired;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.portolan.data.StillRuntime;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.background.FullMemory;
import org.portolan.data.internal.counter.CounterReceipts;
import org.portolan.data.internal.counter.CounterReceipts.Base;
import org.portolan.data.internal.index.IndexChanges;
import org.portolan.data.internal.index.IndexLookups;
import org.portolan.data.internal.repaired.commit.Applier;
import org.portolan.data.internal.repaired.commit.Intents;
import org.portolan.data.internal.repaired.commit.Receipts;
import org.portolan.data.internal.repaired.recovery.Cleaner;
import org.portolan.data.internal.repaired.recovery.Finisher;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.FollowUp.Target;
import org.portolan.data.internal.repaired.state.Intent;
import org.portolan.data.internal.repaired.state.Outbox;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.data.internal.repaired.state.Unfinished;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.session.Membership;
import org.portolan.data.internal.session.SessionTable;
import org.portolan.data.internal.session.Sessions;
import org.portolan.data.repaired.HookedEngine;
import org.portolan.design.DesignReader;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** The parts of the protocol on an engine in memory, with clocks that stand still. */
public final class Parts implements AutoCloseable {
  /** The time that all clocks show at first. */
  public static final long NOW = 1_000_000_000;

  public final StillRuntime runtime = new StillRuntime(NOW);
  public final HookedEngine engine;
  public final StoreSchema schema;
  public final RowStore store;
  public final Sessions sessions;
  public final Membership membership;
  public final Unfinished unfinished = new Unfinished();
  public final Applier applier;
  public final Receipts receipts;
  public final Intents intents;
  public final Finisher finisher;

  public Parts() {
    this(true);
  }

  public Parts(boolean rows) {
    MemoryCluster cluster =
        rows ? MemoryCluster.ofRows("parts", 1) : MemoryCluster.ofColumns("parts", 1);
    engine = new HookedEngine(cluster.connect());
    schema =
        new StoreSchema(
            DesignReader.read(
                """
                format: 1
                design: parts
                entities:
                  page:
                    key: {title: text}
                    key-layout: plain
                    families:
                      main: {text: text, links: set of text}
                    indexes:
                      backlinks: {on: [links], layout: cells single}
                    counters:
                      pages: {layout: single}
                      views: {layout: single}
                  note:
                    key: {title: text}
                    key-layout: plain
                    families:
                      main: {text: text}
                    collections:
                      history: {key: {n: int}, storage: cells, columns: {author: text}}
                      texts: {key: {n: int}, storage: rows, listed-by: history, columns: {text: text}}
                """,
                "parts"),
            Guarantee.REPAIRED);
    engine.createTables(schema.tables());
    engine.createTable(SessionTable.schema());
    store = RowStore.of(engine, schema, runtime);
    sessions = new Sessions(engine, schema.tables());
    membership = new Membership(sessions, runtime);
    applier = new Applier(store);
    receipts = new Receipts(store, applier, membership, unfinished);
    intents = new Intents(store, receipts);
    finisher = new Finisher(store, applier, intents, receipts);
  }

  /** Returns a cleaner whose turns the test makes. */
  public Cleaner cleaner() {
    runtime.withhold("portolan-outbox-cleaner");
    return new Cleaner(store, finisher, unfinished, membership);
  }

  /** Returns a state with the intent of a write whose deciding row was never written. */
  public WriteState locked(long write) {
    Intent intent = new Intent(List.of(), Outbox.EMPTY, page("P"), write);
    return state(NOW, write).with(Optional.empty(), Optional.of(store.outboxes().pack(intent)));
  }

  public void failWritesOf(RowKey row) {
    engine.beforeWrite =
        mutations -> {
          if (mutations.stream().anyMatch(mutation -> mutation.rowKey().equals(row))) {
            throw new UnavailableException("not now");
          }
        };
  }

  /** Returns failures after which a background thread goes on. */
  public static Stream<Throwable> passingFailures() {
    return Stream.of(
        new UnavailableException("not at first"),
        new IllegalStateException("not at first"),
        new OutOfMemoryError("not at first"),
        new FullMemory(),
        new StackOverflowError("not at first"));
  }

  public static void fail(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) failure;
  }

  public static RowKey page(String title) {
    return new RowKey("page", Tuple.of(title));
  }

  public CounterSchema pages() {
    return schema.counter("pages");
  }

  public CounterSchema views() {
    return schema.counter("views");
  }

  public static Tuple shard(CounterSchema counter) {
    return counter.shards().get(0);
  }

  public static FollowUp receipt(CounterSchema counter, long version, long write, long delta) {
    Tuple key = Tuple.of(version, write, 0);
    Target target =
        new Target(CounterSchema.TABLE, shard(counter), CounterSchema.CHANGES, Optional.of(key));
    return new FollowUp(target, List.of(delta), version);
  }

  /** The new content of a page. */
  public static FollowUp content(RowKey row, String text, long version) {
    Target target = new Target("page", row.key(), "main", Optional.empty());
    return new FollowUp(target, Arrays.asList(text, null), version);
  }

  private IndexEntry entry(RowKey row) {
    return index().entries(row.key(), Map.of("links", Set.of("target"))).iterator().next();
  }

  private IndexSchema index() {
    return schema.index("backlinks");
  }

  /** Returns whether the index lists a page as linking to {@code target}. */
  boolean isListed(RowKey row) {
    return IndexLookups.listed(new Access(engine, null), index(), List.of(entry(row))).get(0);
  }

  /** Returns the index entry of a page that links to {@code target}. */
  FollowUp listing(RowKey row) {
    IndexChanges changes = new IndexChanges();
    changes.put(index(), entry(row), true);
    Mutation mutation =
        changes
            .mutations(new Access(engine, null), 100, new ArrayList<>(), runtime.random())
            .get(0);
    return FollowUp.of(mutation.table(), mutation.key(), mutation.changes().get(0), NOW);
  }

  public Optional<String> text(RowKey row) {
    return engine
        .get(Get.of("page", row.key(), FamilyRead.all("main")))
        .family("main")
        .map(values -> (String) values.get(0));
  }

  public void put(FollowUp... followUps) {
    engine.mutateAll(FollowUp.mutations(List.of(followUps)), Durability.SYNCED);
  }

  /** Puts a row's state over the present one. */
  public WriteState put(RowKey row, WriteState state) {
    engine.mutate(store.state(row).changed(row, state), Durability.SYNCED);
    return state;
  }

  public WriteState state(long version, long write, FollowUp... listed) {
    return state(version, write, new Outbox(List.of(listed), List.of()));
  }

  public WriteState state(long version, long write, Outbox outbox) {
    return new WriteState(
        version, write, List.of(), store.outboxes().pack(outbox), Optional.empty());
  }

  public void putBase(CounterSchema counter, long total, long watermark) {
    long folded = base(counter).folded() + 1;
    engine.mutate(
        Mutation.of(
                CounterSchema.TABLE,
                shard(counter),
                new Change.PutColumns(CounterSchema.BASE, List.of(total, watermark, folded)))
            .on(base(counter).condition())
            .at(Math.max(1, watermark)),
        Durability.SYNCED);
  }

  public Base base(CounterSchema counter) {
    return Base.of(engine.get(Get.of(CounterSchema.TABLE, shard(counter), Base.READ)));
  }

  /**
   * Returns the versions of a counter's existing receipts, without the item before them that is
   * never removed.
   */
  public List<Long> receiptsOf(CounterSchema counter) {
    return engine
        .get(Get.of(CounterSchema.TABLE, shard(counter), CounterReceipts.receipts(KeyRange.ALL)))
        .itemsOf(CounterSchema.CHANGES)
        .stream()
        .map((Row.Item item) -> CounterReceipts.version(item))
        .filter(version -> version > Long.MIN_VALUE)
        .toList();
  }

  /**
   * Ends the session of this process, as another process does. A row that is just being registered
   * changes the record too: then it is read again.
   */
  public void fence() {
    boolean fenced;
    do {
      fenced = sessions.fence(sessions.all().get(0));
    } while (!fenced);
  }

  @Override
  public void close() {
    membership.leave();
  }
}
