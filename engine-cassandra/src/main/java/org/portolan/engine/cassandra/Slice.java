package org.portolan.engine.cassandra;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.portolan.engine.KeyRange;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/**
 * The part of a range of keys that one query can read: keys that begin with given values and whose
 * next column may be bounded on either side. A comparison of tuples in CQL works only if all
 * columns ascend or all descend, and no value is null. So a range becomes slices, one after the
 * other in key order, seldom more than two.
 *
 * @param values of the leading columns
 * @param from the bound of the next column at the beginning of the keys, {@code to} at their end
 */
record Slice(Tuple values, Optional<Bound> from, Optional<Bound> to) {

  record Bound(Object value, boolean inclusive) {}

  /** Returns the range of whole keys of a range of the keys of a row's items. */
  static KeyRange withinRow(Tuple rowKey, KeyRange items) {
    return new KeyRange(
        rowKey.append(items.from()),
        items.fromInclusive() || items.from().isEmpty(),
        rowKey.append(items.to()),
        items.toInclusive() || items.to().isEmpty());
  }

  /** Returns the slices of a range in key order; none if it is empty. */
  static List<Slice> of(CqlTable table, KeyRange range) {
    Tuple from = range.from();
    Tuple to = range.to();
    int common = 0;
    while (common < Math.min(from.size(), to.size())
        && Objects.equals(from.get(common), to.get(common))) {
      common++;
    }
    boolean fromWithin = common == from.size();
    boolean toWithin = common == to.size();
    if ((fromWithin && !from.isEmpty() && !range.fromInclusive())
        || (toWithin && !to.isEmpty() && !range.toInclusive())) {
      return List.of();
    }
    if (!fromWithin && !toWithin && compare(table, common, from.get(common), to.get(common)) > 0) {
      return List.of();
    }
    List<Slice> slices = new ArrayList<>();
    for (int index = from.size() - 1; index > common; index--) {
      slices.add(
          new Slice(
              from.slice(0, index), bound(from, index, range.fromInclusive()), Optional.empty()));
    }
    slices.add(
        new Slice(
            from.slice(0, common),
            fromWithin ? Optional.empty() : bound(from, common, range.fromInclusive()),
            toWithin ? Optional.empty() : bound(to, common, range.toInclusive())));
    for (int index = common + 1; index < to.size(); index++) {
      slices.add(
          new Slice(to.slice(0, index), Optional.empty(), bound(to, index, range.toInclusive())));
    }
    return slices;
  }

  /** Only the last column of a bound can be inclusive; at the others, longer slices follow. */
  private static Optional<Bound> bound(Tuple values, int index, boolean inclusive) {
    return Optional.of(new Bound(values.get(index), inclusive && index == values.size() - 1));
  }

  private static int compare(CqlTable table, int column, Object left, Object right) {
    return KeyCodec.of(table.key().get(column).column()).compare(Tuple.of(left), Tuple.of(right));
  }

  static List<Slice> inReverse(List<Slice> slices) {
    List<Slice> reversed = new ArrayList<>(slices);
    Collections.reverse(reversed);
    return reversed;
  }

  /** Returns the conditions on the columns of {@code table}, with markers for the values. */
  String where(CqlTable table) {
    StringBuilder cql = new StringBuilder(table.whereKey(values.size()));
    if (from.isPresent() || to.isPresent()) {
      KeyPart next = table.key().get(values.size());
      from.ifPresent(bound -> append(cql, next, next.descending() ? '<' : '>', bound));
      to.ifPresent(bound -> append(cql, next, next.descending() ? '>' : '<', bound));
    }
    return cql.toString();
  }

  private static void append(StringBuilder cql, KeyPart part, char operator, Bound bound) {
    cql.append(" AND ").append(part.quoted()).append(' ').append(operator);
    cql.append(bound.inclusive() ? "= ?" : " ?");
  }

  /** Returns the values of the markers. */
  List<ByteBuffer> encode(CqlTable table) {
    List<ByteBuffer> encoded = table.encode(values);
    if (from.isPresent() || to.isPresent()) {
      KeyPart next = table.key().get(values.size());
      from.ifPresent(bound -> encoded.add(next.encode(bound.value())));
      to.ifPresent(bound -> encoded.add(next.encode(bound.value())));
    }
    return encoded;
  }
}
