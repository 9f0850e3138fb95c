package org.portolan.advisor.ddl;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.portolan.advisor.Problem;
import org.portolan.advisor.schema.ColumnType;
import org.portolan.advisor.schema.Key;
import org.portolan.advisor.schema.RelationalSchema;
import org.portolan.advisor.schema.Table;
import org.portolan.advisor.sql.Dialect;
import org.portolan.advisor.sql.StatementStream;

/**
 * Reads a schema from dumps of mysqldump, mariadb-dump and pg_dump and from files of DDL, one file
 * after another. Rows are counted and not kept, so memory is bounded by the schema. A statement
 * that cannot be read becomes a {@link Problem}, and reading goes on. Not thread-safe.
 */
public final class SchemaReader {
  private static final int EXCERPT_CHARS = 80;

  private final Map<String, TableBuilder> tables = new LinkedHashMap<>();

  /** The partitions of other tables, with the names of these: no tables of an application. */
  private final Map<String, String> partitions = new HashMap<>();

  private final Map<String, ColumnType> types = new HashMap<>();
  private final Set<String> views = new TreeSet<>();
  private final List<Problem> problems = new ArrayList<>();

  /** That of the tables which H2 creates from here on; empty for the order of code points. */
  private String collation = "";

  /**
   * Reads the statements of a file.
   *
   * @param file the name for problems
   * @throws IOException if the file cannot be read; what was read before stays
   */
  public void read(Reader reader, Dialect dialect, String file) throws IOException {
    StatementStream statements = new StatementStream(reader, dialect, true);
    for (var next = statements.next(); next != null; next = statements.next()) {
      try {
        read(next, dialect);
      } catch (UnreadableException e) {
        problems.add(new Problem(file, next.line(), e.getMessage(), excerpt(next.text())));
      }
    }
  }

  private static String excerpt(String text) {
    String line = text.replaceAll("\\s+", " ");
    return line.length() <= EXCERPT_CHARS ? line : line.substring(0, EXCERPT_CHARS) + "…";
  }

  private void read(StatementStream.Statement statement, Dialect dialect) {
    Tokens tokens = new Tokens(statement.text(), dialect);
    if (tokens.skip("create")) {
      create(tokens, dialect);
      if (statement.cut()) {
        throw new UnreadableException("the statement is too long, its end was not read");
      }
    } else if (tokens.skip("alter", "table")) {
      tokens.skip("if", "exists");
      tokens.skip("only");
      alter(tokens, dialect);
    } else if (tokens.skip("comment", "on")) {
      comment(tokens);
    } else if (dialect == Dialect.H2 && tokens.skip("set", "collation")) {
      collation = tokens.is("off") ? "" : tokens.name();
    } else if (tokens.skip("drop", "table")) {
      tokens.skip("if", "exists");
      do {
        forget(found(tokens.qualifiedName()));
      } while (tokens.skip(","));
    } else if (tokens.skip("insert") || tokens.skip("replace") || tokens.skip("copy")) {
      rows(tokens, statement.rows());
    } else if (tokens.skip("rename", "table")) {
      rename(tokens);
    }
  }

  private void create(Tokens tokens, Dialect dialect) {
    tokens.skip("or", "replace");
    boolean unique = tokens.skip("unique");
    boolean nullsEqual = CreateTable.nullsEqual(tokens); // H2 says it here.
    if (tokens.skip("index")) {
      index(tokens, unique ? Key.Kind.UNIQUE : Key.Kind.SECONDARY, nullsEqual);
    } else if (tokens.skip("fulltext", "index")) {
      index(tokens, Key.Kind.FULLTEXT, false);
    } else if (tokens.skip("spatial", "index")) {
      index(tokens, Key.Kind.SPATIAL, false);
    } else if (tokens.skip("type")) {
      type(tokens);
    } else if (tokens.skip("domain")) {
      String name = tokens.qualifiedName();
      tokens.skip("as");
      types.put(lower(name), resolved(TypeReading.read(tokens)));
    } else {
      skipTo(tokens, Set.of("table", "view"));
      if (tokens.skip("table")) {
        table(tokens, dialect);
      } else if (tokens.skip("view")) {
        tokens.skip("if", "not", "exists");
        String view = tokens.qualifiedName();
        tables.remove(view);
        views.add(view);
      }
    }
  }

  /** Skips words such as TEMPORARY, UNLOGGED or DEFINER=… before TABLE and VIEW. */
  private static void skipTo(Tokens tokens, Set<String> words) {
    Set<String> others =
        Set.of("sequence", "function", "procedure", "trigger", "extension", "schema", "database");
    while (!tokens.atEnd() && !tokens.isAny(words) && !tokens.isAny(others)) {
      tokens.take();
    }
  }

  private void table(Tokens tokens, Dialect dialect) {
    boolean kept = tokens.skip("if", "not", "exists");
    TableBuilder table = new TableBuilder(tokens.qualifiedName());
    table.collation = collation;
    if (tokens.skip("partition", "of")) {
      partitions.put(table.name, tokens.qualifiedName());
      return;
    }
    if (kept && found(table.name) != null) {
      return;
    }
    if (tokens.skip("comment")) {
      table.comment = tokens.string(); // H2 writes it before the columns.
    }
    boolean bracket = tokens.is("(", "like");
    if (bracket) {
      tokens.skip("(");
    }
    if (tokens.skip("like")) {
      String name = table.name;
      table = known(tokens.qualifiedName()).like(name);
    } else if (tokens.skip("(")) {
      new CreateTable(tokens, dialect, table).read();
      for (String parent : table.parents) {
        table.inherit(known(parent));
      }
    } else {
      throw new UnreadableException(
          "table " + table.name + " declares no columns: give its DDL as the database prints it");
    }
    tables.put(table.name, table);
  }

