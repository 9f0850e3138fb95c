package org.portolan.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;

class CellCodecTest {
  private static CellCodec codec(String type) {
    return new CellCodec(new Column("c", ColumnType.parse(type)));
  }

  private static Object throughCell(CellCodec codec, Object value) {
    byte[] encoded = codec.encode(value);
    assertThat(encoded).as("no cell is empty").isNotEmpty();
    byte[] within = new byte[encoded.length + 5];
    System.arraycopy(encoded, 0, within, 3, encoded.length);
    return codec.decode(within, 3, encoded.length);
  }

  @Property
  void bytes_any_comeBack(@ForAll byte[] content) {
    var value = org.portolan.types.Bytes.copyOf(content);
    assertThat(throughCell(codec("bytes"), value)).isEqualTo(value);
  }

  @Test
  void bytes_thatLookLikeMarks_comeBack() {
    for (String hex : List.of("", "ff", "ff01", "ffff", "ff01ff", "00")) {
      var value = org.portolan.types.Bytes.ofHex(hex);
      assertThat(throughCell(codec("bytes"), value)).isEqualTo(value);
    }
  }

  @Test
  void values_ofEveryType_comeBackAndDifferFromNull() {
    check("text", "zażółć", "", "\u0000", "\u00FF");
    check("compressed text", "x".repeat(500), "");
    check("int", 0, -1, Integer.MIN_VALUE);
    check("long", 0L, -1L, Long.MAX_VALUE);
    check("boolean", true, false);
    check("timestamp", Instant.EPOCH, Instant.parse("1969-12-31T23:59:59.999999Z"));
    check("decimal(20,4)", new BigDecimal("-1.0000"), new BigDecimal("0.0000"));
    check("set of text", Set.of(), Set.of("a", "b"));
    check("list of long", List.of(), List.of(3L, -1L, 3L));
  }

  private static void check(String type, Object... values) {
    CellCodec codec = codec(type);
    assertThat(throughCell(codec, null)).isNull();
    for (Object value : values) {
      assertThat(throughCell(codec, value)).as(type).isEqualTo(value);
    }
  }

  @Test
  void encode_scalars_isReadByHBaseItself() {
    assertThat(codec("text").encode("Pòrtu")).isEqualTo("Pòrtu".getBytes(StandardCharsets.UTF_8));
    assertThat(Bytes.toInt(codec("int").encode(-7))).isEqualTo(-7);
    assertThat(Bytes.toLong(codec("long").encode(7L))).isEqualTo(7);
    assertThat(Bytes.toBoolean(codec("boolean").encode(true))).isTrue();
    assertThat(Bytes.toBoolean(codec("boolean").encode(false))).isFalse();
    assertThat(Bytes.toBigDecimal(codec("decimal(5,2)").encode(new BigDecimal("3.14"))))
        .isEqualTo(new BigDecimal("3.14"));
    assertThat(Bytes.toLong(codec("timestamp").encode(Instant.ofEpochSecond(2))))
        .isEqualTo(2_000_000);
  }

  @Test
  void encode_wrongValue_isRefused() {
    assertThatThrownBy(() -> codec("int").encode("1")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> codec("text").encode("\uD800"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> codec("set of text").encode(List.of("a")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
