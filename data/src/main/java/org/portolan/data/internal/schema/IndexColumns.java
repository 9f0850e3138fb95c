package org.portolan.data.internal.schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.design.IndexDesign;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** The columns that an index is on and those of its order, and their values. Immutable. */
final class IndexColumns {
  private final EntitySchema entity;
  private final IndexDesign design;
  private final List<IndexColumn> on = new ArrayList<>();
  private final List<IndexColumn> order = new ArrayList<>();
  private final Set<String> followed = new HashSet<>();
  private final boolean collatedValues;
  private final boolean collatedOrder;

  /**
   * @param key the columns of the row key behind its prefix, which follow the order
   */
  IndexColumns(EntitySchema entity, IndexDesign design, List<KeyColumn> key) {
    this.entity = entity;
    this.design = design;
    Set<String> valueNames = new HashSet<>(design.on());
    for (String name : design.on()) {
      on.add(IndexColumn.of(entity, name, scalarOf(name), valueNames));
    }
    Set<String> memberNames = new HashSet<>();
    key.forEach(column -> memberNames.add(column.name()));
    entity.keyMapping().originalColumns().forEach(column -> memberNames.add(column.name()));
    design.order().forEach(column -> memberNames.add(column.column()));
    for (IndexDesign.OrderColumn column : design.order()) {
      String name = column.column();
      order.add(
          IndexColumn.of(entity, name, scalarOf(name), memberNames).ordering(column.direction()));
    }
    collatedValues = on.stream().anyMatch(IndexColumn::isCollated);
    collatedOrder = order.stream().anyMatch(IndexColumn::isCollated);
  }

  private ScalarType scalarOf(String name) {
    for (KeyColumn column : entity.keyMapping().keyColumns()) {
      if (column.name().equals(name)) {
        return column.type();
      }
    }
    followed.add(name);
    return entity
        .design()
        .column(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "index '" + design.name() + "' is on an unknown column '" + name + "'"))
        .type()
        .element();
  }

  /** Returns the columns of a row, without its key, that decide its values. */
  Set<String> followed() {
    return followed;
  }

  List<KeyColumn> valueColumns() {
    return on.stream().map(IndexColumn::column).toList();
  }

  List<KeyColumn> orderColumns() {
    return order.stream().map(IndexColumn::column).toList();
  }

  /** Returns whether the index has sort keys of its columns, not only of keys. */
  boolean isCollated() {
    return collatedValues || collatedOrder;
  }

  /** Returns values of the columns that the index is on as they are stored. */
  Tuple stored(Tuple value) {
    return collatedValues ? stored(on, value) : value;
  }

  /** Returns values of leading columns of the order as they are stored. */
  Tuple storedOrder(Tuple leading) {
    return collatedOrder ? stored(order, leading) : leading;
  }

  private static Tuple stored(List<IndexColumn> columns, Tuple values) {
    List<Object> stored = new ArrayList<>(values.size());
    for (int position = 0; position < values.size(); position++) {
      stored.add(columns.get(position).stored(values.get(position)));
    }
    return new Tuple(stored);
  }

  /** Returns the values of a row in the columns of the order, as they are stored. */
  Tuple orderOf(Tuple key, Map<String, Object> values) {
    Object[] found = new Object[order.size()];
    for (int position = 0; position < found.length; position++) {
      found[position] = entity.valueOf(order.get(position).name(), key, values);
    }
    return storedOrder(new Tuple(Arrays.asList(found)));
  }

  /** Returns the values under which a row is listed, as they were written. */
  List<Tuple> written(Tuple key, Map<String, Object> values) {
    return IndexedValues.of(entity, design.on(), key, values);
  }
}