  private void index(Tokens tokens, Key.Kind kind, boolean nullsEqualBefore) {
    tokens.skip("concurrently");
    tokens.skip("if", "not", "exists");
    String name = tokens.is("on") ? "" : tokens.lastName();
    if (tokens.skip("using")) {
      tokens.take();
    }
    if (!tokens.skip("on")) {
      throw new UnreadableException("index " + name + " names no table");
    }
    tokens.skip("only");
    String of = tokens.qualifiedName();
    if (partitions.containsKey(of)) {
      return;
    }
    TableBuilder table = known(of);
    String method = tokens.skip("using") ? tokens.word() : "";
    Key.Kind shown = method.equals("gin") || method.equals("gist") ? Key.Kind.FULLTEXT : kind;
    List<Key.Part> parts = CreateTable.parts(tokens);
    boolean nullsEqual = nullsEqualBefore;
    while (!tokens.atEnd() && !tokens.is("where")) {
      nullsEqual |= tokens.is("nulls", "not", "distinct");
      tokens.take();
    }
    String condition = tokens.skip("where") ? tokens.rest() : "";
    table.add(new Key(name, shown, parts, condition, nullsEqual));
  }

  private void type(Tokens tokens) {
    String name = tokens.qualifiedName();
    if (tokens.skip("as", "enum")) {
      types.put(
          lower(name),
          new ColumnType("enum", List.of(), false, false, TypeReading.arguments(tokens)));
    }
  }

  private void alter(Tokens tokens, Dialect dialect) {
    String name = tokens.qualifiedName();
    boolean ofSequence = tokens.is("owner") || tokens.is("set", "schema");
    boolean ofOther = views.contains(name) || partitions.containsKey(name) || ofSequence;
    if (found(name) == null && ofOther) {
      return;
    }
    TableBuilder table = known(name);
    if (tokens.skip("attach", "partition")) {
      attach(table, tokens.qualifiedName());
      return;
    }
    new AlterTable(tokens, dialect, table).read();
    moved(name, table);
  }

  private void attach(TableBuilder table, String partition) {
    TableBuilder attached = known(partition);
    partitions.put(attached.name, table.name);
    add(table, attached.rows);
    forget(attached);
  }

  private static void add(TableBuilder table, long rows) {
    if (rows > 0) {
      table.rows = Math.max(0, table.rows) + rows;
    }
  }

  private void rename(Tokens tokens) {
    do {
      String name = tokens.qualifiedName();
      TableBuilder table = known(name);
      tokens.skip("to");
      table.name = tokens.qualifiedName();
      moved(name, table);
    } while (tokens.skip(","));
  }

  private void moved(String name, TableBuilder table) {
    if (!table.name.equals(name)) {
      forget(table);
      tables.put(table.name, table);
    }
  }

  private void comment(Tokens tokens) {
    if (tokens.skip("table")) {
      String name = tokens.qualifiedName();
      if (!partitions.containsKey(name)) {
        TableBuilder table = known(name);
        tokens.skip("is");
        table.comment = tokens.isString() ? tokens.string() : "";
      }
    } else if (tokens.skip("column")) {
      String path = tokens.qualifiedName();
      int dot = path.lastIndexOf('.');
      TableBuilder table = found(path.substring(0, Math.max(0, dot)));
      if (table != null) {
        tokens.skip("is");
        table.column(path.substring(dot + 1)).comment = tokens.isString() ? tokens.string() : "";
      }
    }
  }

  private void rows(Tokens tokens, long rows) {
    while (!tokens.atEnd()
        && tokens.isAny(Set.of("into", "ignore", "low_priority", "delayed", "high_priority"))) {
      tokens.take();
    }
    if (rows > 0 && tokens.isName()) {
      String name = tokens.qualifiedName();
      while (partitions.containsKey(name)) {
        name = partitions.get(name);
      }
      TableBuilder table = found(name);
      if (table != null) {
        add(table, rows);
      }
    }
  }

  private TableBuilder known(String name) {
    TableBuilder table = found(name);
    if (table == null) {
      throw new UnreadableException(
          "there is no table '" + name + "' above: give the file that creates it first");
    }
    return table;
  }

  private void forget(TableBuilder table) {
    tables.values().removeIf(other -> other == table);
  }

  /** Returns the table of a name, or of the same name in another case; null if there is none. */
  private TableBuilder found(String name) {
    TableBuilder exact = tables.get(name);
    if (exact != null) {
      return exact;
    }
    return tables.values().stream()
        .filter(table -> table.name.equalsIgnoreCase(name))
        .findFirst()
        .orElse(null);
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** Returns a type that a name stands for, or the type itself. */
  private ColumnType resolved(ColumnType type) {
    ColumnType found = types.get(type.name());
    return found == null
        ? type
        : new ColumnType(
            found.name(), found.arguments(), false, type.array() || found.array(), found.values());
  }

  /** Returns the schema of all files read so far. */
  public RelationalSchema schema() {
    List<Table> built = new ArrayList<>();
    for (TableBuilder table : tables.values()) {
      table.columns.forEach(column -> column.type = resolved(column.type));
      built.add(table.build());
    }
    return new RelationalSchema(built, List.copyOf(views));
  }

  /** Returns the statements that could not be read, in the order of the files. */
  public List<Problem> problems() {
    return List.copyOf(problems);
  }
}
