package org.portolan.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.portolan.data.Store;
import org.portolan.types.Bytes;
import org.portolan.types.Timestamps;
import org.portolan.types.Tuple;

/** Counters of least and greatest values, on every kind of engine. */
@PortolanTest(design = "offers.yaml")
class ExtremesTest {
  private static final Tuple RIGA = Tuple.of("riga", 1L);
  private static final Tuple TARTU = Tuple.of("tartu", 1L);
  private static final Tuple VILNIUS = Tuple.of("vilnius", 1L);

  private static BigDecimal price(String text) {
    return new BigDecimal(text);
  }

  private static void put(Store store, Tuple key, Map<String, Object> values) {
    store.write(
        transaction -> {
          transaction.put("offer", key, values);
          return null;
        });
  }

  private static void delete(Store store, Tuple key) {
    store.write(transaction -> transaction.delete("offer", key));
  }

  private static void assertPrices(Store store, String least, String greatest) {
    assertThat(store.extreme("cheapest"))
        .isEqualTo(Optional.ofNullable(least).map(BigDecimal::new));
    assertThat(store.extreme("dearest"))
        .isEqualTo(Optional.ofNullable(greatest).map(BigDecimal::new));
  }

  @Test
  void extreme_followsPutUpdateAndDelete(Store store) {
    assertPrices(store, null, null);

    put(store, RIGA, Map.of("price", price("3.50")));
    put(store, TARTU, Map.of("price", price("1.20")));
    put(store, VILNIUS, Map.of("price", price("9.99")));
    assertPrices(store, "1.20", "9.99");

    store.write(transaction -> transaction.update("offer", TARTU, Map.of("price", price("12.00"))));
    assertPrices(store, "3.50", "12.00");

    delete(store, TARTU);
    assertPrices(store, "3.50", "9.99");
    delete(store, RIGA);
    assertPrices(store, "9.99", "9.99");
    delete(store, VILNIUS);
    assertPrices(store, null, null);
    Checks.requireClean(store);
  }

  @Test
  void extreme_nulls_areLeftOut(Store store) {
    put(store, RIGA, Map.of("name", "bread"));
    assertPrices(store, null, null);
    assertThat(store.extreme("cheapest_of_shop", Tuple.of("riga"))).isEmpty();
    assertThat(store.extreme("dearest_of_shop", Tuple.of("riga"))).isEmpty();
    assertThat(store.extreme("lightest")).isEmpty();
    assertThat(store.extreme("heaviest")).isEmpty();

    put(store, TARTU, Map.of("price", price("-2.00"), "weight", Long.MIN_VALUE));
    assertPrices(store, "-2.00", "-2.00");
    assertThat(store.extreme("lightest")).contains(Long.MIN_VALUE);
    assertThat(store.extreme("heaviest")).contains(Long.MIN_VALUE);

    store.write(
        transaction -> {
          Map<String, Object> nothing = new HashMap<>();
          nothing.put("price", null);
          return transaction.update("offer", TARTU, nothing);
        });
    assertPrices(store, null, null);
    Checks.requireClean(store);
  }

  @Test
  void extreme_valuesAtTheEndsOfTypes_areFound(Store store) {
    put(
        store,
        RIGA,
        Map.of(
            "price",
            price("-999999.99"),
            "changed",
            Timestamps.MIN,
            "name",
            "",
            "digest",
            Bytes.EMPTY,
            "stock",
            Integer.MIN_VALUE,
            "sold",
            false));
    put(store, Tuple.of("riga", 2L), Map.of("tags", Set.of("new")));
    assertThat(store.extreme("cheapest_of_shop", Tuple.of("riga"))).contains(price("-999999.99"));
    assertThat(store.extreme("dearest_of_shop", Tuple.of("riga"))).contains(price("-999999.99"));
    assertThat(store.extreme("first_change", Tuple.of("riga"))).contains(Timestamps.MIN);
    assertThat(store.extreme("first_name")).contains("");
    assertThat(store.extreme("last_digest")).contains(Bytes.EMPTY);
    assertThat(store.extreme("least_stock", Tuple.of("riga", false))).contains(Integer.MIN_VALUE);
    assertThat(store.extreme("any_sold", Tuple.of("riga"))).contains(false);
    assertThat(store.extreme("last_shop")).contains("riga");
  }

  /** What each counter is, computed from the rows. */
  private record Expected(String counter, String column, boolean least, List<String> by) {}

  private static final List<Expected> ALL =
      List.of(
          new Expected("cheapest", "price", true, List.of()),
          new Expected("dearest", "price", false, List.of()),
          new Expected("cheapest_of_tag", "price", true, List.of("tags")),
          new Expected("cheapest_of_shop", "price", true, List.of("shop")),
          new Expected("dearest_of_shop", "price", false, List.of("shop")),
          new Expected("least_stock", "stock", true, List.of("shop", "sold")),
          new Expected("greatest_stock", "stock", false, List.of("shop", "sold")),
          new Expected("lightest", "weight", true, List.of()),
          new Expected("heaviest", "weight", false, List.of()),
          new Expected("first_change", "changed", true, List.of("shop")),
          new Expected("last_change", "changed", false, List.of("shop")),
          new Expected("first_name", "name", true, List.of()),
          new Expected("last_name", "name", false, List.of()),
          new Expected("first_digest", "digest", true, List.of()),
          new Expected("last_digest", "digest", false, List.of()),
          new Expected("any_sold", "sold", false, List.of("shop")),
          new Expected("first_number", "number", true, List.of("shop")),
          new Expected("last_shop", "shop", false, List.of()));

