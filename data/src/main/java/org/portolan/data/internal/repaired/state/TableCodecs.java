package org.portolan.data.internal.repaired.state;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.ReferenceSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Family;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.TableSchema;
import org.portolan.types.KeyCodec;
import org.portolan.types.RowCodec;

/** The codecs for keys and values of every table of a store. Immutable and thread-safe. */
public final class TableCodecs {
  private final Map<String, TableCodec> tables = new HashMap<>();

  /**
   * One table.
   *
   * @param entity the entity whose rows the table holds; empty for any other table
   * @param collections the families that hold items of collections
   * @param owner the entity whose items the table holds as rows; empty for any other table
   */
  public record TableCodec(
      TableSchema schema,
      KeyCodec key,
      Map<String, FamilyCodec> families,
      Optional<EntitySchema> entity,
      Set<String> collections,
      Optional<EntitySchema> owner) {
    public FamilyCodec family(String family) {
      FamilyCodec codec = families.get(family);
      if (codec == null) {
        throw new IllegalStateException(
            "table '" + schema.name() + "' of this design has no family '" + family + "'");
      }
      return codec;
    }
  }

  /**
   * One family.
   *
   * @param itemKey empty for a family of columns
   */
  public record FamilyCodec(Optional<KeyCodec> itemKey, RowCodec values) {
    static FamilyCodec of(Family family) {
      if (family instanceof ItemFamily items) {
        return new FamilyCodec(
            Optional.of(new KeyCodec(items.itemKey())), new RowCodec(items.columns()));
      }
      if (family instanceof ColumnFamily columns) {
        return new FamilyCodec(Optional.empty(), new RowCodec(columns.columns()));
      }
      return new FamilyCodec(Optional.empty(), new RowCodec(List.of()));
    }
  }

  TableCodecs(StoreSchema schema) {
    Map<String, EntitySchema> entities = new HashMap<>();
    Map<String, EntitySchema> owners = new HashMap<>();
    Map<String, Set<String>> collections = new HashMap<>();
    for (EntitySchema entity : schema.written()) {
      entities.put(entity.table(), entity);
      for (CollectionSchema collection : entity.collections()) {
        collections
            .computeIfAbsent(collection.table(), table -> new HashSet<>())
            .add(collection.family());
        if (collection.storage() == Storage.ROWS) {
          owners.put(collection.table(), entity);
        }
      }
    }
    for (ReferenceSchema reference : schema.references()) {
      IndexSchema referrers = reference.referrers();
      if (referrers.withinEntity()) {
        // Read like items: after the state of their row, whose outbox may list some of them.
        collections.put(referrers.table(), Set.of(referrers.family()));
      }
    }
    for (TableSchema table : schema.tables()) {
      Map<String, FamilyCodec> families = new HashMap<>();
      table.families().forEach(family -> families.put(family.name(), FamilyCodec.of(family)));
      tables.put(
          table.name(),
          new TableCodec(
              table,
              new KeyCodec(table.key()),
              families,
              Optional.ofNullable(entities.get(table.name())),
              collections.getOrDefault(table.name(), Set.of()),
              Optional.ofNullable(owners.get(table.name()))));
    }
  }

  /** Returns a table of this design; empty for the table in which a store describes itself. */
  public Optional<TableCodec> find(String table) {
    return Optional.ofNullable(tables.get(table));
  }

  public TableCodec table(String table) {
    TableCodec codec = tables.get(table);
    if (codec == null) {
      throw new IllegalStateException("this design has no table '" + table + "'");
    }
    return codec;
  }
}
