package org.portolan.rehearsal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.rehearsal.BesideDatabase.Query;

/** Random statements on the tables of {@link TwinRows}, made from a seed. */
final class RandomStatements {
  private final Random random;

  /**
   * A statement.
   *
   * @param query empty of a change
   * @param text with the values that the database executes
   * @param values those that the lines are given, by the names of their parameters
   */
  record Statement(Optional<Query> query, String text, Map<String, Object> values) {}

  /**
   * A column.
   *
   * @param values some that rows have, and some that none has
   */
  private record Column(String name, boolean nullable, List<Object> values) {
    boolean isNumber() {
      return values.get(0) instanceof Number;
    }

    String parameter() {
      StringBuilder camel = new StringBuilder();
      for (String word : name.split("_", -1)) {
        camel.append(camel.isEmpty() ? word : capital(word));
      }
      return camel.toString();
    }
  }

  /**
   * A table.
   *
   * @param finders columns of which an equality or a list finds rows: all, or one of them
   * @param ordered the columns by which pages are ordered
   */
  private record Table(
      String name,
      List<Column> finders,
      boolean all,
      List<Column> columns,
      List<String> ordered,
      List<String> selected) {}

  private static final Column PERSON = new Column("person_id", false, List.of(1L, 2L, 3L, 4L, 9L));

  /** Forms of a condition that a column is by itself. */
  private static final List<Object> TRUTHS =
      List.of("@", "NOT @", "@ IS TRUE", "@ IS FALSE", "NOT (@)");

  private static final List<Table> TABLES =
      List.of(
          new Table(
              "phones",
              List.of(PERSON),
              true,
              List.of(
                  new Column("pos", false, List.of(1, 2, 3, 120, 249, 300)),
                  new Column("label", false, List.of("home", "work", "HOME")),
                  new Column("uses", true, List.of(0, 1, 2, 5))),
              List.of("pos"),
              List.of("pos", "number", "label", "uses")),
          new Table(
              "profile",
              List.of(PERSON),
              true,
              List.of(
                  new Column("bio", true, List.of("b", "c")),
                  new Column("visits", false, List.of(3, 4, 5))),
              List.of(),
              List.of("person_id", "bio", "visits")),
          new Table("tags", List.of(PERSON), true, List.of(), List.of(), List.of("tag")),
          new Table(
              "stock",
              List.of(new Column("sku", false, List.of("s1", "S1", "s2", "s3", "S4", "q"))),
              true,
              List.of(
                  new Column("wh", false, List.of(1, 2, 3, 40, 149)),
                  new Column("qty", true, List.of(1, 5, 9, 100)),
                  new Column("reserved", false, List.of(0, 1, 3, 4))),
              List.of("wh"),
              List.of("sku", "wh", "qty", "reserved")),
          new Table(
              "orders",
              List.of(
                  new Column("status", false, List.of("new", "NEW", "Paid", "void")),
                  new Column("state", false, List.of("open", "SENT", "Done"))),
              false,
              List.of(
                  new Column("id", false, List.of(1L, 30L, 60L, 91L)),
                  new Column("placed", true, List.of(-1, 3, 10, 21, 33, 39, 40)),
                  new Column("total", false, List.of(0, 3, 5, 9))),
              List.of("placed", "placed", "total", "id"),
              List.of("id", "status", "state", "placed", "total")),
          new Table(
              "accounts",
              List.of(
                  new Column("email", false, List.of("a@x", "c@x", "d@x", "q@x")),
                  new Column("visits", true, List.of(1, 3, 4, 7))),
              false,
              List.of(
                  new Column("name", true, List.of("ann", "dan", "q")),
                  new Column("admin", true, TRUTHS),
                  new Column("staff", false, TRUTHS),
                  new Column("active", true, TRUTHS)),
              List.of("id"),
              List.of("id", "email", "name", "visits", "admin", "staff", "active")));

