package org.portolan.design.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.portolan.design.key.KeyLayoutAdvice.Severity;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;

class KeyLayoutAdviceTest {
  private static final List<KeyColumn> TITLE = List.of(KeyColumn.of("title", ScalarType.TEXT));
  private static final List<KeyColumn> EVENT =
      List.of(KeyColumn.of("user", ScalarType.TEXT), KeyColumn.of("at", ScalarType.TIMESTAMP));

  @Test
  void check_everyGuidelineFollowed() {
    assertThat(KeyLayoutAdvice.check(new Md5ModuloPrefix(1_000, 1), TITLE, 20, 5)).isEmpty();
  }

  @Test
  void check_regionsNotAMultipleOfServers() {
    assertThat(KeyLayoutAdvice.check(new Md5ModuloPrefix(1_000, 1), TITLE, 20, 6))
        .extracting(KeyLayoutAdvice::text)
        .containsExactly(
            "advice: 20 regions are not a multiple of 6 servers: some servers carry one region more"
                + " than others; use 24 (Zdravevski 2016, III-B)");
  }

  @Test
  void check_fewerRegionsThanServers() {
    assertThat(KeyLayoutAdvice.check(new Md5ModuloPrefix(1_000, 1), TITLE, 4, 55))
        .extracting(KeyLayoutAdvice::text)
        .containsExactly(
            "warning: 4 regions on 55 servers: 51 servers have no part of the table; use at least"
                + " 55 regions (Zdravevski 2016, III-B)");
  }

  @Test
  void check_rangeNotAMultipleOfRegions_andNotMuchLarger() {
    assertThat(KeyLayoutAdvice.check(new Md5ModuloPrefix(100, 1), TITLE, 30, 30))
        .extracting(KeyLayoutAdvice::what)
        .containsExactly(
            "the prefix range 100 is not a multiple of 30 regions",
            "the prefix range 100 is not much larger than 30 regions");
  }

  @Test
  void check_moreRegionsThanPrefixes() {
    assertThat(KeyLayoutAdvice.check(new Md5ModuloPrefix(10, 1), TITLE, 30, 30))
        .singleElement()
        .extracting(KeyLayoutAdvice::severity)
        .isEqualTo(Severity.WARNING);
  }

  @Test
  void check_plainTimestamps_warnsOfTheLastRegion() {
    List<KeyColumn> key = List.of(KeyColumn.of("at", ScalarType.TIMESTAMP));

    assertThat(KeyLayoutAdvice.check(new PlainKey(), key, 10, 5))
        .extracting(KeyLayoutAdvice::severity)
        .containsExactly(Severity.WARNING, Severity.ADVICE);
  }

  @Test
  void check_plainTitlesInOneRegion() {
    assertThat(KeyLayoutAdvice.check(new PlainKey(), TITLE, 1, 1)).isEmpty();
  }

  @Test
  void check_layoutsWithoutLookUp_areWarnedOf() {
    for (KeyLayout layout : List.of(new RandomPrefix(1_000), new Md5OfRowModuloPrefix(1_000))) {
      assertThat(KeyLayoutAdvice.check(layout, TITLE, 20, 5))
          .singleElement()
          .satisfies(
              advice -> {
                assertThat(advice.severity()).isEqualTo(Severity.WARNING);
                assertThat(advice.why()).contains("no row can be looked up");
              });
    }
  }

  @Test
  void check_leadingPart_notesTheSkew() {
    assertThat(KeyLayoutAdvice.check(new Md5ModuloPrefix(1_000, 1), EVENT, 20, 5))
        .extracting(KeyLayoutAdvice::what)
        .containsExactly("the prefix is made from user alone");
  }

  @Test
  void check_modulo_notesTheOrderOfIds() {
    List<KeyColumn> id = List.of(KeyColumn.of("id", ScalarType.LONG));

    assertThat(KeyLayoutAdvice.check(new ModuloPrefix(1_000), id, 20, 5))
        .extracting(KeyLayoutAdvice::severity)
        .containsExactly(Severity.NOTE);
  }

  @Test
  void describe_everyLayout() {
    assertThat(KeyLayoutAdvice.describe(new PlainKey(), EVENT))
        .containsExactly("a row by its key: one read", "a range of keys in order: one scan");
    assertThat(KeyLayoutAdvice.describe(new Md5ModuloPrefix(1_000, 1), EVENT))
        .containsExactly(
            "a row by its key: one read",
            "a range of keys in order: one scan if user is given, otherwise a merge of 1000 scans,"
                + " one for each prefix");
    assertThat(KeyLayoutAdvice.describe(new RandomPrefix(100), EVENT))
        .containsExactly(
            "a row by its key: not at all; that would be a scan of the table",
            "a range of keys in order: a merge of 100 scans, one for each prefix");
  }
}
