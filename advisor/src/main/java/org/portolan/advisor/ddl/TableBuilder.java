package org.portolan.advisor.ddl;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.portolan.advisor.schema.Column;
import org.portolan.advisor.schema.ColumnType;
import org.portolan.advisor.schema.ForeignKey;
import org.portolan.advisor.schema.Key;
import org.portolan.advisor.schema.Table;

/** A table while its statements are read. Not thread-safe. */
final class TableBuilder {
  String name;
  final List<Part> columns = new ArrayList<>();
  final List<Key> keys = new ArrayList<>();
  final List<ForeignKey> foreignKeys = new ArrayList<>();

  /** The tables that it inherits columns from. */
  final List<String> parents = new ArrayList<>();

  String comment = "";
  String charset = "";
  String collation = "";
  long rows = -1;

  TableBuilder(String name) {
    this.name = name;
  }

  /** A column while it is read. */
  static final class Part {
    String name;
    ColumnType type;
    boolean nullable = true;
    String defaultValue = "";
    String generatedAs = "";
    boolean autoIncrement;
    String charset = "";
    String collation = "";
    String comment = "";

    Part(String name) {
      this.name = name;
    }

    void setDefault(String expression) {
      defaultValue = expression;
      autoIncrement |= expression.toLowerCase(Locale.ROOT).startsWith("nextval(");
    }

    Part copy() {
      Part copy = new Part(name);
      copy.type = type;
      copy.nullable = nullable;
      copy.defaultValue = defaultValue;
      copy.generatedAs = generatedAs;
      copy.autoIncrement = autoIncrement;
      copy.charset = charset;
      copy.collation = collation;
      copy.comment = comment;
      return copy;
    }
  }

  Part column(String wanted) {
    return find(wanted)
        .orElseThrow(
            () -> new UnreadableException("table " + name + " has no column '" + wanted + "'"));
  }

  /** Returns a column by its name, as it is written if there is one, otherwise in any case. */
  private Optional<Part> find(String wanted) {
    return columns.stream()
        .filter(part -> part.name.equals(wanted))
        .findFirst()
        .or(() -> columns.stream().filter(part -> part.name.equalsIgnoreCase(wanted)).findFirst());
  }

  /** Adds a column, or replaces the one of exactly this name. */
  void putExactly(Part column) {
    columns.removeIf(part -> part.name.equals(column.name));
    columns.add(column);
  }

  /** Adds a column, or replaces the one of this name in any case. */
  void put(Part column) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name.equalsIgnoreCase(column.name)) {
        columns.set(i, column);
        return;
      }
    }
    columns.add(column);
  }

  void add(Key key) {
    if (key.kind() == Key.Kind.PRIMARY) {
      keys.removeIf(other -> other.kind() == Key.Kind.PRIMARY);
      keys.add(0, key);
    } else {
      keys.add(key);
    }
  }

  /** Renames a column, also in keys. */
  void rename(String old, String to) {
    column(old).name = to;
    keys.replaceAll(
        key ->
            new Key(
                key.name(),
                key.kind(),
                key.parts().stream()
                    .map(
                        part ->
                            part.column().equalsIgnoreCase(old)
                                ? new Key.Part(to, false, part.prefix(), part.descending())
                                : part)
                    .toList(),
                key.condition(),
                key.nullsEqual()));
    foreignKeys.replaceAll(
        key ->
            new ForeignKey(
                key.name(),
                key.columns().stream()
                    .map(column -> column.equalsIgnoreCase(old) ? to : column)
                    .toList(),
                key.table(),
                key.referenced(),
                key.onDelete(),
                key.onUpdate(),
                key.holds()));
  }

  void dropColumn(String dropped) {
    columns.removeIf(part -> part.name.equalsIgnoreCase(dropped));
    keys.removeIf(key -> key.columns().stream().anyMatch(dropped::equalsIgnoreCase));
    foreignKeys.removeIf(key -> key.columns().stream().anyMatch(dropped::equalsIgnoreCase));
  }

  /** Notes that the database has validated a foreign key. */
  void validate(String key) {
    foreignKeys.replaceAll(each -> each.name().equalsIgnoreCase(key) ? each.validated() : each);
  }

  void dropKey(String dropped) {
    keys.removeIf(key -> key.name().equalsIgnoreCase(dropped));
    foreignKeys.removeIf(key -> key.name().equalsIgnoreCase(dropped));
  }

  /** Returns a copy of another name, as CREATE TABLE … LIKE makes it. */
  TableBuilder like(String copy) {
    TableBuilder table = new TableBuilder(copy);
    columns.forEach(column -> table.columns.add(column.copy()));
    table.keys.addAll(keys);
    table.charset = charset;
    table.collation = collation;
    return table;
  }

  /** Adds the columns of a table that this one inherits from; keys are not inherited. */
  void inherit(TableBuilder parent) {
    int place = 0;
    for (Part column : parent.columns) {
      if (columns.stream().noneMatch(own -> own.name.equalsIgnoreCase(column.name))) {
        columns.add(place++, column.copy());
      }
    }
  }

  Table build() {
    List<String> primary =
        keys.stream()
            .filter(key -> key.kind() == Key.Kind.PRIMARY)
            .flatMap(key -> key.columns().stream())
            .map(column -> find(column).map(part -> part.name).orElse(column))
            .toList();
    return new Table(
        name,
        columns.stream().map(part -> build(part, primary)).toList(),
        keys,
        foreignKeys,
        comment,
        rows < 0 ? OptionalLong.empty() : OptionalLong.of(rows));
  }

  private Column build(Part part, List<String> primary) {
    boolean text =
        switch (part.type.family()) {
          case TEXT, ENUM, SET -> true;
          default -> false;
        };
    boolean ofTable = text && part.charset.isEmpty() && part.collation.isEmpty();
    return new Column(
        part.name,
        part.type,
        part.nullable && !primary.contains(part.name),
        part.defaultValue,
        part.generatedAs,
        part.autoIncrement,
        ofTable ? charset : part.charset,
        ofTable ? collation : part.collation,
        part.comment);
  }
}