  RandomStatements(long seed) {
    this.random = new Random(seed);
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** A null agrees with nothing; a key that is one is refused. */
  private Object anyOrNull(Column column) {
    return random.nextInt(8) == 0 ? null : any(column.values());
  }

  Statement next() {
    if (random.nextInt(10) == 0) {
      return upsert();
    }
    Table table = any(TABLES);
    return random.nextInt(3) == 0 && !table.selected().equals(List.of("tag"))
        ? change(table)
        : table.name().equals("tags") && random.nextBoolean() ? tags() : query(table);
  }

  private Statement query(Table table) {
    Map<String, Object> values = new HashMap<>();
    boolean several = random.nextInt(5) == 0;
    String conditions = conditions(table, several, false, values);
    String order = "";
    Optional<Integer> limit = Optional.empty();
    if (!table.ordered().isEmpty() && random.nextInt(4) > 0) {
      boolean descending = random.nextBoolean();
      order = any(table.ordered()) + (descending ? " DESC" : "");
      limit = random.nextInt(4) > 0 ? Optional.of(1 + random.nextInt(6)) : limit;
    }
    Query query = new Query(table.name(), table.selected(), conditions, order, limit);
    return new Statement(Optional.of(query), query.text(), values);
  }

  /** An INSERT of a row that may be there: it keeps the columns that are not assigned. */
  private Statement upsert() {
    Map<String, Object> values = new HashMap<>();
    values.put("sku", any(List.of("s1", "S1", "s2", "S3", "q" + random.nextInt(9))));
    values.put("wh", any(List.of(1, 2, 3, 40)));
    Map<String, Object> row = Map.of("qty", random.nextInt(9), "reserved", random.nextInt(9));
    values.put("stock", row);
    values.put("addedQty", 2L);
    values.put("addedReserved", ((Number) row.get("reserved")).longValue());
    values.put("newQty", 5);
    values.put("newReserved", 6);
    List<List<String>> assigned =
        List.of(
            List.of("qty = VALUES (qty)", "qty = VALUES (reserved)", "qty = qty + 2", "qty = 5"),
            List.of(
                "reserved = VALUES (reserved)",
                "reserved = reserved + VALUES (reserved)",
                "reserved = 6",
                "reserved = wh"));
    String insert =
        "INTO stock(sku, wh, qty, reserved) VALUES ('%s', %s, %s, %s)"
            .formatted(values.get("sku"), values.get("wh"), row.get("qty"), row.get("reserved"));
    String first = any(assigned.get(0));
    String second = any(assigned.get(1));
    String changes =
        switch (random.nextInt(3)) {
          case 0 -> first;
          case 1 -> second;
          default -> first + ", " + second;
        };
    String text =
        random.nextInt(4) == 0
            ? "INSERT IGNORE " + insert
            : "INSERT " + insert + " ON DUPLICATE KEY UPDATE " + changes;
    return new Statement(Optional.empty(), text, values);
  }

  /** Elements are deleted by the owner, the element or both. */
  private Statement tags() {
    Map<String, Object> values = new HashMap<>();
    Column tag = new Column("tag", false, List.of("x", "y", "z", "q"));
    String owner = random.nextInt(3) > 0 ? equal(PERSON, random.nextInt(3) == 0, values) : "";
    String element =
        owner.isEmpty()
            ? equal(tag, false, values)
            : switch (random.nextInt(4)) {
              case 0 -> condition(tag, values);
              case 1 -> like("tags", tag, "tags", true, values);
              default -> "";
            };
    String both = owner.isEmpty() || element.isEmpty() ? "" : " AND ";
    String text = "DELETE FROM tags WHERE " + owner + both + element;
    return new Statement(Optional.empty(), text, values);
  }

  private Statement change(Table table) {
    Map<String, Object> values = new HashMap<>();
    String conditions = conditions(table, random.nextInt(4) == 0, true, values);
    if (random.nextInt(3) == 0) {
      String text = "DELETE FROM " + table.name() + " WHERE " + conditions;
      values.put("noProfile", nulls("bio", "visits"));
      return new Statement(Optional.empty(), text, values);
    }
    List<Column> free =
        table.columns().stream()
            .filter(column -> !List.of("pos", "wh", "id").contains(column.name()))
            .filter(column -> !column.values().equals(TRUTHS))
            .toList();
    Column set = any(free);
    Object value = any(set.values());
    String name = capital(set.parameter());
    boolean adds = set.isNumber() && random.nextBoolean();
    values.put("added" + name, 2L);
    values.put("new" + name, value);
    values.put("changed" + capital(table.name()), Map.of(set.name(), value));
    String text =
        "UPDATE "
            + table.name()
            + " SET "
            + set.name()
            + " = "
            + (adds ? set.name() + " + 2" : literal(value))
            + " WHERE "
            + conditions;
    return new Statement(Optional.empty(), text, values);
  }

  private static Map<String, Object> nulls(String... columns) {
    Map<String, Object> nulls = new LinkedHashMap<>();
    for (String column : columns) {
      nulls.put(column, null);
    }
    return nulls;
  }

  private String conditions(
      Table table, boolean several, boolean change, Map<String, Object> values) {
    List<String> conditions = new ArrayList<>();
    List<Column> finders = table.all() ? table.finders() : List.of(any(table.finders()));
    // Items do not tell their owners, and neither do sets.
    boolean list = several && !List.of("phones", "tags").contains(table.name());
    finders.forEach(column -> conditions.add(equal(column, list, values)));
    List<Column> others = new ArrayList<>(table.columns());
    for (int number = random.nextInt(3); number > 0 && !others.isEmpty(); number--) {
      Column column = any(others);
      others.remove(column);
      boolean like = !column.isNumber() && random.nextInt(4) == 0;
      conditions.add(
          like
              ? like(table.name(), column, column.parameter(), change, values)
              : condition(column, values));
    }
    return String.join(" AND ", conditions);
  }

  private String equal(Column column, boolean several, Map<String, Object> values) {
    Object value = any(column.values());
    if (!several) {
      values.put(column.parameter(), value);
      return column.name() + " = " + literal(value);
    }
    List<Object> list = Arrays.asList(value, any(column.values()), anyOrNull(column));
    values.put(column.parameter() + "List", list);
    return column.name() + " IN (" + literals(list) + ")";
  }

  private String condition(Column column, Map<String, Object> values) {
    String name = column.name();
    String capital = capital(column.parameter());
    if (column.values().equals(TRUTHS)) {
      return any(column.values()).toString().replace("@", name);
    }
    Object value = anyOrNull(column);
    int form = random.nextInt(column.isNumber() ? 10 : 5);
    switch (form) {
      case 0 -> {
        return equal(column, false, values);
      }
      case 1 -> {
        return equal(column, true, values);
      }
      case 2 -> {
        values.put("not" + capital, value);
        return name + " <> " + literal(value);
      }
      case 3 -> {
        List<Object> list = Arrays.asList(value, any(column.values()));
        values.put("not" + capital + "List", list);
        return name + " NOT IN (" + literals(list) + ")";
      }
      case 4 -> {
        return column.nullable()
            ? name + (random.nextBoolean() ? " IS NULL" : " IS NOT NULL")
            : equal(column, false, values);
      }
      case 5 -> {
        Object to = anyOrNull(column);
        values.put("from" + capital, value);
        values.put("to" + capital, to);
        return name + " BETWEEN " + literal(value) + " AND " + literal(to);
      }
      default -> {
        String operator = List.of(">", ">=", "<", "<=").get(form - 6);
        values.put((form < 8 ? "from" : "to") + capital, value);
        return name + " " + operator + " " + literal(value);
      }
    }
  }

  /**
   * A pattern of one of several forms; only a beginning in a query, whose application checks
   * others.
   */
  private String like(
      String table, Column column, String parameter, boolean change, Map<String, Object> values) {
    String text = (String) any(column.values());
    String first = text.substring(0, 1);
    String last = text.substring(text.length() - 1);
    String meets = table + "Meets";
    int form = values.containsKey(meets) || !change ? 0 : random.nextInt(4);
    String pattern = List.of(first + "%", first + "_%", text, "%" + last).get(form);
    values.put("from" + capital(parameter), form == 2 ? text : first);
    if (form > 0) {
      values.put(meets, meets(table, column.name(), pattern));
    }
    return column.name() + " LIKE '" + pattern + "'";
  }

  private static Predicate<Object> meets(String table, String column, String pattern) {
    Pattern texts =
        Pattern.compile(
            pattern.replace("%", ".*").replace("_", "."),
            table.equals("orders") ? Pattern.CASE_INSENSITIVE : 0);
    return found -> {
      Object value =
          found instanceof EntityRow row
              ? row.value(column)
              : found instanceof Item item ? item.value(column) : found;
      return value != null && texts.matcher(value.toString()).matches();
    };
  }

  private static String literals(List<Object> values) {
    return String.join(", ", values.stream().map(RandomStatements::literal).toList());
  }

  private static String literal(Object value) {
    return value == null || value instanceof Number
        ? String.valueOf(value).toUpperCase(Locale.ROOT)
        : "'" + value + "'";
  }

  private static String capital(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }
}
