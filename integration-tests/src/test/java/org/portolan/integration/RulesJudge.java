package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.integration.RulesWriters.Outcome;
import org.portolan.types.Tuple;

/**
 * Compares what {@link RulesWriters} were answered with the rows that a store has in the end. Lines
 * of the journal are points in time: a write took place between its line and that of its answer,
 * and one without an answer at any later time, or never.
 */
final class RulesJudge {
  private static final Paging ALL = Paging.first(2_000);

  private final Map<String, Op> ops = new LinkedHashMap<>();

  /** A write that was asked for; the words are those behind its number. */
  private static final class Op {
    final String kind;
    final String id;
    final List<String> words;
    final int begin;
    int end = Integer.MAX_VALUE;
    Outcome outcome = Outcome.UNKNOWN;

    Op(List<String> line, int begin) {
      this.kind = line.get(0);
      this.id = line.get(1);
      this.words = line.subList(2, line.size());
      this.begin = begin;
    }

    boolean isMade() {
      return outcome == Outcome.MADE;
    }

    boolean mayBeMade() {
      return isMade() || outcome == Outcome.UNKNOWN;
    }

    int number(int word) {
      return Integer.parseInt(words.get(word));
    }

    @Override
    public String toString() {
      return kind + " " + id + words + " " + outcome;
    }
  }

  RulesJudge(List<List<String>> lines) {
    for (int position = 0; position < lines.size(); position++) {
      List<String> line = lines.get(position);
      if (!line.get(0).equals("answer")) {
        ops.put(line.get(1), new Op(line, position));
        continue;
      }
      Op op = ops.get(line.get(1));
      op.outcome = Outcome.valueOf(line.get(2));
      // A write of an unknown outcome may be completed later.
      op.end = op.outcome == Outcome.UNKNOWN ? Integer.MAX_VALUE : position;
    }
  }

  /** Returns how often each outcome was answered; no answer counts as unknown. */
  Map<Outcome, Integer> outcomes() {
    Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    ops.values().forEach(op -> outcomes.merge(op.outcome, 1, Integer::sum));
    return outcomes;
  }

  private Stream<Op> of(String kind) {
    return ops.values().stream().filter(op -> op.kind.equals(kind));
  }

  /** Returns the writes of a kind that may have been made and whose first word is this. */
  private List<Op> possible(String kind, String word) {
    return of(kind).filter(op -> op.mayBeMade() && op.words.get(0).equals(word)).toList();
  }

  void judge(Store store) {
    Map<Tuple, EntityRow> orders = rows(store, "order");
    Map<Tuple, EntityRow> customers = rows(store, "customer");
    Map<Tuple, EntityRow> places = rows(store, "place");
    judgeOrders(orders, customers, places);
    judgeCustomers(store, customers);
    judgePlaces(places);
    rows(store, "product").values().forEach(row -> judgeStock(row, orders));
    judgeNumbers(store, orders.values().stream().toList());
  }

  private static Map<Tuple, EntityRow> rows(Store store, String entity) {
    Map<Tuple, EntityRow> rows = new HashMap<>();
    store
        .scanStored(entity, Columns.ALL, ALL)
        .entries()
        .forEach(row -> assertThat(rows.put(row.key(), row)).isNull());
    return rows;
  }

  private void judgeOrders(
      Map<Tuple, EntityRow> orders, Map<Tuple, EntityRow> customers, Map<Tuple, EntityRow> places) {
    for (EntityRow row : orders.values()) {
      Op op = ops.get(row.key().text(0));
      assertThat(op).as("the order of %s", row).isNotNull();
      assertThat(op.mayBeMade()).as("%s may be there", op).isTrue();
      assertThat(row.values())
          .isEqualTo(RulesWriters.values(op.number(0), op.number(1), op.number(2), op.number(3)));
      assertThat(customers).as("customers, one of %s", op).containsKey(Tuple.of(op.number(0)));
      assertThat(places).as("places, one of %s", op).containsKey(Tuple.of(op.number(1)));
      assertThat(removals(op).filter(removal -> removal.isMade() && removal.begin > op.end))
          .as("deletions after %s", op)
          .isEmpty();
    }
    of("order")
        .filter(op -> op.isMade() && !orders.containsKey(Tuple.of(op.id)))
        .forEach(
            op ->
                assertThat(removals(op).anyMatch(each -> each.end > op.begin))
                    .as("%s is lost", op)
                    .isTrue());
    of("order")
        .filter(op -> op.outcome == Outcome.NO_TARGET)
        .forEach(
            op ->
                assertThat(
                        isAlwaysThere("insert", "forget", op.words.get(0), op)
                            && isAlwaysThere("open", "shut", op.words.get(1), op))
                    .as("%s had its customer and its place all the time", op)
                    .isFalse());
  }

