package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.sql.Dialect;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.types.Tuple;

/** The lines of statements on a store, beside a database with the same rows. */
final class BesideDatabase implements AutoCloseable {
  /** The entries of the first page of a range. */
  private static final int RANGE_PAGE = 100;

  private final TwinRows rows = new TwinRows();
  private final Proposal proposal;
  private final Class<?> lines;
  private final Store store;

  /**
   * A query of one table.
   *
   * @param columns those that it selects
   * @param conditions what follows WHERE
   * @param order what follows ORDER BY; empty if nothing does
   * @param limit empty for all rows
   */
  record Query(
      String table,
      List<String> columns,
      String conditions,
      String order,
      Optional<Integer> limit) {
    /** Returns the column by which the rows are ordered; empty if there is none. */
    String orderColumn() {
      int end = order.indexOf(' ');
      return end < 0 ? order : order.substring(0, end);
    }

    String all() {
      return "SELECT "
          + String.join(", ", columns)
          + " FROM "
          + table
          + " WHERE "
          + conditions
          + (order.isEmpty() ? "" : " ORDER BY " + order);
    }

    String text() {
      return all() + limit.map(rows -> " LIMIT " + rows).orElse("");
    }
  }

  /**
   * @param statements those of the log, each with its semicolon
   */
  BesideDatabase(Path directory, String statements) throws Exception {
    this(directory, statements, Dialect.MYSQL);
  }

