package org.portolan.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.Parameter;

final class BenchmarksTest {

  @Test
  void all_areNamedOnceAndDescribed() {
    Set<String> names = new HashSet<>();
    for (Benchmark benchmark : Benchmarks.all()) {
      assertThat(names.add(benchmark.name())).as(benchmark.name()).isTrue();
      assertThat(benchmark.name()).matches("[a-z]+(-[a-z]+)*");
      assertThat(benchmark.description()).endsWith(".");
      assertThat(Benchmarks.of(benchmark.name())).isSameAs(benchmark);
      List<String> parameters = benchmark.parameters().stream().map(Parameter::name).toList();
      assertThat(parameters).doesNotHaveDuplicates();
    }
  }

  @Test
  void of_anUnknownName_listsThoseThereAre() {
    assertThatThrownBy(() -> Benchmarks.of("nothing"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'nothing'")
        .hasMessageContaining(
            "key-distribution, data-layer, listeners, merged-scans, dump, many-rows, import, loading, migration, contended-edits, auto-layout, evolve, growth, cost-model, page-views, mediawiki-links, beside-mediawiki, engine-pages, shop-orders, start-up");
  }

  @Test
  void options_notGiven_haveTheirDefaults() {
    BenchOptions options = options(Map.of("range", "10"));
    assertThat(options.integer("range")).isEqualTo(10);
    assertThat(options.integer("ids")).isEqualTo(4_000_000);
    assertThat(options.text("layout")).isEqualTo("md5-modulo");
    assertThat(options.commandLine()).startsWith("--ids 4000000 --range 10 --layout md5-modulo");
  }

  @Test
  void options_outOfBounds_sayWhatIsRight() {
    for (String wrong : List.of("1", "1000001", "many", "", "1.5")) {
      assertThatThrownBy(() -> options(Map.of("range", wrong)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "--range of benchmark 'key-distribution' must be a whole number from 2 to 1000000,"
                  + " not '"
                  + wrong
                  + "'");
    }
  }

  @Test
  void options_ofNoSuchWord_listTheWords() {
    assertThatThrownBy(() -> options(Map.of("layout", "plain")))
        .hasMessageContaining("one of md5-modulo, md5-of-row-modulo, modulo, random");
  }

  @Test
  void options_ofNoSuchName_listTheNames() {
    assertThatThrownBy(() -> options(Map.of("rows", "3")))
        .hasMessageContaining("has no option --rows; it has --ids, --range");
  }

  private static BenchOptions options(Map<String, String> given) {
    return BenchOptions.of(Benchmarks.of("key-distribution"), given);
  }
}
