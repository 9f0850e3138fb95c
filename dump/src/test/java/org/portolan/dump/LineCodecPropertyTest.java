package org.portolan.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.portolan.design.CollectionDesign;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.design.key.PlainKey;
import org.portolan.types.Bytes;
import org.portolan.types.CollectionType;
import org.portolan.types.CollectionType.Kind;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Timestamps;
import org.portolan.types.Tuple;
import org.portolan.types.Values;

/** Lines of rows and items of every type are read back as they were, and other tools read them. */
class LineCodecPropertyTest {
  private static final List<ScalarType> SCALARS =
      List.of(
          ScalarType.TEXT,
          ScalarType.COMPRESSED_TEXT,
          ScalarType.INT,
          ScalarType.LONG,
          ScalarType.decimal(65, 30),
          ScalarType.decimal(5, 0),
          ScalarType.BOOLEAN,
          ScalarType.TIMESTAMP,
          ScalarType.BYTES);

  private static final EntityDesign ENTITY = entity();
  private static final LineCodec CODEC = new LineCodec(ENTITY);

  private static EntityDesign entity() {
    List<KeyColumn> key = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    for (ScalarType type : SCALARS) {
      String name = "c" + columns.size();
      if (type.allowedInKey()) {
        key.add(KeyColumn.of("k" + key.size(), type).allowingNull());
      }
      columns.add(new Column(name, type));
      columns.add(new Column(name + "_set", new CollectionType(Kind.SET, type)));
      columns.add(new Column(name + "_list", new CollectionType(Kind.LIST, type)));
    }
    CollectionDesign items = new CollectionDesign("items", key, columns, Storage.ROWS);
    return new EntityDesign(
        "all",
        key,
        new PlainKey(),
        Map.of(),
        List.of(
            new FamilyDesign("one", columns.subList(0, 4)),
            new FamilyDesign("two", columns.subList(4, columns.size()))),
        List.of(items),
        List.of(),
        List.of());
  }

  @Property(tries = 2000)
  void row_writtenAndRead_isTheSame(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    Tuple key = key(random);
    Map<String, Object> values = values(random);
    LineBuffer line = new LineBuffer();
    CODEC.row(line, key, values);
    DumpLine.RowLine read = (DumpLine.RowLine) CODEC.read(line.array(), line.length());
    assertThat(read.key()).isEqualTo(key);
    assertSame(read.values(), values);
    LineBuffer again = new LineBuffer();
    CODEC.row(again, read.key(), checked(read.values()));
    assertThat(again.toArray()).isEqualTo(line.toArray());
    assertReadable(line, values);
  }

  @Example
  void row_withoutAColumn_isRefused() {
    Random random = new Random(1);
    Map<String, Object> values = new HashMap<>(values(random));
    values.remove("c3");
    assertThatThrownBy(() -> CODEC.row(new LineBuffer(), key(random), values))
        .isInstanceOf(DumpException.class)
        .hasMessageContaining("column 'c3' was dropped");
  }

  @Property(tries = 500)
  void item_writtenAndRead_isTheSame(@ForAll long seed) {
    Random random = new Random(seed);
    Tuple key = key(random);
    Map<String, Object> values = values(random);
    CollectionDesign items = ENTITY.collections().get(0);
    LineBuffer line = new LineBuffer();
    CODEC.item(line, items, key, values);
    DumpLine.ItemLine read = (DumpLine.ItemLine) CODEC.read(line.array(), line.length());
    assertThat(read.collection()).isEqualTo(items);
    assertThat(read.key()).isEqualTo(key);
    assertSame(read.values(), values);
  }

  /** A changed byte gives another line or is refused: it never is a failure of another kind. */
  @Property(tries = 2000)
  void line_withAChangedByte_isReadOrRefused(@ForAll long seed) {
    Random random = new Random(seed);
    LineBuffer line = new LineBuffer();
    CODEC.row(line, key(random), values(random));
    byte[] changed = line.toArray();
    changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
    try {
      assertThat(CODEC.read(changed, changed.length)).isNotNull();
    } catch (IllegalArgumentException refused) {
      assertThat(refused.getMessage()).isNotBlank();
    }
  }

