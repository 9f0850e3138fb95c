package org.portolan.rehearsal.layout;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.table.PlannedTable;
import org.portolan.design.EntityDesign;
import org.portolan.types.Tuple;

/**
 * Where the rows of a table are in the design. Immutable.
 *
 * @param entity the entity whose rows they are, or are in
 * @param collection the collection of items; empty for other shapes
 * @param columns the places of the columns, by the names of the schema
 * @param numbered whether the key, of the row or of the item, is a digest and a number
 */
public record TablePlace(
    PlannedTable table,
    Shape shape,
    EntityDesign entity,
    String collection,
    Map<String, Place> columns,
    boolean numbered) {

  public TablePlace {
    columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
  }

  public String name() {
    return table.source().name();
  }

  /** Returns the columns in the key of the entity's row, in its order. */
  public List<String> keyColumns() {
    return at(Place.Part.KEY);
  }

  /** Returns the columns in the key of the item, in its order. */
  public List<String> itemKeyColumns() {
    return at(Place.Part.ITEM_KEY);
  }

  private List<String> at(Place.Part part) {
    List<String> names = new ArrayList<>();
    columns.forEach(
        (column, place) -> {
          if (place.part() == part) {
            names.add(column);
          }
        });
    names.sort((left, right) -> columns.get(left).position() - columns.get(right).position());
    return names;
  }

  /** Returns the columns that identify a row of the table. */
  public List<String> identity() {
    return table.identity().columns();
  }

  /** Returns the values of columns, in their order. */
  public static Tuple values(Row row, List<String> columns) {
    return new Tuple(columns.stream().map(row::get).toList());
  }
}
