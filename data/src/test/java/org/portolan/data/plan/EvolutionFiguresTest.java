package org.portolan.data.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.PortableDesign;
import org.portolan.design.evolve.Renames;
import org.portolan.design.evolve.StoreFigures.Precision;
import org.portolan.design.evolve.StoreFigures.Units;
import org.portolan.engine.Durability;
import org.portolan.engine.Engines;
import org.portolan.types.Tuple;

class EvolutionFiguresTest {
  /** More than the sample has. */
  private static final int ROWS = 2_500;

  private static final String SHOP =
      """
      format: 1
      design: shop
      entities:
        order:
          key: {id: int}
          families: {main: {size: int, tags: set of text, remark: text}}
          indexes:
            by_tag: {on: [tags], layout: single}
      """;

  @TempDir Path directory;

  @Test
  void entityWithoutCounter_isCounted() {
    EvolutionFigures.Result result = measured(SHOP, SHOP, ROWS, Duration.ofMinutes(1), List.of());

    Units rows = result.figures().rows().get("order");
    assertThat(rows.number()).isEqualTo(ROWS);
    assertThat(rows.precision()).isEqualTo(Precision.EXACT);
    assertThat(rows.unitBytes().orElseThrow()).isBetween(20L, 200L);
    assertThat(result.looked())
        .containsExactly("order: 2,500 rows counted, sizes by 1,000 rows in stored order");
  }

  @Test
  void entityWithCounter_hasItsNumber() {
    String counted = SHOP + "    counters: {orders: {layout: single}}\n";

    assertThat(measured(counted, counted, ROWS, Duration.ZERO, List.of()).looked())
        .containsExactly(
            "order: 2,500 rows by counter orders, sizes by 1,000 rows in stored order");
  }

  @Test
  void countingThatEndsEarly_isAtLeast() {
    EvolutionFigures.Result result = measured(SHOP, SHOP, ROWS, Duration.ZERO, List.of());

    assertThat(result.figures().rows().get("order").precision()).isEqualTo(Precision.AT_LEAST);
    assertThat(result.figures().rows().get("order").number()).isBetween(1L, (long) ROWS - 1);
    assertThat(result.looked().toString()).contains("or more: counting was ended early");
  }

  @Test
  void entries_ofAllRows_areExact() {
    String given = SHOP + "      by_size: {on: [size], layout: single}\n";
    EvolutionFigures.Result result = measured(SHOP, given, 30, Duration.ofMinutes(1), List.of());

    // A third of the rows has no size, and each has two tags.
    assertThat(result.figures().givenLists().get("index by_size").number()).isEqualTo(20);
    assertThat(result.figures().storedLists().get("index by_tag").number()).isEqualTo(60);
    assertThat(result.figures().storedLists().get("index by_tag").precision())
        .isEqualTo(Precision.EXACT);
    assertThat(result.figures().storedLists()).doesNotContainKey("index by_size");
  }

  @Test
  void entries_ofASample_areEstimated() {
    String given = SHOP + "      by_size: {on: [size], layout: single}\n";
    Units entries =
        measured(SHOP, given, ROWS, Duration.ofMinutes(1), List.of())
            .figures()
            .givenLists()
            .get("index by_size");

    assertThat(entries.precision()).isEqualTo(Precision.ESTIMATED);
    assertThat(entries.number()).isBetween(ROWS * 2L / 3 - 10, ROWS * 2L / 3 + 10);
  }

  @Test
  void entries_areThoseOfTheNewDesign() {
    String given =
        SHOP.replace("size: int", "length: long, state: {type: text, required: true, default: new}")
            + "      by_length: {on: [length], layout: single}\n"
            + "      by_state: {on: [state], layout: single}\n";
    EvolutionFigures.Result result =
        measured(SHOP, given, 30, Duration.ofMinutes(1), List.of("order.size=length"));

    assertThat(result.figures().givenLists().get("index by_length").number()).isEqualTo(20);
    assertThat(result.figures().givenLists().get("index by_state").number()).isEqualTo(30);
  }

  private EvolutionFigures.Result measured(
      String stored, String given, int rows, Duration time, List<String> renames) {
    String uri = "rocksdb:" + directory.resolve("store");
    Design after = concrete(given);
    try (Store store = Stores.openOrCreate(uri, concrete(stored))) {
      store.write(
          Durability.BUFFERED,
          transaction -> {
            for (int number = 0; number < rows; number++) {
              Map<String, Object> row = new HashMap<>();
              row.put("size", number % 3 == 0 ? null : number);
              row.put("tags", Set.of("a", "b" + number % 7));
              row.put("remark", "leave it at the door");
              transaction.put("order", Tuple.of(number), row);
            }
            return null;
          });
      return EvolutionFigures.of(
          store,
          after,
          Renames.of(renames, store.design(), after),
          Set.of("order"),
          Engines.provider("rocksdb"),
          time,
          () -> 0);
    }
  }

  private static Design concrete(String text) {
    return PortableDesign.concrete(DesignReader.read(text, "shop.yaml"), true);
  }
}