  /** Returns the writes that may have deleted an order. */
  private Stream<Op> removals(Op order) {
    return Stream.concat(
        possible("cancel", order.id).stream(), possible("forget", order.words.get(0)).stream());
  }

  /** Returns whether a row certainly exists as long as a write takes. */
  private boolean isAlwaysThere(String making, String removing, String row, Op during) {
    return possible(making, row).stream()
        .filter(made -> made.isMade() && made.end < during.begin)
        .anyMatch(
            made ->
                possible(removing, row).stream()
                    .noneMatch(gone -> gone.end > made.begin && gone.begin < during.end));
  }

  private void judgeCustomers(Store store, Map<Tuple, EntityRow> customers) {
    Set<Object> emails = new HashSet<>();
    customers.forEach(
        (key, row) -> {
          Object email = row.value("email");
          assertThat(emails.add(email)).as("%s has %s alone", key, email).isTrue();
          assertThat(possible("insert", key.get(0).toString()))
              .as("inserts of %s with %s", key, email)
              .anyMatch(op -> op.words.get(1).equals(email));
        });
    for (int number = 0; number < RulesWriters.ADDRESSES; number++) {
      String email = number + "@example.org";
      List<Tuple> owners =
          customers.values().stream()
              .filter(row -> email.equals(row.value("email")))
              .map(EntityRow::key)
              .toList();
      assertThat(store.index("customer_of_email", Tuple.of(email), Paging.first(9)).entries())
          .as("the customer of %s", email)
          .isEqualTo(owners);
    }
    for (int customer = 0; customer < RulesWriters.CUSTOMERS; customer++) {
      judgeInserts(Integer.toString(customer), customers.containsKey(Tuple.of(customer)));
    }
    of("insert").filter(op -> !op.mayBeMade()).forEach(this::judgeRefusal);
  }

  /** Between two inserts of a row, it was deleted. */
  private void judgeInserts(String customer, boolean exists) {
    List<Op> made =
        possible("insert", customer).stream()
            .filter(Op::isMade)
            .sorted(Comparator.comparingInt(op -> op.end))
            .toList();
    List<Op> removals = possible("forget", customer);
    for (int next = 1; next <= made.size(); next++) {
      Op one = made.get(next - 1);
      Optional<Op> other = next < made.size() ? Optional.of(made.get(next)) : Optional.empty();
      if (other.isEmpty() && exists) {
        continue;
      }
      int end = other.map(op -> op.end).orElse(Integer.MAX_VALUE);
      int begin = Math.min(one.begin, other.map(op -> op.begin).orElse(one.begin));
      assertThat(removals)
          .as("deletions after %s and before %s", one, other)
          .anyMatch(gone -> gone.end > begin && gone.begin < end);
    }
    assertThat(made.size()).isLessThanOrEqualTo(removals.size() + 1);
  }

  private void judgeRefusal(Op op) {
    Stream<Op> before = of("insert").filter(other -> other.mayBeMade() && other.begin < op.end);
    if (op.outcome == Outcome.EXISTS) {
      assertThat(before).as("%s", op).anyMatch(each -> each.words.get(0).equals(op.words.get(0)));
    } else if (op.outcome == Outcome.DUPLICATE) {
      assertThat(before)
          .as("%s", op)
          .anyMatch(
              each ->
                  each.words.get(1).equals(op.words.get(1))
                      && !each.words.get(0).equals(op.words.get(0)));
    } else {
      assertThat(op.outcome).as("%s", op).isEqualTo(Outcome.NOT_MADE);
    }
  }

