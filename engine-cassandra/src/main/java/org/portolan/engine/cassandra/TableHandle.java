package org.portolan.engine.cassandra;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.engine.StoredTable;
import org.portolan.engine.TableSchema;
import org.portolan.engine.adapter.EngineTable;
import org.portolan.types.Tuple;

/** A table and the CQL tables that hold it. Immutable. */
final class TableHandle extends EngineTable<FamilyPart> {
  /** A partition key and every clustering column must have less than 64 KiB. */
  static final int KEY_BYTES_MAX = 60_000;

  private final StoredTable stored;
  private final Optional<CqlTable> main;
  private final List<ColumnsPart> columns;

  /** Lays a table that was never altered out in a keyspace. */
  TableHandle(String keyspace, TableSchema schema) {
    this(keyspace, StoredTable.created(schema));
  }

  /** Lays a table out in a keyspace. */
  TableHandle(String keyspace, StoredTable stored) {
    this(stored, new CqlLayout(keyspace, stored));
  }

  private TableHandle(StoredTable stored, CqlLayout layout) {
    super(stored.schema(), KEY_BYTES_MAX, layout.families());
    this.stored = stored;
    main = layout.main();
    columns = parts(ColumnsPart.class);
  }

  private <P extends FamilyPart> List<P> parts(Class<P> kind) {
    return families().stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  StoredTable stored() {
    return stored;
  }

  int partitionColumns() {
    return schema().partitionColumns();
  }

  /** Returns the CQL tables that hold this one, the table of the columns first. */
  List<CqlTable> tables() {
    List<CqlTable> all = new ArrayList<>();
    main.ifPresent(all::add);
    parts(ItemsPart.class).forEach(part -> all.add(part.table()));
    return all;
  }

  /**
   * Returns the statements that create the CQL tables.
   *
   * @throws IllegalArgumentException if the table has an option that Cassandra does not have
   */
  List<String> creations() {
    TableOptions options = TableOptions.of(schema());
    return tables().stream().map(table -> table.creation(options)).toList();
  }

  /** Returns the table of the columns; it exists if there is a family of columns. */
  CqlTable main() {
    return main.orElseThrow();
  }

  List<ColumnsPart> columns() {
    return columns;
  }

  /** Refuses a key of other columns or beyond the limit, and returns the size of its encoding. */
  int check(Tuple key) {
    return encodeKey(key).length;
  }

  /**
   * Does the same for an item's key in a row whose key has {@code rowKeyBytes}; returns its
   * encoding.
   */
  byte[] encodeItemKey(ItemsPart part, int rowKeyBytes, Tuple itemKey) {
    byte[] encoded = part.itemCodec().encode(itemKey);
    requireLength(rowKeyBytes + encoded.length, itemKey);
    return encoded;
  }

  ColumnsPart columns(String family) {
    return family(family, ColumnsPart.class, "columns");
  }

  ItemsPart items(String family) {
    return family(family, ItemsPart.class, "items");
  }

  boolean holdsItems(String family) {
    return family(family) instanceof ItemsPart;
  }
}
