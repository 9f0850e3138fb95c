package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.SchemaText;
import org.portolan.engine.StoreMissingException;
import org.portolan.engine.StoredTable;
import org.portolan.engine.TableSchema;

/**
 * The table {@code portolan_schema} of a store: the schema of each table and its state. A process
 * that creates or drops a table first takes its row on a condition, so two processes never do this
 * at once, which would damage Cassandra's schema.
 */
final class Catalog {
  static final String NAME = "portolan_schema";

  /** The entry of a creator that died expires after this time, and that of an alterer. */
  private static final Duration CREATING_MAX = Duration.ofMinutes(2);

  /**
   * Ends the name of the entry of an alteration, which is beside the entry of the table. It has the
   * table as it becomes, so that no other table takes the names that it needs.
   */
  private static final String ALTERING = " altering";

  private final StoreUri uri;
  private final SchemaStatements statements;
  private final String table;

  Catalog(StoreUri uri, SchemaStatements statements) {
    this.uri = uri;
    this.statements = statements;
    table = qualified(uri.keyspace());
  }

  /** The state of a table. */
  enum State {
    CREATING,
    STANDING,
    DROPPING;

    String spelling() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * @param declaration the table as it is written
   */
  record Entry(State state, StoredTable table, String declaration) {
    TableSchema schema() {
      return table.schema();
    }

    boolean stands() {
      return state == State.STANDING;
    }
  }

  void open(OpenMode mode) {
    List<Row> found =
        statements.readSystem(
            "open " + uri.uri(),
            "SELECT table_name FROM system_schema.tables WHERE keyspace_name = ? AND table_name"
                + " = ?",
            uri.keyspace(),
            NAME);
    if (!found.isEmpty()) {
      return;
    }
    if (mode == OpenMode.EXISTING) {
      throw new StoreMissingException(
          "there is no store "
              + uri.uri()
              + ": the keyspace "
              + uri.keyspace()
              + " has no table "
              + NAME);
    }
    statements.change("create the table " + NAME + " of " + uri.uri(), creation(uri.keyspace()));
  }

  private static String qualified(String keyspace) {
    return Names.quote(keyspace) + "." + NAME;
  }

  /** Returns the statement that creates the catalog of a keyspace. */
  static String creation(String keyspace) {
    return "CREATE TABLE IF NOT EXISTS "
        + qualified(keyspace)
        + " (\n  name text PRIMARY KEY,\n  state text,\n  declaration text\n)"
        + " WITH comment = 'Tables of Portolan; change nothing here'";
  }

  /**
   * Returns the statement that enters a table that was created without Portolan. It has a condition
   * because all changes of entries have one.
   */
  static String entering(String keyspace, TableSchema schema) {
    return "INSERT INTO "
        + qualified(keyspace)
        + " (name, state, declaration) VALUES ("
        + Names.literal(schema.name())
        + ", "
        + Names.literal(State.STANDING.spelling())
        + ", "
        + Names.literal(SchemaText.write(schema))
        + ") IF NOT EXISTS";
  }

  /** Returns all entries by the names of their tables. */
  Map<String, Entry> read() {
    Map<String, Entry> entries = new LinkedHashMap<>();
    String act = "read the tables of " + uri.uri();
    for (Row row : statements.read(act, "SELECT name, state, declaration FROM " + table)) {
      entry(row).ifPresent(entry -> entries.put(row.getString("name"), entry));
    }
    return entries;
  }

  Optional<Entry> read(String name) {
    List<Row> rows =
        statements.read(
            "read the table '" + name + "' of " + uri.uri(),
            "SELECT name, state, declaration FROM " + table + " WHERE name = ?",
            name);
    return rows.isEmpty() ? Optional.empty() : entry(rows.get(0));
  }

  private static Optional<Entry> entry(Row row) {
    String state = row.getString("state");
    String schema = row.getString("declaration");
    if (state == null || schema == null) {
      return Optional.empty();
    }
    return Optional.of(
        new Entry(
            State.valueOf(state.toUpperCase(Locale.ROOT)), SchemaText.parseStored(schema), schema));
  }

  /** Takes the right to create a table; returns false if there is an entry for it. */
  boolean beginCreating(TableSchema schema) {
    return beginCreating(List.of(schema)).contains(schema);
  }

  /**
   * Takes the right to create tables, all at once; returns those without an entry before. If it
   * fails, some of the entries may have been made; they expire.
   */
  List<TableSchema> beginCreating(List<TableSchema> schemas) {
    return changed(schemas, this::beginningToCreate);
  }

  /** Makes changes of entries, all at once; returns the tables whose change was made. */
  private List<TableSchema> changed(
      List<TableSchema> schemas, Function<TableSchema, CompletionStage<Boolean>> change) {
    Map<TableSchema, CompletionStage<Boolean>> changes = new LinkedHashMap<>();
    schemas.forEach(schema -> changes.put(schema, change.apply(schema)));
    List<TableSchema> made = new ArrayList<>();
    changes.forEach(
        (schema, answer) -> {
          if (Requests.awaitWrite("create table '" + schema.name() + "' in " + uri.uri(), answer)) {
            made.add(schema);
          }
        });
    return made;
  }

  private CompletionStage<Boolean> beginningToCreate(TableSchema schema) {
    return beginning(schema.name(), SchemaText.write(schema));
  }

  private CompletionStage<Boolean> beginning(String name, String declaration) {
    return statements.changeIfAsync(
        "INSERT INTO "
            + table
            + " (name, state, declaration) VALUES (?, ?, ?) IF NOT EXISTS USING TTL "
            + CREATING_MAX.toSeconds(),
        name,
        State.CREATING.spelling(),
        declaration);
  }

  /** Takes the right to alter a table; returns false if another process has it. */
  boolean beginAltering(StoredTable altered) {
    String name = altered.schema().name();
    return Requests.awaitWrite(
        alteration(name), beginning(name + ALTERING, SchemaText.write(altered)));
  }

  /** Replaces the entry of a table; returns false if it is another one meanwhile. */
  boolean alter(Entry standing, StoredTable altered) {
    return statements.changeIf(
        alteration(altered.schema().name()),
        "UPDATE " + table + " SET declaration = ? WHERE name = ? IF state = ? AND declaration = ?",
        SchemaText.write(altered),
        altered.schema().name(),
        State.STANDING.spelling(),
        standing.declaration());
  }

  /** Gives the right to alter a table back. */
  void endAltering(String name) {
    forget(name + ALTERING);
  }

  private String alteration(String name) {
    return "alter table '" + name + "' in " + uri.uri();
  }

  /** Notes that tables are created; returns those whose entries have not expired meanwhile. */
  List<TableSchema> endCreating(List<TableSchema> schemas) {
    return changed(schemas, this::endingToCreate);
  }

  private CompletionStage<Boolean> endingToCreate(TableSchema schema) {
    return statements.changeIfAsync(
        "UPDATE " + table + " SET state = ?, declaration = ? WHERE name = ? IF state = ?",
        State.STANDING.spelling(),
        SchemaText.write(schema),
        schema.name(),
        State.CREATING.spelling());
  }

  boolean beginDropping(String name) {
    return statements.changeIf(
        "drop table '" + name + "' of " + uri.uri(),
        "UPDATE " + table + " SET state = ? WHERE name = ? IF state = ?",
        State.DROPPING.spelling(),
        name,
        State.STANDING.spelling());
  }

  void forget(String name) {
    statements.changeIf(
        "drop table '" + name + "' of " + uri.uri(),
        "DELETE FROM " + table + " WHERE name = ? IF EXISTS",
        name);
  }
}
