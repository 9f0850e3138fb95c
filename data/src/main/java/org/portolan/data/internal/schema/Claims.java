package org.portolan.data.internal.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.design.key.PlainKey;
import org.portolan.engine.Change;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.Tuple;

/**
 * The form of the rows of a unique index. Each is a row like that of an entity: its key is the
 * value, and it holds the key of the row that has the value. So it changes together with that row
 * on every engine, by the means of any write of several rows.
 */
public final class Claims {
  private static final String FAMILY = "owner";

  private Claims() {}

  static EntitySchema schema(IndexSchema index) {
    List<Column> owner = new ArrayList<>();
    for (KeyColumn column : index.entity().keyMapping().keyColumns()) {
      owner.add(new Column(ownerColumn(column), column.type()));
    }
    return new EntitySchema(
        new EntityDesign(
            index.table(),
            index.valueColumns(),
            new PlainKey(),
            Map.of(),
            List.of(new FamilyDesign(FAMILY, owner)),
            List.of(),
            List.of(),
            List.of(),
            index.design().options()));
  }

  private static String ownerColumn(KeyColumn column) {
    return "owner_" + column.name();
  }

  /** Returns the key of the row of a value. */
  public static RowKey rowKey(IndexSchema index, Tuple value) {
    EntitySchema claims = index.claims().orElseThrow();
    return new RowKey(claims.table(), claims.keyMapping().rowKey(value));
  }

  /** Returns the read of the row of a value. */
  public static Get get(IndexSchema index, Tuple value) {
    RowKey row = rowKey(index, value);
    EntitySchema claims = index.claims().orElseThrow();
    return new Get(row.table(), row.key(), claims.projection(Columns.ALL).reads());
  }

  /** Returns the key of the row that has the value, given the row of the value, read whole. */
  public static Optional<Tuple> owner(IndexSchema index, Row claim) {
    return read(index, claim).map(read -> owner(index, read));
  }

  /** Returns the entry that the row of a value is; empty if no row has the value any more. */
  public static Optional<IndexEntry> entry(IndexSchema index, Row claim) {
    return read(index, claim)
        .map(
            read -> {
              Tuple owner = owner(index, read);
              return new IndexEntry(
                  read.key(),
                  index.entity().keyMapping().withoutPrefix(owner),
                  index.entity().keyMapping().originals(owner));
            });
  }

  private static Optional<EntityRow> read(IndexSchema index, Row claim) {
    EntitySchema claims = index.claims().orElseThrow();
    return claims.exists(claim)
        ? Optional.of(claims.projection(Columns.ALL).row(claims.key(claim), claim))
        : Optional.empty();
  }

  private static Tuple owner(IndexSchema index, EntityRow claim) {
    List<Object> key = new ArrayList<>();
    for (KeyColumn column : index.entity().keyMapping().keyColumns()) {
      key.add(claim.value(ownerColumn(column)));
    }
    return new Tuple(key);
  }

  /**
   * Returns the mutation that gives a value to a row.
   *
   * @param owner the key of the row; empty if no row has the value any more
   */
  public static Mutation mutation(IndexSchema index, Tuple value, Optional<Tuple> owner) {
    EntitySchema claims = index.claims().orElseThrow();
    RowKey row = rowKey(index, value);
    return Mutation.of(
        row.table(),
        row.key(),
        owner.isPresent()
            ? new Change.PutColumns(FAMILY, claims.stored(0, value, columns(index, owner.get())))
            : new Change.DeleteFamily(FAMILY));
  }

  private static Map<String, Object> columns(IndexSchema index, Tuple ownerKey) {
    List<KeyColumn> key = index.entity().keyMapping().keyColumns();
    Map<String, Object> columns = new LinkedHashMap<>();
    for (int position = 0; position < key.size(); position++) {
      columns.put(ownerColumn(key.get(position)), ownerKey.get(position));
    }
    return columns;
  }
}