  @Test
  void extreme_manyWrites_areThoseOfTheRows(Store store) {
    Random random = new Random(7);
    Map<Tuple, Map<String, Object>> rows = new HashMap<>();
    for (int write = 0; write < 120; write++) {
      Tuple key = Tuple.of(List.of("riga", "tartu").get(random.nextInt(2)), random.nextLong(12));
      if (random.nextInt(3) == 0) {
        delete(store, key);
        rows.remove(key);
      } else {
        Map<String, Object> values = values(random);
        put(store, key, values);
        rows.put(key, values);
      }
      if (write % 8 == 0) {
        ALL.forEach(expected -> assertRight(store, expected, rows));
      }
    }
    Checks.requireClean(store);
  }

  private static Map<String, Object> values(Random random) {
    Map<String, Object> values = new HashMap<>();
    values.put("price", BigDecimal.valueOf(random.nextInt(2_000) - 1_000, 2));
    values.put("changed", Instant.ofEpochSecond(random.nextInt(100) - 50));
    values.put("tags", random.nextBoolean() ? Set.of("new") : Set.of("new", "sale"));
    values.put("stock", random.nextInt(9) - 4);
    values.put("name", List.of("a", "b", "ab", "z").get(random.nextInt(4)));
    values.put("sold", random.nextBoolean());
    values.put("digest", Bytes.ofHex(List.of("00", "ff", "0001").get(random.nextInt(3))));
    values.put("weight", random.nextLong(9) - 4);
    values.keySet().removeIf(any -> random.nextInt(4) == 0);
    return values;
  }

  private static void assertRight(
      Store store, Expected expected, Map<Tuple, Map<String, Object>> rows) {
    Map<Tuple, TreeSet<Object>> groups = new HashMap<>();
    rows.forEach(
        (key, values) -> {
          Function<String, Object> value =
              column ->
                  column.equals("shop")
                      ? key.get(0)
                      : column.equals("number") ? key.get(1) : values.get(column);
          Object compared = value.apply(expected.column());
          for (Tuple group : groups(expected.by(), value)) {
            groups.computeIfAbsent(group, any -> new TreeSet<>(ascending()));
            if (compared != null) {
              groups.get(group).add(compared);
            }
          }
        });
    groups.forEach(
        (group, values) ->
            assertThat(store.extreme(expected.counter(), group))
                .as("%s of %s", expected, group)
                .isEqualTo(
                    values.isEmpty()
                        ? Optional.empty()
                        : Optional.of(expected.least() ? values.first() : values.last())));
  }

  @SuppressWarnings("unchecked")
  private static Comparator<Object> ascending() {
    return (left, right) -> ((Comparable<Object>) left).compareTo(right);
  }

  /** Returns the groups of a row; a set has each of its elements. */
  private static List<Tuple> groups(List<String> by, Function<String, Object> value) {
    List<Tuple> groups = new ArrayList<>();
    List<Object> single = new ArrayList<>();
    for (String column : by) {
      Object found = value.apply(column);
      if (found instanceof Set<?> elements) {
        elements.forEach(element -> groups.add(Tuple.of(element)));
        return groups;
      }
      single.add(found);
    }
    return single.contains(null) ? groups : List.of(new Tuple(single));
  }

  @Test
  void extreme_withinWrite_isTheCommittedOne(Store store) {
    put(store, RIGA, Map.of("price", price("3.50")));
    Optional<Object> seen =
        store.write(
            transaction -> {
              transaction.put("offer", TARTU, Map.of("price", price("1.00")));
              return transaction.extreme("cheapest");
            });
    assertThat(seen).contains(price("3.50"));
    assertPrices(store, "1.00", "3.50");
  }

  @Test
  void extreme_wrongCalls_areRefused(Store store) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> store.extreme("offers"))
        .withMessage(
            "counter 'offers' is rows, not a least or greatest value: read it with counter()");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> store.counter("cheapest"))
        .withMessageContaining("counter 'cheapest' is the least price of all rows, not a number");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> store.recount("cheapest"))
        .withMessageContaining("correct it with a check with repair");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> store.extreme("cheapest_of_shop"))
        .withMessage(
            "counter 'cheapest_of_shop' is read by [shop], not by (); pass one value for each"
                + " column");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> store.extreme("cheapest", Tuple.of("riga")))
        .withMessageContaining("pass no group");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> store.extreme("cheepest"))
        .withMessageContaining("has no counter of a least or greatest value 'cheepest'");
  }
}