  /**
   * @param dialect that of the statements, whose database has nulls at its own end of an order
   */
  BesideDatabase(Path directory, String statements, Dialect dialect) throws Exception {
    proposal = TwinRows.propose(directory, statements, dialect);
    rows.orderNulls(dialect);
    lines = CompiledLines.returning(proposal, Files.createDirectory(directory.resolve("classes")));
    store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), proposal.design());
    rows.fill(store);
  }

  @Override
  public void close() throws SQLException {
    store.close();
    rows.close();
  }

  Proposal proposal() {
    return proposal;
  }

  /** Returns the number of the statement that begins so. */
  int number(String beginning) {
    int number = 0;
    while (!served(number).statement().template().text().startsWith(beginning)) {
      number++;
    }
    return number;
  }

  /** Returns the rows that a query finds in the database. */
  List<Map<String, Object>> found(String query) {
    return rows.found(query);
  }

  /** Returns how a statement is served, by its number from 0. */
  Served served(int number) {
    return proposal.served().get(number);
  }

  /** Returns whether a statement has lines. */
  boolean hasLines(int number) {
    return lines != null && method(number).isPresent();
  }

  private Optional<Method> method(int number) {
    return CompiledLines.method(lines, number + 1);
  }

  /**
   * Calls the lines of a statement.
   *
   * @param values by the names of their parameters; more than they have, if need be
   */
  Object call(int number, Map<String, Object> values) throws Exception {
    Method method = method(number).orElseThrow();
    List<Parameter> parameters =
        Arrays.stream(method.getParameters())
            .filter(each -> each.getType() != Store.class)
            .toList();
    assertThat(parameters)
        .extracting(Parameter::getName)
        .allSatisfy(name -> assertThat(values).containsKey(name));
    Object[] given =
        Arrays.stream(method.getParameters())
            .map(each -> each.getType() == Store.class ? store : values.get(each.getName()))
            .toArray();
    return method.invoke(null, given);
  }

  /** Executes a change on both sides: they return the same number and leave the same rows. */
  void change(int number, String statement, Map<String, Object> values) throws Exception {
    assertThat(call(number, values)).as(statement).isEqualTo(rows.execute(statement));
    assertThat(TwinRows.of(store)).as(statement).isEqualTo(rows.ofDatabase());
  }

  /** Executes an INSERT on both sides: it leaves the same rows. */
  void insert(int number, String statement, Map<String, Object> values) throws Exception {
    insert(number, statement, statement, values);
  }

  /**
   * Executes an INSERT on both sides: it leaves the same rows.
   *
   * @param database what the database executes
   */
  void insert(int number, String statement, String database, Map<String, Object> values)
      throws Exception {
    call(number, values);
    rows.execute(database);
    assertThat(TwinRows.of(store)).as(statement).isEqualTo(rows.ofDatabase());
  }

  /**
   * Executes a query on both sides: they find the same rows, in the same order as far as the query
   * tells it. Rows that the order does not tell apart may be others in a page.
   */
  void find(int number, Query query, Map<String, Object> values) throws Exception {
    List<Map<String, Object>> found = new ArrayList<>();
    for (Object one : (List<?>) call(number, values)) {
      found.addAll(rows(query, one));
    }
    List<Map<String, Object>> expected = plain(rows.found(query.text()));
    List<String> notes = served(number).notes();
    boolean sorts = isNoted(notes, "the rows come value by value", "the application sorts");
    if (sorts) {
      found = sorted(query, found);
    }
    if (sorts || isNoted(notes, "the application takes the page")) {
      found = found.subList(0, Math.min(found.size(), query.limit().orElse(found.size())));
    }
    if (isNoted(notes, "the list ends at no value of") && found.size() >= RANGE_PAGE / 2) {
      // The lines read the first page of a range, and the application the others.
      expected = expected.subList(0, Math.min(expected.size(), found.size()));
    }
    assertThat(order(query, found)).as(query.text()).isEqualTo(order(query, expected));
    List<Map<String, Object>> all = plain(rows.found(query.all()));
    for (Map<String, Object> row : found) {
      assertThat(all.remove(row)).as(query.text() + " finds " + row).isTrue();
    }
  }

  private static boolean isNoted(List<String> notes, String... beginnings) {
    return notes.stream().anyMatch(note -> Arrays.stream(beginnings).anyMatch(note::startsWith));
  }

  /** What an application does with the rows of several lists, or of one in another order. */
  private static List<Map<String, Object>> sorted(Query query, List<Map<String, Object>> found) {
    if (query.order().isEmpty()) {
      return found;
    }
    String column = query.orderColumn();
    boolean descending = query.order().endsWith(" DESC");
    List<Map<String, Object>> sorted = new ArrayList<>(found);
    sorted.sort(
        (left, right) -> {
          int compared = compare(left.get(column), right.get(column));
          return descending ? -compared : compared;
        });
    return sorted;
  }

  private static int compare(Object left, Object right) {
    if (left == null || right == null) {
      return Boolean.compare(left != null, right != null);
    }
    return left instanceof BigDecimal number
        ? number.compareTo((BigDecimal) right)
        : left.toString().compareTo(right.toString());
  }

  /** The values of the column that orders the rows; of rows without an order their number. */
  private static List<Object> order(Query query, List<Map<String, Object>> rows) {
    String column = query.orderColumn();
    List<Object> values = new ArrayList<>();
    rows.forEach(row -> values.add(column.isEmpty() ? "row" : row.get(column)));
    return values;
  }

  private static List<Map<String, Object>> plain(List<Map<String, Object>> rows) {
    List<Map<String, Object>> plain = new ArrayList<>();
    for (Map<String, Object> row : rows) {
      Map<String, Object> values = new HashMap<>();
      row.forEach((column, value) -> values.put(column, plain(value)));
      plain.add(values);
    }
    return plain;
  }

  private static Object plain(Object value) {
    return value instanceof Number number
        ? new BigDecimal(number.toString()).stripTrailingZeros()
        : value;
  }

  /** The rows of a query that something found stands for. */
  private static List<Map<String, Object>> rows(Query query, Object found) {
    Map<String, Object> row = new HashMap<>();
    if (found instanceof Map.Entry<?, ?> ofOwner) {
      List<Map<String, Object>> all = new ArrayList<>();
      for (Object item : (List<?>) ofOwner.getValue()) {
        for (Map<String, Object> values : rows(query, item)) {
          Map<String, Object> with = new HashMap<>(values);
          with.replace("person_id", plain(((Tuple) ofOwner.getKey()).get(0)));
          all.add(with);
        }
      }
      return all;
    }
    if (found instanceof EntityRow stored) {
      if (query.table().equals("tags")) {
        Set<?> tags = (Set<?>) stored.value("tags");
        List<Map<String, Object>> all = new ArrayList<>();
        for (Object tag : tags == null ? Set.of() : tags) {
          all.add(Map.of("tag", tag));
        }
        return all;
      }
      row.putAll(stored.values());
      key(query.table(), stored.key(), row);
    } else if (found instanceof Item item) {
      row.putAll(item.values());
      row.put("pos", item.key().get(0));
    } else {
      key(query.table(), (Tuple) found, row);
    }
    Map<String, Object> selected = new HashMap<>();
    query.columns().forEach(column -> selected.put(column, plain(row.get(column))));
    return List.of(selected);
  }

  private static void key(String table, Tuple key, Map<String, Object> row) {
    List<String> columns =
        switch (table) {
          case "stock" -> List.of("sku", "wh");
          case "profile" -> List.of("person_id");
          case "tags" -> List.of("person_id", "tag");
          default -> List.of("id");
        };
    // An index on a set lists owners, and of several elements each with its own behind the key.
    for (int position = 0; position < Math.min(columns.size(), key.size()); position++) {
      row.put(columns.get(position), key.get(position));
    }
  }
}
