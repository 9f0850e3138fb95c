package org.portolan.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The promises of {@link KeyCodec} for random columns and pairs of keys. */
class KeyCodecPropertyTest {

  /** Two keys of the same columns, often equal in the leading ones, and bytes that follow. */
  record Pair(KeyCodec codec, Tuple left, Tuple right, Bytes tail) {}

  @Provide
  Arbitrary<Pair> pairs() {
    return Generators.keyColumns().list().ofMinSize(1).ofMaxSize(5).flatMap(Generators::pairs);
  }

  @Provide
  Arbitrary<Pair> singleColumnPairs() {
    return Generators.keyColumns().list().ofSize(1).flatMap(Generators::pairs);
  }

  @Provide
  Arbitrary<byte[]> garbage() {
    return Arbitraries.bytes().array(byte[].class).ofMaxSize(24);
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void decode_encoded_isTheKey(@ForAll("pairs") Pair pair) {
    byte[] encoded = pair.codec.encode(pair.left);
    if (pair.codec.decodable()) {
      assertThat(pair.codec.decode(encoded)).isEqualTo(pair.left);
    }
    byte[] followed = concatenate(pair.tail.toArray(), encoded, pair.tail.toArray());
    int start = pair.tail.length();
    assertThat(pair.codec.endOfKey(followed, start)).isEqualTo(start + encoded.length);
    if (pair.codec.decodable()) {
      assertThat(pair.codec.decodeAt(followed, start))
          .isEqualTo(new KeyCodec.Decoded(pair.left, start + encoded.length));
    }
  }

  @Property(tries = 5000, edgeCases = EdgeCasesMode.NONE)
  void encode_twoValues_bytesOrderAsValues(@ForAll("singleColumnPairs") Pair pair) {
    checkOrder(pair);
  }

  @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
  void encode_twoTuples_bytesOrderAsValues(@ForAll("pairs") Pair pair) {
    checkOrder(pair);
  }

  private static void checkOrder(Pair pair) {
    byte[] left = pair.codec.encode(pair.left);
    byte[] right = pair.codec.encode(pair.right);
    int expected = ReferenceOrder.compare(pair.codec.columns(), pair.left, pair.right);
    assertThat(Integer.signum(Arrays.compareUnsigned(left, right))).isEqualTo(expected);
    assertThat(Integer.signum(pair.codec.compare(pair.left, pair.right))).isEqualTo(expected);
    int first =
        Long.compareUnsigned(pair.codec.firstBytes(pair.left), pair.codec.firstBytes(pair.right));
    assertThat(first == 0 || Integer.signum(first) == expected).isTrue();
  }

  @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
  void encode_twoTuples_neitherBeginsTheOther(@ForAll("pairs") Pair pair) {
    byte[] left = pair.codec.encode(pair.left);
    byte[] right = pair.codec.encode(pair.right);
    if (!Arrays.equals(left, right)) {
      assertThat(Bytes.wrap(left).startsWith(Bytes.wrap(right))).isFalse();
      assertThat(Bytes.wrap(right).startsWith(Bytes.wrap(left))).isFalse();
    }
  }

  @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
  void encodePrefix_leadingValues_beginsExactlyTheirKeys(@ForAll("pairs") Pair pair) {
    for (int count = 0; count <= pair.left.size(); count++) {
      byte[] prefix = pair.codec.encodePrefix(pair.left.slice(0, count));
      byte[] other = pair.codec.encode(pair.right);
      boolean same =
          ReferenceOrder.compare(
                  pair.codec.columns().subList(0, count),
                  pair.left.slice(0, count),
                  pair.right.slice(0, count))
              == 0;
      assertThat(Bytes.wrap(pair.codec.encode(pair.left)).startsWith(Bytes.wrap(prefix))).isTrue();
      assertThat(Bytes.wrap(other).startsWith(Bytes.wrap(prefix))).isEqualTo(same);
      boolean within =
          Arrays.compareUnsigned(prefix, other) <= 0
              && KeyCodec.successor(prefix)
                  .map(end -> Arrays.compareUnsigned(other, end) < 0)
                  .orElse(true);
      assertThat(within).isEqualTo(same);
    }
  }

  @Property(tries = 5000, edgeCases = EdgeCasesMode.NONE)
  void decode_anyBytes_givesKeyOrIllegalArgument(
      @ForAll("pairs") Pair pair, @ForAll("garbage") byte[] garbage) {
    KeyCodec codec = pair.codec;
    byte[] damaged = concatenate(codec.encode(pair.left), garbage);
    damaged = Arrays.copyOfRange(damaged, garbage.length % 5, damaged.length);
    for (byte[] bytes : new byte[][] {garbage, damaged}) {
      try {
        int end = codec.endOfKey(bytes, 0);
        assertThat(end).isLessThanOrEqualTo(bytes.length);
        if (codec.decodable()) {
          Tuple key = codec.decodeAt(bytes, 0).key();
          assertThat(codec.encode(key)).isEqualTo(Arrays.copyOf(bytes, end));
        }
      } catch (IllegalArgumentException expected) {
        assertThat(expected).hasMessageContaining("cannot decode");
      }
    }
  }

  private static byte[] concatenate(byte[]... parts) {
    ByteWriter out = new ByteWriter(0);
    for (byte[] part : parts) {
      out.writeBytes(part, part.length);
    }
    return out.toArray();
  }
}
