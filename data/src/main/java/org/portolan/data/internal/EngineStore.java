package org.portolan.data.internal;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.portolan.data.Columns;
import org.portolan.data.ConflictStatistics;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.RetryPolicy;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Trace;
import org.portolan.data.internal.check.CheckRun;
import org.portolan.data.internal.check.Recount;
import org.portolan.data.internal.index.DeltaMerger;
import org.portolan.data.internal.read.Access;
import org.portolan.data.internal.read.SchemaReader;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.write.Conflicts;
import org.portolan.data.internal.write.Writer;
import org.portolan.design.Design;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.types.Tuple;

/** A store on an engine with transactions over all of it. */
final class EngineStore implements Store {
  private final Engine engine;
  private final StoreSchema schema;
  private final Conflicts conflicts;
  private final DeltaMerger merger;
  private final Writer writer;
  private final SchemaReader reader;
  private final Trace trace;

  EngineStore(Engine engine, StoreSchema schema, RetryPolicy retryPolicy) {
    this.engine = engine;
    this.schema = schema;
    this.conflicts = new Conflicts(schema);
    this.merger = new DeltaMerger(engine, schema);
    this.writer = new Writer(engine, schema, retryPolicy, conflicts, merger::ask);
    this.trace = null;
    this.reader = new SchemaReader(schema, new Access(engine, null));
  }

  private EngineStore(EngineStore store, Trace trace) {
    this.engine = store.engine;
    this.schema = store.schema;
    this.conflicts = store.conflicts;
    this.merger = store.merger;
    this.writer = store.writer;
    this.trace = trace;
    this.reader = new SchemaReader(schema, new Access(engine, trace));
  }

  @Override
  public String uri() {
    return engine.uri();
  }

  @Override
  public Design design() {
    return schema.design();
  }

  @Override
  public Guarantee guarantee() {
    return Guarantee.ATOMIC;
  }

  @Override
  public <T> T write(Durability durability, Function<StoreTransaction, T> work) {
    return writer.write(durability, trace, work);
  }

  @Override
  public void flush() {
    engine.flush();
  }

  @Override
  public Store traced(Trace newTrace) {
    return new EngineStore(this, newTrace);
  }

  @Override
  public ConflictStatistics conflicts() {
    return conflicts.statistics();
  }

  @Override
  public long mergeDeltas() {
    return merger.mergeAll();
  }

  @Override
  public long recount(String counter) {
    return Recount.repair(engine, schema.counter(counter));
  }

  @Override
  public StoreCheck check(StoreCheck.Options options) {
    return new CheckRun(engine, schema, new StoreMeta(engine), options);
  }

  @Override
  public void close() {
    merger.close();
    engine.close();
  }

  @Override
  public List<Optional<EntityRow>> getAll(String entity, List<Tuple> keys, Columns columns) {
    return reader.getAll(entity, keys, columns);
  }

  @Override
  public Slice<EntityRow> scan(String entity, Tuple leading, Columns columns, Paging paging) {
    return reader.scan(entity, leading, columns, paging);
  }

  @Override
  public Slice<EntityRow> scanStored(String entity, Columns columns, Paging paging) {
    return reader.scanStored(entity, columns, paging);
  }

  @Override
  public Optional<Item> item(String entity, Tuple key, String collection, Tuple itemKey) {
    return reader.item(entity, key, collection, itemKey);
  }

  @Override
  public Slice<Item> items(String entity, Tuple key, String collection, Paging paging) {
    return reader.items(entity, key, collection, paging);
  }

  @Override
  public Slice<Tuple> index(String index, Tuple value, Paging paging) {
    return reader.index(index, value, paging);
  }

  @Override
  public Optional<Tuple> randomMember(String index, Tuple value, RandomGenerator random) {
    return reader.randomMember(index, value, random);
  }

  @Override
  public long counter(String counter) {
    return reader.counter(counter);
  }
}
