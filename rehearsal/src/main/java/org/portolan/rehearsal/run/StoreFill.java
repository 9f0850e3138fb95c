package org.portolan.rehearsal.run;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.advisor.shape.Shape;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.engine.Durability;
import org.portolan.rehearsal.layout.Layout;
import org.portolan.rehearsal.layout.Place;
import org.portolan.rehearsal.layout.Row;
import org.portolan.rehearsal.layout.TablePlace;
import org.portolan.rehearsal.sample.SampleRows;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/** Puts the rows of tables into a store, in the shapes of the design. Not thread-safe. */
final class StoreFill {
  private static final int ROWS_OF_A_WRITE = 100;

  private final Layout layout;
  private final SampleRows sample;

  /** The rows that are in the row of an entity, by table and the key of that row. */
  private final Map<String, Map<Tuple, List<Row>>> owned = new LinkedHashMap<>();

  /** The keys of the rows, by the entity's table. */
  private final Map<String, IdentityHashMap<Row, Tuple>> keys = new LinkedHashMap<>();

  StoreFill(Layout layout, SampleRows sample) {
    this.layout = layout;
    this.sample = sample;
    for (TablePlace place : layout.all()) {
      if (place.shape() instanceof Shape.Owned) {
        Map<Tuple, List<Row>> byOwner = new LinkedHashMap<>();
        sample
            .of(place.name())
            .forEach(
                row ->
                    byOwner
                        .computeIfAbsent(
                            TablePlace.values(row, place.keyColumns()), any -> new ArrayList<>())
                        .add(row));
        owned.put(place.name(), byOwner);
      } else {
        IdentityHashMap<Row, Tuple> ofRows = new IdentityHashMap<>();
        int number = 0;
        for (Row row : sample.of(place.name())) {
          ofRows.put(row, key(place, row, number++));
        }
        keys.put(place.name(), ofRows);
      }
    }
  }

  /** Writes all rows. */
  void fill(Store store) {
    for (TablePlace place : layout.all()) {
      if (!(place.shape() instanceof Shape.Owned)) {
        fill(store, place);
      }
    }
  }

  /** Writes the rows of an entity and all that is in them, anew if they are there. */
  void fill(Store store, TablePlace place) {
    List<Row> rows = sample.of(place.name());
    for (int first = 0; first < rows.size(); first += ROWS_OF_A_WRITE) {
      List<Row> part = rows.subList(first, Math.min(rows.size(), first + ROWS_OF_A_WRITE));
      store.write(
          Durability.BUFFERED,
          transaction -> {
            transaction.leaveReferencesUnchecked();
            part.forEach(row -> put(transaction, place, row));
            return null;
          });
    }
  }

  /** Returns the key under which a row is stored: of an entity's table. */
  Tuple keyOf(TablePlace place, Row row) {
    Tuple known = keys.get(place.name()).get(row);
    return known == null ? key(place, row, sample.of(place.name()).size()) : known;
  }

  /** Returns the rows of a table that are in the row of a key. */
  List<Row> ownedRows(TablePlace place, Tuple owner) {
    return owned.get(place.name()).getOrDefault(owner, List.of());
  }

  void put(StoreTransaction transaction, TablePlace place, Row row) {
    Tuple key = keyOf(place, row);
    Map<String, Object> values = values(place, row);
    List<TablePlace> items = new ArrayList<>();
    for (TablePlace other : layout.ownedBy(place)) {
      List<Row> rows = ownedRows(other, key);
      if (other.shape() instanceof Shape.Items) {
        items.add(other);
      } else if (other.shape() instanceof Shape.Part && !rows.isEmpty()) {
        values.putAll(values(other, rows.get(0)));
      } else if (other.shape() instanceof Shape.Elements elements) {
        Set<Object> set = new LinkedHashSet<>();
        rows.forEach(element -> set.add(element.get(elements.element())));
        values.put(other.columns().get(elements.element()).name(), set);
      }
    }
    transaction.put(place.entity().name(), key, values);
    for (TablePlace other : items) {
      int number = 0;
      for (Row item : ownedRows(other, key)) {
        putItem(transaction, other, key, item, number++);
      }
    }
  }

  void putItem(StoreTransaction transaction, TablePlace place, Tuple owner, Row row, int number) {
    transaction.putItem(
        place.entity().name(),
        owner,
        place.collection(),
        itemKey(place, row, number),
        values(place, row));
  }

  static Tuple itemKey(TablePlace place, Row row, int number) {
    return place.numbered() ? numbered(number) : TablePlace.values(row, place.itemKeyColumns());
  }

  private static Tuple key(TablePlace place, Row row, int number) {
    return place.numbered() ? numbered(number) : TablePlace.values(row, place.keyColumns());
  }

  /** A digest need not be one of the row: no statement names it. */
  private static Tuple numbered(int number) {
    return Tuple.of(Bytes.wrap(ByteBuffer.allocate(Integer.BYTES).putInt(number).array()), 1);
  }

  /** Returns the columns beside the key, by the names of the design. */
  static Map<String, Object> values(TablePlace place, Row row) {
    Map<String, Object> values = new LinkedHashMap<>();
    place
        .columns()
        .forEach(
            (column, at) -> {
              if (at.part() == Place.Part.COLUMN || at.part() == Place.Part.ITEM_COLUMN) {
                values.put(at.name(), row.get(column));
              }
            });
    return values;
  }
}