  private void judgePlaces(Map<Tuple, EntityRow> places) {
    for (int place = 0; place < RulesWriters.PLACES; place++) {
      String word = Integer.toString(place);
      boolean exists = places.containsKey(Tuple.of(place));
      Op last =
          Stream.concat(possible("open", word).stream(), possible("shut", word).stream())
              .filter(Op::isMade)
              .max(Comparator.comparingInt(op -> op.begin))
              .orElse(null);
      if (last != null && last.kind.equals("open") != exists) {
        assertThat(possible(exists ? "open" : "shut", word))
            .as("writes after %s, place %s exists: %s", last, place, exists)
            .anyMatch(op -> op.end > last.begin);
      }
    }
    of("shut")
        .filter(op -> op.outcome == Outcome.REFERRED_TO)
        .forEach(
            op ->
                assertThat(of("order").filter(order -> order.mayBeMade()))
                    .as("orders at the place of %s", op)
                    .anyMatch(
                        order ->
                            order.words.get(1).equals(op.words.get(0)) && order.begin < op.end));
  }

  /** Replays the additions to a stock, in the order in which its row lists them. */
  private void judgeStock(EntityRow row, Map<Tuple, EntityRow> orders) {
    String product = row.key().get(0).toString();
    List<Integer> sums = new ArrayList<>(List.of(0));
    Set<String> made = new HashSet<>();
    for (Object id : (List<?>) row.value("past")) {
      Op op = ops.get(id);
      assertThat(op != null && op.mayBeMade()).as("%s may have changed %s", op, product).isTrue();
      assertThat(made.add(op.id)).as("%s is there once", op).isTrue();
      sums.add(sums.get(sums.size() - 1) + delta(op));
    }
    assertThat(sums)
        .as("sums of product %s", product)
        .allMatch(sum -> sum >= 0 && sum <= RulesWriters.STOCK_MAX);
    assertThat(row.value("stock")).isEqualTo(sums.get(sums.size() - 1));
    Stream.concat(of("order"), of("restock"))
        .filter(op -> product(op).equals(product))
        .forEach(
            op -> {
              if (op.isMade()) {
                assertThat(made).as("additions to product %s", product).contains(op.id);
              } else if (op.outcome == Outcome.OUT_OF_BOUNDS) {
                assertThat(sums)
                    .as("a sum of product %s for which %s was refused", product, op)
                    .anyMatch(
                        sum -> sum + delta(op) < 0 || sum + delta(op) > RulesWriters.STOCK_MAX);
              }
              if (op.kind.equals("order") && removals(op).findAny().isEmpty()) {
                assertThat(orders.containsKey(Tuple.of(op.id)))
                    .as("%s has its row if and only if it took its pieces", op)
                    .isEqualTo(made.contains(op.id));
              }
            });
  }

  private static int delta(Op op) {
    return op.kind.equals("order") ? -op.number(3) : op.number(1);
  }

  private static String product(Op op) {
    return op.words.get(op.kind.equals("order") ? 2 : 0);
  }

  private static void judgeNumbers(Store store, List<EntityRow> orders) {
    assertThat(store.counter("orders")).isEqualTo(orders.size());
    assertThat(store.counter("pieces_ordered"))
        .isEqualTo(orders.stream().mapToLong(RulesJudge::pieces).sum());
    for (int product = 0; product < RulesWriters.PRODUCTS; product++) {
      assertThat(store.extreme("least_of_product", Tuple.of(product)))
          .as("least pieces of product %d", product)
          .isEqualTo(of(orders, "product", product).min(Comparator.naturalOrder()));
    }
    for (int customer = 0; customer < RulesWriters.CUSTOMERS; customer++) {
      assertThat(store.extreme("greatest_of_customer", Tuple.of(customer)))
          .as("greatest pieces of customer %d", customer)
          .isEqualTo(of(orders, "customer", customer).max(Comparator.naturalOrder()));
    }
  }

  private static Stream<Integer> of(List<EntityRow> orders, String column, int value) {
    return orders.stream().filter(row -> row.value(column).equals(value)).map(RulesJudge::pieces);
  }

  private static int pieces(EntityRow order) {
    return (Integer) order.value("pieces");
  }
}
