package org.portolan.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The promises of {@link RowCodec} for random columns and rows. */
class RowCodecPropertyTest {

  /** Columns, a value or null for each, and for each whether a projection wants it. */
  record Row(RowCodec codec, List<Object> values, List<Boolean> wanted) {
    boolean[] projection() {
      boolean[] projection = new boolean[wanted.size()];
      for (int index = 0; index < projection.length; index++) {
        projection[index] = wanted.get(index);
      }
      return projection;
    }
  }

  @Provide
  Arbitrary<Row> rows() {
    return Generators.columnTypes()
        .list()
        .ofMaxSize(20)
        .flatMap(
            types -> {
              List<Column> columns = new ArrayList<>();
              for (ColumnType type : types) {
                columns.add(new Column("column" + columns.size(), type));
              }
              RowCodec codec = new RowCodec(columns);
              return Combinators.combine(
                      Combinators.combine(
                              types.stream()
                                  .map(type -> Generators.values(type).injectNull(0.3))
                                  .toList())
                          .as(values -> values),
                      Arbitraries.of(true, false).list().ofSize(types.size()))
                  .as((values, wanted) -> new Row(codec, values, wanted));
            });
  }

  @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
  void decode_encoded_isTheRow(@ForAll("rows") Row row) {
    Object[] decoded = row.codec.decode(row.codec.encode(row.values));

    assertThat(Arrays.asList(decoded)).isEqualTo(row.values);
    for (int index = 0; index < decoded.length; index++) {
      if (decoded[index] instanceof AscendingSet set) {
        assertThat(AscendingSet.isAscending(set.element(), set.toArray())).isTrue();
      }
    }
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void decode_projection_isTheWantedPartOfTheRow(@ForAll("rows") Row row) {
    Object[] decoded = row.codec.decode(row.codec.encode(row.values), row.projection());
    for (int index = 0; index < decoded.length; index++) {
      assertThat(decoded[index]).isEqualTo(row.wanted.get(index) ? row.values.get(index) : null);
    }
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void decode_withMoreColumns_hasNullInThem(@ForAll("rows") Row row, @ForAll("rows") Row added) {
    List<Column> columns = new ArrayList<>(row.codec.columns());
    columns.addAll(added.codec.columns());
    List<Object> expected = new ArrayList<>(row.values);
    added.values.forEach(ignored -> expected.add(null));
    assertThat(new RowCodec(columns).decode(row.codec.encode(row.values)))
        .containsExactlyElementsOf(expected);
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void decodeLeading_ofARowWithMoreColumns_isTheRowWithoutThem(
      @ForAll("rows") Row row, @ForAll("rows") Row added) {
    List<Column> columns = new ArrayList<>(row.codec.columns());
    columns.addAll(added.codec.columns());
    List<Object> values = new ArrayList<>(row.values);
    values.addAll(added.values);
    byte[] encoded = new RowCodec(columns).encode(values);
    assertThat(row.codec.decodeLeading(encoded, null)).containsExactlyElementsOf(row.values);
    assertThat(row.codec.decodeLeading(encoded, new boolean[row.values.size()]))
        .isEqualTo(new Object[row.values.size()]);
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void encode_decodedRow_givesTheSameBytes(@ForAll("rows") Row row) {
    byte[] encoded = row.codec.encode(row.values);
    assertThat(row.codec.encode(row.codec.decode(encoded))).isEqualTo(encoded);
  }

  @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
  void decode_damagedRow_givesRowOrIllegalArgument(@ForAll("rows") Row row, @ForAll long seed) {
    Random random = new Random(seed);
    byte[] damaged = row.codec.encode(row.values);
    switch (random.nextInt(3)) {
      case 0 -> damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length + 1));
      case 1 -> damaged = Arrays.copyOf(damaged, damaged.length + 1 + random.nextInt(4));
      default -> {}
    }
    for (int times = random.nextInt(4); times > 0 && damaged.length > 0; times--) {
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
    }
    try {
      row.codec.decode(damaged, row.projection());
      Object[] values = row.codec.decode(damaged);
      assertThat(row.codec.decode(row.codec.encode(values))).isEqualTo(values);
    } catch (IllegalArgumentException expected) {
      assertThat(expected).hasMessageContaining("cannot decode");
    }
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void decode_garbage_givesRowOrIllegalArgument(@ForAll("rows") Row row, @ForAll byte[] garbage) {
    try {
      row.codec.decode(garbage);
    } catch (IllegalArgumentException expected) {
      assertThat(expected).hasMessageContaining("cannot decode");
    }
  }
}
