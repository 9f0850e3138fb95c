package org.portolan.data.internal.schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.portolan.data.Columns;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.design.evolve.Slot;
import org.portolan.design.key.KeyMapping;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Row;
import org.portolan.types.PositionedValues;
import org.portolan.types.Tuple;

/**
 * The stored form of the rows of an entity: which values are in which family, and how they are read
 * again. Immutable, except for what it remembers; thread-safe.
 */
final class RowForm {
  /** An application reads few different sets of columns; if it reads more, they are not kept. */
  private static final int PROJECTIONS_MAX = 64;

  /**
   * A family.
   *
   * @param first the position of its first column among those of all families
   */
  record FamilyForm(String name, int first, StoredColumns columns) {}

  private final KeyMapping keyMapping;
  private final CheckedColumns columns;
  private final List<FamilyForm> families = new ArrayList<>();
  private final Map<Columns, Projection> projections = new ConcurrentHashMap<>();

  /**
   * @param slots by the names of the families
   * @param columns without any yet
   */
  RowForm(
      EntityDesign design,
      Map<String, List<Slot>> slots,
      KeyMapping keyMapping,
      CheckedColumns columns) {
    this.keyMapping = keyMapping;
    this.columns = columns;
    for (FamilyDesign family : design.families()) {
      families.add(
          new FamilyForm(
              family.name(),
              columns.columns().size(),
              new StoredColumns(family.columns(), slots.get(family.name()))));
      columns.add(family.columns(), family.rules());
    }
  }

  /** Returns the families as the engine knows them. */
  List<ColumnFamily> physical() {
    return families.stream()
        .map(family -> new ColumnFamily(family.name(), family.columns().physical()))
        .toList();
  }

  int familyCount() {
    return families.size();
  }

  String familyName(int position) {
    return families.get(position).name();
  }

  Projection projection(Columns some) {
    Projection known = projections.get(some);
    if (known != null) {
      return known;
    }
    columns.require(some.names());
    Projection made = new Projection(families, some);
    if (projections.size() < PROJECTIONS_MAX) {
      projections.put(some, made);
    }
    return made;
  }

  boolean exists(Row row) {
    return row.columns().containsKey(familyName(0));
  }

  Tuple key(Row row, Tuple behindPrefix) {
    List<Object> originals =
        keyMapping.originalColumns().isEmpty()
            ? List.of()
            : families.get(0).columns().originals(row.columns().get(familyName(0)));
    return keyMapping.key(behindPrefix, originals);
  }

  List<Object> stored(int position, Tuple key, Map<String, Object> values) {
    FamilyForm family = families.get(position);
    StoredColumns form = family.columns();
    boolean any = position == 0;
    PositionedValues checked =
        values instanceof PositionedValues row && row.isOf(columns.positions()) ? row : null;
    Object[] stored = form.empty();
    for (int column = 0; column < form.declared().size(); column++) {
      Object value =
          checked == null
              ? values.get(form.declared().get(column).name())
              : checked.at(family.first() + column);
      any |= value != null;
      form.put(stored, column, value);
    }
    if (!any) {
      return null;
    }
    if (position == 0) {
      form.putOriginals(stored, keyMapping.originals(key));
    }
    return Arrays.asList(stored);
  }
}
