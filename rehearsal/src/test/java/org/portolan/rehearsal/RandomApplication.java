package org.portolan.rehearsal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.RelationalReader;

/** A small schema and its queries, made from a seed. */
final class RandomApplication {
  private static final List<String> TYPES =
      List.of(
          "int NOT NULL",
          "int",
          "bigint unsigned NOT NULL",
          "varchar(40) NOT NULL",
          "varchar(200)",
          "decimal(10,2) NOT NULL",
          "datetime NOT NULL",
          "datetime",
          "tinyint NOT NULL DEFAULT 0",
          "enum('new','open','done') NOT NULL DEFAULT 'new'",
          "text",
          "date");

  private final Random random;
  private final List<Table> tables = new ArrayList<>();
  private final List<String> statements = new ArrayList<>();

  private record Column(String name, String type) {
    boolean isNumber() {
      return type.matches("(int|bigint|decimal|tinyint).*");
    }
  }

  private record Table(String name, List<Column> columns, List<String> key, Table parent) {
    String parentColumn() {
      return parent.name() + "_id";
    }

    Column any(Random random) {
      return columns.get(random.nextInt(columns.size()));
    }
  }

  private RandomApplication(long seed) {
    this.random = new Random(seed);
  }

  /** Returns what the advisor reads of the application. */
  static RelationalModel model(long seed, Path directory) throws IOException {
    RandomApplication application = new RandomApplication(seed);
    Path schema = Files.writeString(directory.resolve("schema.sql"), application.schema());
    Path queries = Files.writeString(directory.resolve("queries.sql"), application.queries());
    RelationalReader reader = new RelationalReader();
    reader.readSchema(schema, Optional.empty());
    reader.readLog(queries, Optional.empty(), Optional.empty(), count -> {});
    return reader.model();
  }

  private String schema() {
    StringBuilder text = new StringBuilder();
    int count = 2 + random.nextInt(4);
    for (int number = 0; number < count; number++) {
      Table parent =
          tables.isEmpty() || random.nextInt(4) == 0
              ? null
              : tables.get(random.nextInt(tables.size()));
      text.append(table("t" + number, parent));
    }
    return text.toString();
  }

  private String table(String name, Table parent) {
    List<String> lines = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    Table described = new Table(name, columns, new ArrayList<>(), parent);
    int form = parent == null ? 0 : random.nextInt(5);
    boolean numbered = form < 3 || parent == null;
    if (numbered) {
      lines.add("id int NOT NULL AUTO_INCREMENT");
      described.key().add("id");
    }
    if (parent != null) {
      lines.add(
          described.parentColumn()
              + " int"
              + (numbered && random.nextBoolean() ? "" : " NOT NULL"));
    }
    if (form == 3) {
      lines.add("place int NOT NULL");
      described.key().addAll(List.of(described.parentColumn(), "place"));
    } else if (form == 4) {
      described.key().add(described.parentColumn());
    }
    int others = 1 + random.nextInt(5);
    for (int number = 0; number < others; number++) {
      Column column = new Column(name + "c" + number, TYPES.get(random.nextInt(TYPES.size())));
      columns.add(column);
      lines.add(column.name() + " " + column.type());
    }
    lines.add("PRIMARY KEY (" + String.join(", ", described.key()) + ")");
    if (parent != null && random.nextInt(3) > 0) {
      lines.add(
          "FOREIGN KEY ("
              + described.parentColumn()
              + ") REFERENCES "
              + parent.name()
              + " ("
              + parent.key().get(0)
              + ")"
              + (random.nextBoolean() ? " ON DELETE CASCADE" : ""));
    }
    Column first = columns.get(0);
    if (first.type().startsWith("varchar") && random.nextInt(2) == 0) {
      lines.add("UNIQUE KEY u_" + name + " (" + first.name() + ")");
    }
    if (described.key().equals(List.of("id"))) {
      tables.add(described);
    } else {
      leaves.add(described);
    }
    return "CREATE TABLE " + name + " (\n  " + String.join(",\n  ", lines) + "\n) ENGINE=InnoDB;\n";
  }

  /** Tables to which no other refers. */
  private final List<Table> leaves = new ArrayList<>();

  private String queries() {
    List<Table> all = new ArrayList<>(tables);
    all.addAll(leaves);
    int count = 8 + random.nextInt(10);
    for (int number = 0; number < count; number++) {
      statements.add(
          "-- weight: "
              + (1 + random.nextInt(1_000))
              + "\n"
              + statement(all.get(random.nextInt(all.size())))
              + ";\n");
    }
    return String.join("", statements);
  }

