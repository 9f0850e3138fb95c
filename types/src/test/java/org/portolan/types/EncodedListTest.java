package org.portolan.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Changes of encoded lists, beside the same changes of plain lists that are encoded anew. */
class EncodedListTest {
  private static final List<ScalarType> ELEMENTS = List.of(ScalarType.TEXT, ScalarType.BYTES);

  /** Lead bytes, continuations and the bytes beside the bounds of well-formed UTF-8. */
  private static final int[] EDGES = {
    0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC,
    0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF
  };

  @Property(tries = 5_000, edgeCases = EdgeCasesMode.NONE)
  void changed_encodesLikeThePlainList(@ForAll long seed) {
    Random random = new Random(seed);
    for (ScalarType element : ELEMENTS) {
      Comparator<Object> order = (left, right) -> Values.compare(element, left, right);
      RowCodec codec =
          RowCodec.of(
              new Column("before", ScalarType.INT),
              new Column("list", new CollectionType(CollectionType.Kind.LIST, element)),
              new Column("after", ScalarType.TEXT));
      List<Object> all = ascending(random, element, order, random.nextInt(200));
      List<Object> added = ascending(random, element, order, random.nextInt(20));
      List<Object> removed = ascending(random, element, order, random.nextInt(20));
      added.addAll(some(random, all));
      removed.addAll(some(random, all));
      removed.addAll(some(random, added));
      TreeSet<Object> plain = new TreeSet<>(order);
      plain.addAll(all);
      plain.removeAll(new TreeSet<>(removed));
      plain.addAll(added);

      byte[] encoded = codec.encode(Arrays.asList(7, all, "end"));
      EncodedList list = (EncodedList) codec.decode(encoded)[1];
      EncodedList changed = list.changed(sorted(added, order), sorted(removed, order));

      assertThat(list).isEqualTo(all);
      assertThat(changed).isEqualTo(new ArrayList<>(plain)).hasSize(plain.size());
      byte[] expected = codec.encode(Arrays.asList(7, new ArrayList<>(plain), "end"));
      assertThat(codec.encode(Arrays.asList(7, changed, "end"))).isEqualTo(expected);
      assertThat(codec.decode(expected)[1]).isEqualTo(changed);
      assertThat(RowCodec.sizeOf(codec.columns().get(1).type(), changed))
          .isEqualTo(expected.length - codec.encode(Arrays.asList(7, List.of(), "end")).length + 2);
    }
  }

  private static List<Object> ascending(
      Random random, ScalarType element, Comparator<Object> order, int count) {
    TreeSet<Object> values = new TreeSet<>(order);
    for (int number = 0; number < count; number++) {
      // Lengths on both sides of 128 and 16,384, from where a length takes one more byte.
      int length =
          switch (random.nextInt(40)) {
            case 0 -> 120 + random.nextInt(20);
            case 1 -> random.nextInt(20) == 0 ? 16_375 + random.nextInt(20) : 0;
            default -> random.nextInt(6);
          };
      String text =
          random
              .ints(length, 0, 4)
              .collect(
                  StringBuilder::new,
                  (builder, choice) ->
                      builder.append(new String[] {"a", "ž", "\uFFFD", "😀"}[choice]),
                  StringBuilder::append)
              .toString();
      values.add(
          element.equals(ScalarType.TEXT)
              ? text
              : Bytes.wrap(text.getBytes(StandardCharsets.UTF_16BE)));
    }
    return new ArrayList<>(values);
  }

  private static List<Object> some(Random random, List<Object> values) {
    int oneIn = 1 + random.nextInt(50);
    return values.stream().filter(value -> random.nextInt(oneIn) == 0).toList();
  }

  private static List<Object> sorted(List<Object> values, Comparator<Object> order) {
    TreeSet<Object> sorted = new TreeSet<>(order);
    sorted.addAll(values);
    return new ArrayList<>(sorted);
  }