  /** Jackson, as an importer of others would use it, finds the values where the page says. */
  private static void assertReadable(LineBuffer line, Map<String, Object> values) throws Exception {
    JsonNode columns = Manifest.JSON.readTree(line.array(), 0, line.length()).get("columns");
    assertThat(columns.size()).isEqualTo(ENTITY.columns().count());
    for (Column column : ENTITY.columns().toList()) {
      JsonNode found = columns.get(column.name());
      Object value = values.get(column.name());
      if (value == null) {
        assertThat(found.isNull()).isTrue();
      } else if (value instanceof String text) {
        assertThat(found.textValue()).isEqualTo(text);
      } else if (value instanceof Long number) {
        assertThat(found.isTextual() ? new BigInteger(found.textValue()) : found.bigIntegerValue())
            .isEqualTo(BigInteger.valueOf(number));
        assertThat(found.isTextual()).isEqualTo(Math.abs((double) number) >= 0x1p53);
      } else if (value instanceof BigDecimal decimal) {
        assertThat(new BigDecimal(found.textValue())).isEqualTo(decimal);
      } else if (value instanceof Instant instant) {
        assertThat(Instant.parse(found.textValue())).isEqualTo(instant);
      } else if (value instanceof Bytes bytes) {
        assertThat(Base64.getDecoder().decode(found.textValue())).isEqualTo(bytes.toArray());
      }
    }
  }

  private static void assertSame(Map<String, Object> read, Map<String, Object> values) {
    assertThat(checked(read)).isEqualTo(values);
  }

  /** Puts sets into the form in which a store returns them. */
  private static Map<String, Object> checked(Map<String, Object> values) {
    Map<String, Object> checked = new LinkedHashMap<>();
    ENTITY
        .columns()
        .forEach(
            column -> checked.put(column.name(), Values.check(column, values.get(column.name()))));
    return checked;
  }

  private static Tuple key(Random random) {
    List<Object> values = new ArrayList<>();
    for (KeyColumn column : ENTITY.key()) {
      values.add(random.nextInt(8) == 0 ? null : scalar(random, column.type()));
    }
    return new Tuple(values);
  }

  private static Map<String, Object> values(Random random) {
    Map<String, Object> values = new LinkedHashMap<>();
    ENTITY
        .columns()
        .forEach(
            column ->
                values.put(column.name(), Values.check(column, value(random, column.type()))));
    return values;
  }

  private static Object value(Random random, ColumnType type) {
    if (random.nextInt(6) == 0) {
      return null;
    }
    if (type instanceof ScalarType scalar) {
      return scalar(random, scalar);
    }
    List<Object> elements = new ArrayList<>();
    for (int count = random.nextInt(4); count > 0; count--) {
      elements.add(scalar(random, type.element()));
    }
    return ((CollectionType) type).kind() == Kind.LIST ? elements : new LinkedHashSet<>(elements);
  }

  private static Object scalar(Random random, ScalarType type) {
    return switch (type.kind()) {
      case TEXT, COMPRESSED_TEXT -> text(random);
      case INT -> random.nextInt(4) == 0 ? edge(random).intValue() : random.nextInt();
      case LONG -> random.nextInt(2) == 0 ? edge(random).longValue() : random.nextLong();
      case DECIMAL -> {
        BigInteger most = BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
        BigInteger unscaled = new BigInteger(random.nextInt(most.bitLength()), random);
        yield new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
      }
      case BOOLEAN -> random.nextBoolean();
      case TIMESTAMP ->
          switch (random.nextInt(5)) {
            case 0 -> Timestamps.MIN;
            case 1 -> Timestamps.MAX;
            case 2 -> Timestamps.fromMicroseconds(random.nextLong());
            case 3 -> Instant.ofEpochSecond(random.nextInt());
            default -> Timestamps.fromMicroseconds(random.nextInt());
          };
      case BYTES -> {
        byte[] content = new byte[random.nextInt(9)];
        random.nextBytes(content);
        yield Bytes.wrap(content);
      }
    };
  }

  /** Numbers around those where a representation changes. */
  private static BigInteger edge(Random random) {
    BigInteger power = BigInteger.ONE.shiftLeft(List.of(0, 31, 53, 63).get(random.nextInt(4)));
    BigInteger near = power.add(BigInteger.valueOf(random.nextInt(5) - 2));
    return random.nextBoolean() ? near : near.negate();
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int count = random.nextInt(12); count > 0; count--) {
      switch (random.nextInt(6)) {
        case 0 -> text.append((char) random.nextInt(0x20));
        case 1 -> text.append("\"\\/\u007f\u2028".charAt(random.nextInt(5)));
        case 2 -> text.appendCodePoint(0x10000 + random.nextInt(0x100000));
        case 3 -> text.append((char) (0x80 + random.nextInt(0xD800 - 0x80)));
        case 4 -> text.append((char) (0xE000 + random.nextInt(0x2000)));
        default -> text.append((char) (' ' + random.nextInt(95)));
      }
    }
    return text.toString();
  }
}
