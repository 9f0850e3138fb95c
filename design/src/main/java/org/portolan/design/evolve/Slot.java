package org.portolan.design.evolve;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;

/**
 * A physical column. Its place, name and type never change, and no other column ever takes them;
 * only what it holds changes. Immutable.
 *
 * @param name the name that the engine knows
 * @param column the column of the design whose values it holds; empty unless it holds one
 * @param absent the value of a row or item that was written before the slot existed; empty for null
 */
public record Slot(String name, ColumnType type, Use use, String column, Optional<Object> absent) {

  /** What a slot holds. */
  public enum Use {
    /** The values of a column of the design. */
    COLUMN,
    /** The original of a collated text of the key. */
    ORIGINAL,
    /** A mark, because no engine stores a family without columns. */
    MARK,
    /** Values of a column that was dropped. Nothing reads them, and new rows have null. */
    DROPPED;

    /** Returns the use as the text of the state spells it. */
    public String spelling() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Slot {
    Objects.requireNonNull(type, "type");
    if ((use == Use.COLUMN) == column.isEmpty()) {
      throw new IllegalArgumentException("slot '" + name + "' must name a column if it holds one");
    }
    if (use != Use.COLUMN && absent.isPresent()) {
      throw new IllegalArgumentException("slot '" + name + "' holds no column, so none is absent");
    }
  }

  /** Makes the slot of a column that rows have had from the beginning. */
  static Slot of(Column column) {
    return new Slot(column.name(), column.type(), Use.COLUMN, column.name(), Optional.empty());
  }

  static Slot of(Column physical, Use use) {
    return new Slot(physical.name(), physical.type(), use, "", Optional.empty());
  }

  /** Returns whether it holds a column. */
  public boolean holds(String name) {
    return use == Use.COLUMN && column.equals(name);
  }

  Slot holding(String other) {
    return new Slot(name, type, Use.COLUMN, other, absent);
  }

  Slot dropped() {
    return new Slot(name, type, Use.DROPPED, "", Optional.empty());
  }

  /** Returns the column as the engine knows it. */
  public Column physical() {
    return new Column(name, type);
  }
}
