package org.portolan.data.internal.write;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.read.ItemReads;
import org.portolan.data.internal.read.RowReads;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.Projection;
import org.portolan.data.internal.tree.TreeReads;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.engine.Get;
import org.portolan.engine.Row;
import org.portolan.types.Tuple;

/**
 * The rows that one attempt of a write has read whole or has written, as it sees them, and those
 * that it asked for. Used by one thread at a time.
 */
final class KnownRows {
  /** The most rows that are remembered as asked for. */
  private static final int ASKED_MAX = 100;

  private final Access access;
  private final Map<RowPlace, Optional<EntityRow>> rows = new HashMap<>();
  private List<Asked> asked = new ArrayList<>();

  /** A row that was asked for while it was not known. */
  record Asked(EntitySchema entity, Tuple key) {}

  /**
   * A row of an entity.
   *
   * @param stored the key as it is stored: keys that are equal under a collation are the same row
   */
  private record RowPlace(EntitySchema entity, Tuple stored) {
    static RowPlace of(EntitySchema entity, Tuple key) {
      return new RowPlace(entity, entity.keyMapping().withoutPrefix(key));
    }
  }

  KnownRows(Access access) {
    this.access = access;
  }

  /** Returns a row if it is known; it may be known to be absent. */
  Optional<Optional<EntityRow>> find(EntitySchema entity, Tuple key) {
    return Optional.ofNullable(rows.get(RowPlace.of(entity, key)));
  }

  void put(EntitySchema entity, Tuple key, Optional<EntityRow> row) {
    rows.put(RowPlace.of(entity, key), row);
  }

  /**
   * Notes a row that was asked for. A part of a row that has other families is not noted: to read
   * these too might conflict with other writers.
   */
  void asked(EntitySchema entity, Tuple key, Columns columns) {
    if ((columns.all() || entity.familyCount() == 1) && asked.size() < ASKED_MAX) {
      asked.add(new Asked(entity, key));
    }
  }

  /**
   * Returns the rows that were asked for since the last call, so that the next run of the same
   * function can find them read already: see {@link #readAhead}.
   */
  List<Asked> takeAsked() {
    List<Asked> taken = asked;
    asked = new ArrayList<>();
    return taken;
  }

  /** Reads rows whole, all in one round trip. */
  void readAhead(List<Asked> ahead) {
    Map<RowPlace, Get> gets = new LinkedHashMap<>();
    for (Asked row : ahead) {
      EntitySchema entity = row.entity();
      gets.put(
          RowPlace.of(entity, row.key()),
          new Get(
              entity.table(),
              entity.keyMapping().rowKey(row.key()),
              entity.projection(Columns.ALL).reads()));
    }
    gets.keySet().removeAll(rows.keySet());
    Iterator<Row> found = access.get(List.copyOf(gets.values())).iterator();
    gets.keySet().forEach(place -> know(place, found.next()));
  }

  private void know(RowPlace place, Row row) {
    EntitySchema entity = place.entity();
    rows.put(
        place,
        entity.exists(row)
            ? Optional.of(entity.projection(Columns.ALL).row(entity.key(row), row))
            : Optional.empty());
  }

  List<Optional<EntityRow>> getAll(EntitySchema entity, List<Tuple> keys, Columns wanted) {
    Columns columns = entity.wholeIfAll(wanted);
    List<Tuple> unknown =
        keys.stream()
            .filter(key -> !rows.containsKey(RowPlace.of(entity, key)))
            .distinct()
            .toList();
    List<Optional<EntityRow>> read =
        unknown.isEmpty() ? List.of() : RowReads.getAll(access, entity, unknown, columns);
    Map<Tuple, Optional<EntityRow>> found = new HashMap<>();
    for (int position = 0; position < unknown.size(); position++) {
      Tuple key = unknown.get(position);
      found.put(key, read.get(position));
      asked(entity, key, columns);
      if (columns.all()) {
        rows.put(RowPlace.of(entity, key), read.get(position));
      }
    }
    List<Optional<EntityRow>> all = new ArrayList<>(keys.size());
    for (Tuple key : keys) {
      Optional<EntityRow> remembered = rows.get(RowPlace.of(entity, key));
      all.add(
          remembered == null
              ? found.get(key)
              : remembered.map(whole -> entity.projected(whole, columns)));
    }
    return all;
  }

  /** Reads rows and their collections that are held in one piece, all in one round trip. */
  void prefetch(EntitySchema entity, List<Tuple> keys, ItemWrites items) {
    Set<Tuple> unread = new LinkedHashSet<>(keys);
    unread.removeIf(key -> rows.containsKey(RowPlace.of(entity, key)));
    List<Get> gets = new ArrayList<>();
    Projection whole = entity.projection(Columns.ALL);
    for (Tuple key : unread) {
      gets.add(new Get(entity.table(), entity.keyMapping().rowKey(key), whole.reads()));
    }
    List<CollectionSchema> collections = new ArrayList<>();
    for (CollectionSchema collection : entity.collections()) {
      if (collection.storage() == Storage.OBJECT) {
        collections.add(collection);
        unread.forEach(key -> gets.add(ItemReads.objectGet(collection, key)));
      }
    }
    int roots = gets.size();
    for (CollectionSchema collection : entity.collections()) {
      for (Tuple key : unread) {
        Tuple rowKey = entity.keyMapping().rowKey(key);
        collection
            .tree()
            .flatMap(tree -> TreeReads.rootGet(access, tree, rowKey))
            .ifPresent(gets::add);
      }
    }
    List<Row> stored = access.get(gets);
    for (int number = roots; number < gets.size(); number++) {
      TreeReads.takeRoot(access, gets.get(number), stored.get(number));
    }
    int position = 0;
    for (Tuple key : unread) {
      know(RowPlace.of(entity, key), stored.get(position++));
    }
    for (CollectionSchema collection : collections) {
      for (Tuple key : unread) {
        items.objectRead(collection, key, stored.get(position++));
      }
    }
  }

  /** Returns the row as the write sees it, with at least the followed columns. */
  Optional<EntityRow> before(EntitySchema entity, Tuple key) {
    Optional<EntityRow> row = rows.get(RowPlace.of(entity, key));
    if (row != null) {
      return row;
    }
    Columns columns = new Columns(false, entity.followedColumns());
    asked(entity, key, columns);
    return RowReads.getAll(access, entity, List.of(key), columns).get(0);
  }
}