  private String statement(Table table) {
    Column column = table.any(random);
    String byKey = String.join(" = 1 AND ", table.key()) + " = 1";
    String name = table.name();
    Table parent = table.parent();
    return switch (random.nextInt(22)) {
      case 0, 1 -> "SELECT * FROM " + name + " WHERE " + byKey;
      case 2 -> "SELECT * FROM " + name + " WHERE " + column.name() + " = 'x'";
      case 3 ->
          "SELECT "
              + table.key().get(0)
              + " FROM "
              + name
              + " WHERE "
              + column.name()
              + " = 'x' ORDER BY "
              + table.any(random).name()
              + (random.nextBoolean() ? " DESC" : "")
              + " LIMIT 10";
      case 4 -> "SELECT * FROM " + name + " WHERE " + column.name() + " BETWEEN 'a' AND 'b'";
      case 5 -> "SELECT count(*) FROM " + name;
      case 6 -> "SELECT count(*) FROM " + name + " WHERE " + column.name() + " = 'x'";
      case 7 ->
          "SELECT " + (random.nextBoolean() ? "max(" : "min(") + column.name() + ") FROM " + name;
      case 8 -> "SELECT sum(" + column.name() + ") FROM " + name;
      case 9 -> "UPDATE " + name + " SET " + column.name() + " = 'y' WHERE " + byKey;
      case 10 ->
          column.isNumber()
              ? "UPDATE "
                  + name
                  + " SET "
                  + column.name()
                  + " = "
                  + column.name()
                  + " + 1 WHERE "
                  + byKey
              : "SELECT * FROM " + name + " ORDER BY " + column.name() + " DESC LIMIT 20";
      case 11 -> "DELETE FROM " + name + " WHERE " + byKey;
      case 12 -> "INSERT INTO " + name + " (" + column.name() + ") VALUES ('z')";
      case 13 -> "SELECT * FROM " + name + " WHERE " + table.key().get(0) + " IN (1, 2, 3)";
      case 18 -> nullTested(table);
      case 19 -> either(table);
      case 20 ->
          "SELECT * FROM "
              + name
              + " WHERE "
              + column.name()
              + " = 'x' AND "
              + byKey
              + " FOR UPDATE";
      case 21 ->
          parent == null
              ? "SELECT * FROM " + name + " WHERE " + column.name() + " = 'x' FOR UPDATE"
              : "SELECT p.* FROM "
                  + name
                  + " c JOIN "
                  + parent.name()
                  + " p ON p.id = c."
                  + column.name()
                  + " WHERE c."
                  + table.key().get(0)
                  + " = 7";
      default ->
          parent == null
              ? "SELECT * FROM " + name + " WHERE " + column.name() + " > 5 LIMIT 5"
              : joined(table, parent, column);
    };
  }

  /** IS NULL and IS NOT NULL: alone, beside another condition, with an order, counted. */
  private String nullTested(Table table) {
    Column other = table.any(random);
    String test = table.any(random).name() + (random.nextBoolean() ? " IS NULL" : " IS NOT NULL");
    String from = " FROM " + table.name() + " WHERE " + test;
    return switch (random.nextInt(5)) {
      case 0 -> "SELECT *" + from;
      case 1 -> "SELECT *" + from + " AND " + other.name() + " = 'x'";
      case 2 -> "SELECT count(*)" + from;
      case 3 -> "DELETE" + from + " AND " + table.key().get(0) + " = 7";
      default ->
          "SELECT *"
              + from
              + " ORDER BY "
              + other.name()
              + (random.nextBoolean() ? " DESC" : "")
              + " LIMIT 10";
    };
  }

  /**
   * Two conditions of which one is enough: of one column or of several, with an order or without.
   */
  private String either(Table table) {
    String first = table.any(random).name() + " = 'x'";
    String second =
        switch (random.nextInt(4)) {
          case 0 -> table.key().get(0) + " = 7";
          case 1 -> table.any(random).name() + " IS NULL";
          case 2 -> table.any(random).name() + " > 5";
          default -> table.any(random).name() + " = 'y'";
        };
    String from = " FROM " + table.name() + " WHERE (" + first + " OR " + second + ")";
    return switch (random.nextInt(4)) {
      case 0 -> "SELECT count(*)" + from;
      case 1 -> "SELECT " + table.key().get(0) + from;
      case 2 -> "SELECT *" + from;
      default ->
          "SELECT *"
              + from
              + " ORDER BY "
              + table.any(random).name()
              + (random.nextBoolean() ? " DESC" : "")
              + " LIMIT 10";
    };
  }

  private String joined(Table table, Table parent, Column column) {
    String on = table.parentColumn() + " = p." + parent.key().get(0);
    return switch (random.nextInt(5)) {
      case 0 ->
          "SELECT * FROM "
              + table.name()
              + " WHERE "
              + table.parentColumn()
              + " = 7 ORDER BY "
              + column.name()
              + " DESC LIMIT 10";
      case 1 -> "DELETE FROM " + table.name() + " WHERE " + table.parentColumn() + " = 7";
      case 2 ->
          "SELECT p.*, c.* FROM "
              + parent.name()
              + " p JOIN "
              + table.name()
              + " c ON c."
              + on
              + " WHERE p."
              + parent.any(random).name()
              + " = 'x'";
      case 3 ->
          "SELECT p.id, c."
              + column.name()
              + " FROM "
              + table.name()
              + " c JOIN "
              + parent.name()
              + " p ON c."
              + on
              + " WHERE p.id = 3 ORDER BY c."
              + column.name()
              + " LIMIT 10";
      default ->
          "SELECT * FROM "
              + table.name()
              + " WHERE "
              + table.parentColumn()
              + " = 7 AND "
              + column.name()
              + " = 'x'";
    };
  }
}
