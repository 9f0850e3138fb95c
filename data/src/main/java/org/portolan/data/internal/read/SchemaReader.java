package org.portolan.data.internal.read;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Start;
import org.portolan.data.StoreReader;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.access.ReadOrder;
import org.portolan.data.internal.counter.CounterReads;
import org.portolan.data.internal.index.ExtremeReads;
import org.portolan.data.internal.index.IndexReads;
import org.portolan.data.internal.index.RandomMembers;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.engine.KeyRange;
import org.portolan.types.Tuple;

/** All reads of a design, on an engine or within a transaction. As thread-safe as its reader. */
public final class SchemaReader implements StoreReader {
  private final StoreSchema schema;
  private final Access access;
  private final ReadAheads aheads;

  public SchemaReader(StoreSchema schema, Access access) {
    this(schema, access, new ReadAheads());
  }

  private SchemaReader(StoreSchema schema, Access access, ReadAheads aheads) {
    this.schema = schema;
    this.access = access;
    this.aheads = aheads;
  }

  /** Returns a reader that counts in another trace and shares the rest with this one. */
  public SchemaReader with(Access other) {
    return new SchemaReader(schema, other, aheads);
  }

  @Override
  public List<Optional<EntityRow>> getAll(String entity, List<Tuple> keys, Columns columns) {
    return RowReads.getAll(access, schema.entity(entity), keys, columns);
  }

  @Override
  public Slice<EntityRow> scan(String entity, Tuple leading, Columns columns, Paging paging) {
    return RowReads.scan(access, aheads, schema.entity(entity), leading, columns, paging);
  }

  @Override
  public Slice<EntityRow> scanStored(String entity, Columns columns, Paging paging) {
    return RowReads.scanStored(access, schema.entity(entity), columns, paging);
  }

  @Override
  public Optional<Item> item(String entity, Tuple key, String collection, Tuple itemKey) {
    return ItemReads.item(access, schema.entity(entity).collection(collection), key, itemKey);
  }

  @Override
  public Slice<Item> items(String entity, Tuple key, String collection, Paging paging) {
    return ItemReads.items(access, schema.entity(entity).collection(collection), key, paging);
  }

  @Override
  public Slice<Tuple> index(String index, Tuple value, Start start, Paging paging) {
    IndexSchema indexSchema = schema.index(index);
    ReadOrder order = new ReadOrder(indexSchema.memberCodec(), paging.backwards());
    Optional<Tuple> after = Cursors.parse(order.codec(), paging);
    boolean fromStart = paging.cursor().isEmpty() && !start.isNone();
    KeyRange range =
        fromStart
            ? from(indexSchema.leading(start.values()), start.behind(), order.backwards())
            : after.map(last -> order.behind(KeyRange.ALL, last)).orElse(KeyRange.ALL);
    IndexReads.MemberPage page =
        IndexReads.page(
            access,
            indexSchema,
            indexSchema.stored(value),
            range,
            order.backwards(),
            paging.limit());
    return Cursors.slice(
            order.codec(),
            paging,
            fromStart || after.isPresent(),
            page.members(),
            page.members().stream().findFirst().map(IndexReads.Member::member),
            page.ahead())
        .map(IndexReads.Member::key);
  }

  /** Returns what is read from a place in an index: the entries from it on, or those before it. */
  private static KeyRange from(Tuple start, boolean behind, boolean backwards) {
    return backwards
        ? new KeyRange(Tuple.EMPTY, true, start, behind)
        : new KeyRange(start, !behind, Tuple.EMPTY, true);
  }

  @Override
  public Optional<Tuple> randomMember(String index, Tuple value, RandomGenerator random) {
    IndexSchema indexSchema = schema.index(index);
    return RandomMembers.draw(access, indexSchema, indexSchema.stored(value), random);
  }

  @Override
  public long counter(String counter) {
    return CounterReads.value(access, schema.counter(counter));
  }

  @Override
  public Optional<Object> extreme(String counter, Tuple group) {
    return ExtremeReads.value(access, schema.extreme(counter), group);
  }
}