  @Test
  void isWellFormed_isWhatTheJdkDecodes() {
    Random random = new Random(1);
    int wellFormed = 0;
    for (int i = 0; i < 300_000; i++) {
      byte[] bytes = new byte[random.nextInt(random.nextBoolean() ? 6 : 30)];
      for (int position = 0; position < bytes.length; position++) {
        bytes[position] =
            (byte)
                (random.nextInt(4) < bytes.length / 10 ? 'a' : EDGES[random.nextInt(EDGES.length)]);
      }
      int start = random.nextInt(bytes.length + 1);
      int length = random.nextInt(bytes.length - start + 1);
      boolean expected = decodes(bytes, start, length);
      assertThat(Utf8.isWellFormed(bytes, start, length))
          .as("%d bytes of %s from %d", length, Bytes.wrap(bytes), start)
          .isEqualTo(expected);
      wellFormed += expected && length > 1 ? 1 : 0;
    }
    assertThat(wellFormed).isGreaterThan(1_000);
  }

  private static boolean decodes(byte[] bytes, int start, int length) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, start, length));
      return true;
    } catch (CharacterCodingException malformed) {
      return false;
    }
  }

  @Test
  void decode_damagedList_isRefused() {
    RowCodec codec =
        RowCodec.of(
            new Column("list", new CollectionType(CollectionType.Kind.LIST, ScalarType.TEXT)));
    // One column, present; the length of the list, 2 elements: "a", "é".
    assertThat(codec.decode(new byte[] {1, 1, 6, 2, 1, 'a', 2, (byte) 0xC3, (byte) 0xA9}))
        .containsExactly(List.of("a", "é"));
    assertRefused(codec, "not UTF-8", 1, 1, 6, 2, 1, 'a', 2, 0xC3, 0x29);
    assertRefused(codec, "do not end at the recorded length", 1, 1, 6, 2, 1, 'a', 1, 'b', 'c');
    assertRefused(codec, "only 2 bytes are left", 1, 1, 6, 2, 1, 'a', 3, 'b', 'c');
    assertRefused(codec, "a length of 7 is given", 1, 1, 6, 7, 1, 'a', 2, 0xC3, 0xA9);
  }

  private static void assertRefused(RowCodec codec, String message, int... bytes) {
    byte[] row = new byte[bytes.length];
    for (int index = 0; index < row.length; index++) {
      row[index] = (byte) bytes[index];
    }
    assertThatThrownBy(() -> codec.decode(row))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot decode column 'list' (list of text)")
        .hasMessageContaining(message);
  }

  @Test
  void decode_longFormOfALength_isEncodedInItsShortForm() {
    RowCodec codec =
        RowCodec.of(
            new Column("list", new CollectionType(CollectionType.Kind.LIST, ScalarType.TEXT)));
    Object[] values = codec.decode(new byte[] {1, 1, 4, 1, (byte) 0x81, 0, 'a'});

    assertThat(values).containsExactly(List.of("a"));
    assertThat(codec.encode(values)).containsExactly(1, 1, 3, 1, 1, 'a');
  }

  @Test
  void encode_listOfAnotherType_isRefusedOrEncodedAnew() {
    CollectionType bytes = new CollectionType(CollectionType.Kind.LIST, ScalarType.BYTES);
    CollectionType texts = new CollectionType(CollectionType.Kind.LIST, ScalarType.TEXT);
    CollectionType compressed =
        new CollectionType(CollectionType.Kind.LIST, ScalarType.COMPRESSED_TEXT);
    RowCodec codec = RowCodec.of(new Column("list", texts));
    Object list = codec.decode(codec.encode(List.of(List.of("b", "a"))))[0];

    assertThatThrownBy(() -> RowCodec.of(new Column("other", bytes)).encode(List.of(list)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("column 'other' holds values of type bytes");
    RowCodec other = RowCodec.of(new Column("other", compressed));
    assertThat(other.encode(List.of(list))).isEqualTo(other.encode(List.of(List.of("b", "a"))));
  }
}
