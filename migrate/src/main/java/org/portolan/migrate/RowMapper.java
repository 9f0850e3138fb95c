package org.portolan.migrate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.migrate.value.RejectedValueException;
import org.portolan.types.Bytes;
import org.portolan.types.PositionedValues;
import org.portolan.types.Tuple;

/** Makes rows of the design from rows of a table. Immutable and thread-safe. */
final class RowMapper {
  private static final long BYTES_PER_ROW = 100;
  private static final long BYTES_PER_VALUE = 40;

  private final TablePlan plan;
  private final Map<String, Integer> positions = new LinkedHashMap<>();

  RowMapper(TablePlan plan) {
    this.plan = plan;
    for (Field field : plan.values()) {
      positions.put(field.name(), positions.size());
    }
  }

  /** A row does not fit. */
  static final class RejectedRowException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String column;

    RejectedRowException(String column, String reason) {
      super(reason, null, false, false);
      this.column = column;
    }

    /** Returns the column of the table, or that of the design if it has no source. */
    String column() {
      return column;
    }
  }

  /**
   * Returns the row.
   *
   * @param raw the values of the table
   * @param digest of the row, if the plan counts copies
   * @param copy which of equal rows it is, from 1
   * @throws RejectedRowException if a value does not fit
   */
  MappedRow map(Object[] raw, byte[] digest, long copy) {
    Tuple key = tuple(plan.key(), raw, digest, copy);
    Tuple itemKey = tuple(plan.itemKey(), raw, digest, copy);
    Object[] values = new Object[positions.size()];
    for (Field field : plan.values()) {
      Object value = value(field, raw, digest, copy);
      values[positions.get(field.name())] = value;
      if (value == null && plan.isItems() && plan.defaulted().contains(field.name())) {
        throw new RejectedRowException(
            source(field), "is null, but an item gets the default of the column instead");
      }
    }
    return new MappedRow(key, itemKey, new PositionedValues(positions, values), raw, 1, bytes(raw));
  }

  /**
   * Returns the key of the row that a row of the table becomes.
   *
   * @throws RejectedRowException if there is none
   */
  Tuple key(Object[] raw) {
    return tuple(plan.key(), raw, null, 1);
  }

  /** Returns the key of the item; empty of others. Fails as {@link #key} does. */
  Tuple itemKey(Object[] raw) {
    return itemKey(raw, null);
  }

  /** Returns the key of the item, as {@link #itemKey(Object[])} does. */
  Tuple itemKey(Object[] raw, byte[] digest) {
    return tuple(plan.itemKey(), raw, digest, 1);
  }

  private Tuple tuple(List<Field> fields, Object[] raw, byte[] digest, long copy) {
    if (fields.isEmpty()) {
      return Tuple.EMPTY;
    }
    Object[] values = new Object[fields.size()];
    for (int place = 0; place < values.length; place++) {
      Field field = fields.get(place);
      values[place] = value(field, raw, digest, copy);
      if (values[place] == null && !field.nullable()) {
        throw new RejectedRowException(source(field), "is null, but a part of a key");
      }
    }
    return Tuple.of(values);
  }

  private Object value(Field field, Object[] raw, byte[] digest, long copy) {
    if (field.place() == Field.DIGEST) {
      return Bytes.wrap(digest);
    }
    if (field.place() == Field.COPY) {
      return field.conversion().toDesign(copy);
    }
    try {
      return field.conversion().toDesign(raw[field.place()]);
    } catch (RejectedValueException e) {
      throw new RejectedRowException(source(field), e.getMessage());
    }
  }

  private String source(Field field) {
    return field.place() < 0 ? field.name() : plan.query().columns().get(field.place()).name();
  }

  /** Returns about how much memory the values take. */
  static long bytes(Object[] raw) {
    long bytes = BYTES_PER_ROW;
    for (Object value : raw) {
      bytes += BYTES_PER_VALUE;
      if (value instanceof String text) {
        bytes += text.length();
      } else if (value instanceof Bytes content) {
        bytes += content.length();
      } else if (value instanceof List<?> elements) {
        bytes += BYTES_PER_VALUE * elements.size();
        for (Object element : elements) {
          bytes += element instanceof String text ? text.length() : 0;
        }
      }
    }
    return bytes;
  }
}
