package org.portolan.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Exact bytes: the format on disk must not change unnoticed. */
class RowCodecTest {
  private static final RowCodec ALL =
      RowCodec.of(
          new Column("title", ScalarType.TEXT),
          new Column("text", ScalarType.COMPRESSED_TEXT),
          new Column("namespace", ScalarType.INT),
          new Column("id", ScalarType.LONG),
          new Column("price", ScalarType.decimal(5, 2)),
          new Column("minor", ScalarType.BOOLEAN),
          new Column("time", ScalarType.TIMESTAMP),
          new Column("digest", ScalarType.BYTES),
          new Column("links", ColumnType.parse("set of text")),
          new Column("sizes", ColumnType.parse("list of int")));

  private static final Object[] ROW = {
    "Été",
    "short",
    -3,
    300L,
    new BigDecimal("-1.50"),
    true,
    Instant.parse("1970-01-01T00:00:01Z"),
    Bytes.ofHex("00ff"),
    Set.of("B", "A"),
    List.of(2, 1, 2),
  };

  @Test
  void encode_rowOfEveryType_givesExactBytes() {
    byte[] encoded = ALL.encode(ROW);

    assertThat(Bytes.wrap(encoded))
        .hasToString(
            "0aff03" // ten columns, all there
                + "05c38974c3a9" // title
                + "060073686f7274" // text, raw
                + "05" // namespace
                + "d804" // id
                + "02ff6a" // price
                + "01" // minor
                + "00000000000f4240" // time
                + "0200ff" // digest
                + "050201410142" // links, ascending
                + "0403040204" // sizes
            );
    assertThat(ALL.decode(encoded)).containsExactly(ROW);
  }

  @Test
  void encode_longCompressedText_givesExactHeaderAndIsShorter() {
    RowCodec codec = RowCodec.of(new Column("text", ScalarType.COMPRESSED_TEXT));
    String text = "In the beginning was the chart. ".repeat(100);

    byte[] encoded = codec.encode(List.of(text));

    // One column, there; its length; deflated; from 3200 bytes.
    assertThat(encoded).startsWith(1, 1, encoded.length - 3, 1, 0x80, 0x19).hasSizeLessThan(100);
    assertThat(codec.decode(encoded)).containsExactly(text);
  }

  @Test
  void encode_nulls_takeABitInsideAndNothingAtTheEnd() {
    Object[] row = new Object[10];
    assertThat(ALL.encode(row)).containsExactly(0);
    assertThat(ALL.decode(new byte[] {0})).containsExactly(row);
    row[2] = 1;
    assertThat(ALL.encode(row)).containsExactly(3, 4, 2);
    assertThat(ALL.decode(ALL.encode(row))).containsExactly(row);
  }

  @Test
  void decode_rowFromBeforeAColumnWasAdded_hasNullInIt() {
    RowCodec older = new RowCodec(ALL.columns().subList(0, 3));
    Object[] decoded = ALL.decode(older.encode(Arrays.copyOf(ROW, 3)));
    assertThat(decoded).containsExactly(Arrays.copyOf(Arrays.copyOf(ROW, 3), 10));
  }

  @Test
  void decode_rowFromNewerDesign_isRefused() {
    RowCodec older = new RowCodec(ALL.columns().subList(0, 3));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> older.decode(ALL.encode(ROW)))
        .withMessageContaining(
            "a row of 10 columns with the 3 columns of this design; the row is damaged, or a"
                + " newer design wrote it");
  }

  @Test
  void decode_projection_givesOnlyWhatIsWanted() {
    boolean[] wanted = new boolean[10];
    wanted[2] = true;
    wanted[9] = true;
    Object[] expected = new Object[10];
    expected[2] = ROW[2];
    expected[9] = ROW[9];
    assertThat(ALL.decode(ALL.encode(ROW), wanted)).containsExactly(expected);
  }

  @Test
  void decode_projectionWithoutABrokenColumn_doesNotLookAtIt() {
    byte[] encoded = ALL.encode(ROW);
    encoded[10] = 7; // the form byte of the compressed text
    boolean[] wanted = new boolean[10];
    wanted[9] = true;
    assertThat(ALL.decode(encoded, wanted)[9]).isEqualTo(ROW[9]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ALL.decode(encoded))
        .withMessage(
            "cannot decode column 'text' (compressed text) at byte 9 of a row of 45 bytes: a"
                + " compressed text has the unknown form 7");
  }

  @Test
  void decode_streamThatClaimsOrExpandsTooMuch_isRefused() {
    RowCodec codec = RowCodec.of(new Column("text", ScalarType.COMPRESSED_TEXT));
    // The two bytes claim to expand to 2^35 bytes.
    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec.decode(Bytes.ofHex("01010901808080808001" + "0300").toArray()))
        .withMessageContaining("cannot expand to 34359738368");
    // The claimed lengths: one byte less and one byte more than the stream gives.
    byte[] honest = codec.encode(List.of("a".repeat(100)));
    for (int length : new int[] {99, 101}) {
      byte[] lying = honest.clone();
      lying[4] = (byte) length;
      assertThatIllegalArgumentException()
          .isThrownBy(() -> codec.decode(lying))
          .withMessageContaining("does not expand to its recorded length of " + length + " bytes");
    }
  }

  @Test
  void decode_manyTextsThatExpandTooMuchTogether_isRefused() {
    // Two rows that are allowed, glued into a list: 40 MiB of zeros each.
    byte[] one =
        RowCodec.of(new Column("text", ScalarType.COMPRESSED_TEXT))
            .encode(List.of("a".repeat(40 << 20)));
    ByteWriter list = new ByteWriter(0);
    list.writeVarint(1);
    list.writeByte(1);
    int mark = list.beginSized();
    list.writeVarint(2);
    for (int times = 0; times < 2; times++) {
      list.writeBytes(Arrays.copyOfRange(one, 2, one.length), one.length - 2);
    }
    list.endSized(mark);
    RowCodec codec = RowCodec.of(new Column("texts", ColumnType.parse("list of compressed text")));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec.decode(list.toArray()))
        .withMessageContaining("expand to more than 67108864 bytes");
  }

  @Test
  void encode_compressedTextsOverTheLimit_isRefused() {
    RowCodec codec =
        RowCodec.of(
            new Column("text", ScalarType.COMPRESSED_TEXT),
            new Column("comment", ScalarType.COMPRESSED_TEXT));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec.encode(List.of("a".repeat(64 << 20), "b")))
        .withMessageContaining("column 'comment' cannot take a text of 1 bytes");
  }

  @Test
  void encode_wrongValue_namesTheColumn() {
    RowCodec codec = RowCodec.of(new Column("links", ColumnType.parse("set of text")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec.encode(List.of(Set.of(1))))
        .withMessageContaining("column 'links'")
        .withMessageContaining("java.lang.Integer 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec.encode(List.of("a")))
        .withMessageContaining("java.util.Set");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec.encode(List.of()))
        .withMessageContaining("1 columns cannot take 0 values");
  }

  @Test
  void sizeOf_eachType_isTheEncodedSizeOfAsciiAndNumbers() {
    for (int index = 0; index < ROW.length; index++) {
      Column column = ALL.columns().get(index);
      Object value = index == 0 ? "Ete" : ROW[index];
      int encoded = RowCodec.of(column).encode(new Object[] {value}).length - 2;
      assertThat(RowCodec.sizeOf(column.type(), value)).as(column.name()).isEqualTo(encoded);
    }
    assertThat(RowCodec.sizeOf(ScalarType.TEXT, null)).isZero();
  }
}
