package org.portolan.engine.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.portolan.engine.KeyRange;
import org.portolan.types.KeyCodec;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** The slices of a range hold exactly its keys, each once and in key order. */
class SliceTest {
  private static final int COLUMNS = 4;
  private static final int VALUES = 3;

  @Test
  void of_everyRangeOfRandomKeys_holdsItsKeysInOrder() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    int found = 0;
    for (int round = 0; round < 3_000; round++) {
      CqlTable table = table(random);
      List<Tuple> keys = keys(table);
      KeyRange range =
          new KeyRange(bound(random), random.nextBoolean(), bound(random), random.nextBoolean());
      List<Tuple> wanted =
          keys.stream()
              .filter(key -> beyond(table, key, range.from(), range.fromInclusive(), 1))
              .filter(key -> beyond(table, key, range.to(), range.toInclusive(), -1))
              .toList();
      List<Tuple> sliced = new ArrayList<>();
      for (Slice slice : Slice.of(table, range)) {
        keys.stream().filter(key -> within(table, key, slice)).forEach(sliced::add);
      }
      assertThat(sliced).as("seed %d, round %d, %s", seed, round, range).isEqualTo(wanted);
      found += wanted.size();
    }
    assertThat(found).isPositive();
  }

  private static CqlTable table(Random random) {
    List<KeyPart> parts = new ArrayList<>();
    for (int index = 0; index < COLUMNS; index++) {
      KeyColumn column = KeyColumn.of("c" + index, ScalarType.INT).allowingNull();
      parts.add(
          new KeyPart("c" + index, random.nextBoolean() ? column : column.descending(), false));
    }
    return CqlTable.of("k", "t", parts, 1, Map.of());
  }

  /** All keys in order. */
  private static List<Tuple> keys(CqlTable table) {
    List<Tuple> keys = new ArrayList<>(List.of(Tuple.EMPTY));
    for (int index = 0; index < COLUMNS; index++) {
      List<Tuple> longer = new ArrayList<>();
      for (Tuple key : keys) {
        for (int value = 0; value < VALUES; value++) {
          longer.add(key.append(Tuple.of(value == 0 ? null : (Integer) value)));
        }
      }
      keys = longer;
    }
    keys.sort(table.codec()::compare);
    return keys;
  }

  private static Tuple bound(Random random) {
    Object[] values = new Object[random.nextInt(COLUMNS + 1)];
    for (int index = 0; index < values.length; index++) {
      int value = random.nextInt(VALUES);
      values[index] = value == 0 ? null : (Integer) value;
    }
    return Tuple.of(values);
  }

  private static boolean beyond(
      CqlTable table, Tuple key, Tuple bound, boolean inclusive, int sign) {
    if (bound.isEmpty()) {
      return true;
    }
    KeyCodec leading = new KeyCodec(table.codec().columns().subList(0, bound.size()));
    int order = sign * leading.compare(key.slice(0, bound.size()), bound);
    return inclusive ? order >= 0 : order > 0;
  }

  private static boolean within(CqlTable table, Tuple key, Slice slice) {
    int fixed = slice.values().size();
    return key.slice(0, fixed).equals(slice.values())
        && within(table, key, fixed, slice.from(), 1)
        && within(table, key, fixed, slice.to(), -1);
  }

  private static boolean within(
      CqlTable table, Tuple key, int column, Optional<Slice.Bound> bound, int sign) {
    if (bound.isEmpty()) {
      return true;
    }
    KeyCodec one = KeyCodec.of(table.codec().columns().get(column));
    int order = sign * one.compare(Tuple.of(key.get(column)), Tuple.of(bound.get().value()));
    return bound.get().inclusive() ? order >= 0 : order > 0;
  }
}
