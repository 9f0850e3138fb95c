package org.portolan.rehearsal.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.advisor.shape.Shape;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.rehearsal.layout.Place;
import org.portolan.rehearsal.layout.Row;
import org.portolan.rehearsal.layout.TablePlace;
import org.portolan.types.Tuple;

/** Rows of tables from what a store returns. */
final class StoredRows {
  private StoredRows() {}

  /** Returns the rows of a table that are in an entity's row, without those that are items. */
  static List<Row> of(TablePlace place, EntityRow stored) {
    if (place.shape() instanceof Shape.Elements elements) {
      Place element = place.columns().get(elements.element());
      List<Row> rows = new ArrayList<>();
      Object set = stored.value(element.name());
      for (Object value : set == null ? Set.of() : (Set<?>) set) {
        Map<String, Object> values = keyed(place, stored.key());
        values.put(elements.element(), value);
        rows.add(new Row(values));
      }
      return rows;
    }
    Map<String, Object> values = keyed(place, stored.key());
    boolean any = !(place.shape() instanceof Shape.Part);
    for (Map.Entry<String, Place> column : place.columns().entrySet()) {
      if (column.getValue().part() == Place.Part.COLUMN) {
        Object value = stored.value(column.getValue().name());
        values.put(column.getKey(), value);
        any |= value != null;
      }
    }
    return any ? List.of(new Row(values)) : List.of();
  }

  static Row of(TablePlace place, Tuple owner, Item stored) {
    Map<String, Object> values = keyed(place, owner);
    place
        .columns()
        .forEach(
            (column, at) -> {
              if (at.part() == Place.Part.ITEM_KEY) {
                values.put(column, stored.key().get(at.position()));
              } else if (at.part() == Place.Part.ITEM_COLUMN) {
                values.put(column, stored.value(at.name()));
              }
            });
    return new Row(values);
  }

  /** Returns what a key alone tells of a row. */
  static Map<String, Object> keyed(TablePlace place, Tuple key) {
    Map<String, Object> values = new LinkedHashMap<>();
    place
        .columns()
        .forEach(
            (column, at) -> {
              if (at.part() == Place.Part.KEY) {
                values.put(column, key.get(at.position()));
              }
            });
    return values;
  }
}
