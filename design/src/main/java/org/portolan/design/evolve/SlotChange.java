package org.portolan.design.evolve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.portolan.design.ColumnRule;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.ScalarType;

/** The slots of one family or collection while its columns change. Immutable. */
record SlotChange(List<Slot> slots) {
  /** Every engine takes names of this length, see {@code check.Names}. */
  private static final int NAME_LENGTH_MAX = 48;

  /** Returns whether every value of a type is one of another, in a wider Java class. */
  static boolean widens(ColumnType from, ColumnType to) {
    return from.equals(ScalarType.INT) && to.equals(ScalarType.LONG);
  }

  /**
   * @param renames the new names of old columns, by the old ones
   */
  List<Slot> after(
      List<Column> old,
      List<Column> changed,
      Function<String, ColumnRule> rules,
      Map<String, String> renames) {
    Map<String, ColumnType> types =
        changed.stream().collect(Collectors.toMap(Column::name, Column::type));
    Map<String, String> kept = new HashMap<>();
    Set<String> widened = new HashSet<>();
    for (Column column : old) {
      String name = renames.getOrDefault(column.name(), column.name());
      // A column that takes the name of a renamed one is another column.
      boolean taken = name.equals(column.name()) && renames.containsValue(name);
      ColumnType type = types.get(name);
      if (taken || type == null) {
        continue;
      }
      if (type.equals(column.type())) {
        kept.put(column.name(), name);
      } else if (widens(column.type(), type)) {
        kept.put(column.name(), name);
        widened.add(name);
      }
    }
    List<Slot> after = new ArrayList<>();
    for (Slot slot : slots) {
      if (slot.use() == Slot.Use.COLUMN) {
        String name = kept.get(slot.column());
        after.add(name == null ? slot.dropped() : slot.holding(name));
      } else {
        after.add(slot);
      }
    }
    for (Column column : changed) {
      boolean stays = kept.containsValue(column.name());
      if (stays && !widened.contains(column.name())) {
        continue;
      }
      ColumnRule rule = rules.apply(column.name());
      after.add(
          new Slot(
              free(column.name(), after),
              column.type(),
              Slot.Use.COLUMN,
              column.name(),
              stays || !rule.required() ? Optional.empty() : rule.defaultValue()));
    }
    return after;
  }

  private static String free(String column, List<Slot> taken) {
    Set<String> names = taken.stream().map(Slot::name).collect(Collectors.toSet());
    String name = column;
    for (int number = 2; names.contains(name); number++) {
      String end = "__" + number;
      name = column.substring(0, Math.min(column.length(), NAME_LENGTH_MAX - end.length())) + end;
    }
    return name;
  }
}
