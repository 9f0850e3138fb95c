package org.portolan.data.internal.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.design.FamilyDesign;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Row;
import org.portolan.types.Column;
import org.portolan.types.PositionedValues;
import org.portolan.types.Tuple;

/**
 * Some columns of an entity: what to read for them, and where their values are in what was read. It
 * is the same for all reads of these columns, so it is made once. Immutable.
 */
public final class Projection {
  private final List<FamilyRead> reads;
  private final Map<String, Integer> positions = new LinkedHashMap<>();
  private final List<String> families = new ArrayList<>();
  private final List<Integer> places = new ArrayList<>();

  /**
   * @param originals the columns behind those of the first family, read with every row
   */
  Projection(List<FamilyDesign> declared, List<Column> originals, Columns columns) {
    List<FamilyRead> all = new ArrayList<>();
    for (FamilyDesign family : declared) {
      boolean first = family.equals(declared.get(0));
      List<String> wanted = new ArrayList<>();
      if (first) {
        originals.forEach(column -> wanted.add(column.name()));
      }
      for (int place = 0; place < family.columns().size(); place++) {
        String name = family.columns().get(place).name();
        if (columns.contains(name)) {
          wanted.add(name);
          positions.put(name, positions.size());
          families.add(family.name());
          places.add(place);
        }
      }
      if (columns.all()) {
        all.add(FamilyRead.all(family.name()));
      } else if (!wanted.isEmpty()) {
        all.add(new FamilyRead.Columns(family.name(), wanted));
      } else if (first) {
        all.add(new FamilyRead.Presence(family.name()));
      }
    }
    reads = List.copyOf(all);
  }

  /** Returns the reads of a row: at least of whether it exists. */
  public List<FamilyRead> reads() {
    return reads;
  }

  /**
   * Returns a row that exists and was read with {@link #reads}, with null in the columns of its
   * absent families.
   */
  public EntityRow row(Tuple key, Row row) {
    Object[] values = new Object[places.size()];
    for (int position = 0; position < values.length; position++) {
      List<Object> stored = row.columns().get(families.get(position));
      if (stored != null && !stored.isEmpty()) {
        values[position] = stored.get(places.get(position));
      }
    }
    return new EntityRow(key, new PositionedValues(positions, values));
  }
}
