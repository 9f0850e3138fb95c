package org.portolan.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** The texts that a collation treats as equal. {@link KeyCodecPropertyTest} checks the order. */
class CollationsTest {
  private static final KeyCodec AI_CI = codec(Collation.ACCENT_AND_CASE_INSENSITIVE);
  private static final KeyCodec AS_CI = codec(Collation.CASE_INSENSITIVE);

  private static KeyCodec codec(Collation collation) {
    return KeyCodec.of(KeyColumn.of("title", ScalarType.TEXT).collatedBy(collation));
  }

  private static Bytes key(KeyCodec codec, String text) {
    return Bytes.wrap(codec.encode(Tuple.of(text)));
  }

  @Test
  void encode_accentAndCaseInsensitive_ignoresBoth() {
    assertThat(key(AI_CI, "résumé"))
        .isEqualTo(key(AI_CI, "RESUME"))
        .isEqualTo(key(AI_CI, "Resume"));
    assertThat(key(AI_CI, "resume")).isNotEqualTo(key(AI_CI, "resumed"));
  }

  @Test
  void encode_caseInsensitive_ignoresCaseAndKeepsAccents() {
    assertThat(key(AS_CI, "résumé"))
        .isEqualTo(key(AS_CI, "RÉSUMÉ"))
        .isNotEqualTo(key(AS_CI, "RESUME"));
    assertThat(key(AS_CI, "resume")).isEqualTo(key(AS_CI, "RESUME"));
    assertThat(key(AS_CI, "resume")).isLessThan(key(AS_CI, "Résumé"));
    assertThat(key(AS_CI, "Résumé")).isLessThan(key(AS_CI, "resumed"));
  }

  @Test
  void encode_trailingSpace_counts() {
    for (KeyCodec codec : List.of(AI_CI, AS_CI)) {
      assertThat(key(codec, "chart")).isLessThan(key(codec, "chart "));
    }
  }

  @Test
  void encode_canonicallyEquivalentTexts_areOneKey() {
    for (KeyCodec codec : List.of(AI_CI, AS_CI)) {
      assertThat(key(codec, "caf\u00E9")).isEqualTo(key(codec, "cafe\u0301"));
      assertThat(key(codec, "\u212B")).isEqualTo(key(codec, "A\u030A"));
    }
  }

  /** If ICU's weights change, so do these bytes: collated keys on disk must then be rebuilt. */
  @Test
  void encode_example_givesExactBytesOfThisVersion() {
    assertThat(key(AI_CI, "Éa")).hasToString("332b00");
    assertThat(key(AS_CI, "Éa")).hasToString("332b0145880500");
    assertThat(Collations.version()).isEqualTo("icu=78.3.0.0 uca=17.0.0.0 weights=153.136.0.0");
  }

  @Test
  void encode_loneSurrogate_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> key(AI_CI, "a\uD800"))
        .withMessageContaining("column 'title'");
  }

  @Provide
  Arbitrary<String> texts() {
    return Generators.texts();
  }

  @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
  void encode_anyText_hasOneZeroAndThatAtItsEnd(@ForAll("texts") String text) {
    for (KeyCodec codec : List.of(AI_CI, AS_CI)) {
      byte[] encoded = codec.encode(Tuple.of(text));
      for (int index = 0; index < encoded.length; index++) {
        assertThat(encoded[index] == 0).isEqualTo(index == encoded.length - 1);
      }
    }
  }

  @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
  void encode_twoTexts_equalBytesExactlyWhereTheyCompareEqual(
      @ForAll("texts") String left, @ForAll("texts") String right) {
    for (KeyCodec codec : List.of(AI_CI, AS_CI)) {
      Collation collation = codec.columns().get(0).collation();
      assertThat(key(codec, left).equals(key(codec, right)))
          .isEqualTo(Collations.compare(collation, left, right) == 0);
    }
    if (key(AS_CI, left).equals(key(AS_CI, right))) {
      assertThat(key(AI_CI, left)).isEqualTo(key(AI_CI, right));
    }
  }

  @Test
  void encode_fromManyThreads_givesTheSameBytes() throws Exception {
    List<String> titles = new ArrayList<>();
    List<Bytes> expected = new ArrayList<>();
    for (int index = 0; index < 500; index++) {
      titles.add("Título " + Integer.toString(index * 7919, 36).repeat(1 + index % 9));
      expected.add(key(AS_CI, titles.get(index)));
    }
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<List<Bytes>>> results = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        results.add(
            threads.submit(
                () -> {
                  List<Bytes> keys = new ArrayList<>();
                  for (String title : titles) {
                    keys.add(key(AS_CI, title));
                  }
                  return keys;
                }));
      }
      for (Future<List<Bytes>> result : results) {
        assertThat(result.get()).isEqualTo(expected);
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
