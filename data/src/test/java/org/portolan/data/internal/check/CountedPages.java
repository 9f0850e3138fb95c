package org.portolan.data.internal.check;

import java.util.List;
import java.util.Random;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.counter.CounterReads;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.DesignReader;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Mutation;
import org.portolan.engine.simulated.Client;
import org.portolan.engine.simulated.SimulatedCluster;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.types.Tuple;

/**
 * Tables of pages and of counters of them, on an engine whose transactions span the store. No data
 * layer keeps the counters: a test adds to them when it wants.
 */
final class CountedPages implements AutoCloseable {
  private static final String PAGES =
      """
      format: 1
      design: looks
      entities:
        page:
          key: {title: text}
          key-layout: plain
          families:
            main: {text: text}
          counters:
            lagging: {layout: single, transactional: false}
      """;

  final StoreSchema schema;
  final Engine engine;

  private CountedPages(Kind kind, String design) {
    schema = new StoreSchema(DesignReader.read(design, "looks"), Guarantee.ATOMIC);
    engine = SimulatedCluster.calm(kind, new Random(1)).connect(Client.calm(new Random(2)));
    engine.createTable(StoreSchema.metaTable());
    engine.createTables(schema.tables());
  }

  /** Counted by {@code lagging}, outside the transactions of the rows. */
  static CountedPages lagging(Kind kind) {
    return new CountedPages(kind, PAGES);
  }

  /** Counted by {@code lagging}, and by {@code exact} within the transactions. */
  static CountedPages laggingAndExact(Kind kind) {
    return new CountedPages(kind, PAGES + "      exact: {layout: single}\n");
  }

  CounterSchema counter(String name) {
    return schema.counter(name);
  }

  static Mutation puttingOf(String title) {
    return Mutation.of("page", Tuple.of(title), new Change.PutColumns("main", List.of("text")));
  }

  static Mutation deletionOf(String title) {
    return Mutation.of("page", Tuple.of(title), new Change.DeleteFamily("main"));
  }

  void put(String title) {
    engine.mutate(puttingOf(title), Durability.SYNCED);
  }

  void delete(String title) {
    engine.mutate(deletionOf(title), Durability.SYNCED);
  }

  void add(String counter, long delta) {
    engine.mutate(
        Mutation.of(
            CounterSchema.TABLE,
            counter(counter).shards().get(0),
            new Change.Add(CounterSchema.FAMILY, delta)),
        Durability.SYNCED);
  }

  long value(String counter) {
    return CounterReads.value(new Access(engine, null), counter(counter));
  }

  @Override
  public void close() {
    engine.close();
  }
}
