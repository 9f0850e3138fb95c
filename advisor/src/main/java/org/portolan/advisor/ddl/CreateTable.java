package org.portolan.advisor.ddl;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.portolan.advisor.schema.ForeignKey;
import org.portolan.advisor.schema.Key;
import org.portolan.advisor.sql.Dialect;

/** Reads the elements of CREATE TABLE, which ALTER TABLE … ADD has too. */
final class CreateTable {
  /** Words after which a column's options go on. */
  static final Set<String> COLUMN_WORDS =
      Set.of(
          "not",
          "null",
          "default",
          "auto_increment",
          "primary",
          "unique",
          "key",
          "comment",
          "collate",
          "references",
          "check",
          "constraint",
          "generated",
          "on",
          "as",
          "charset",
          "character",
          "identity",
          "autoincrement",
          "stored",
          "virtual",
          "persistent",
          "first",
          "after",
          "invisible",
          "visible");

  private final Tokens tokens;
  private final Dialect dialect;
  private final TableBuilder table;

  CreateTable(Tokens tokens, Dialect dialect, TableBuilder table) {
    this.tokens = tokens;
    this.dialect = dialect;
    this.table = table;
  }

  /** Reads the elements after the opening bracket, and the options after the closing one. */
  void read() {
    while (!tokens.atEnd() && !tokens.skip(")")) {
      int before = tokens.place();
      element();
      tokens.skipElement();
      tokens.skip(",");
      if (tokens.place() == before) {
        tokens.take();
      }
    }
    options();
  }

  /** Reads a column or a constraint. */
  void element() {
    String constraint = "";
    if (tokens.skip("constraint")) {
      boolean named = !tokens.is("primary") && !tokens.is("unique") && !tokens.is("foreign");
      constraint = named && !tokens.is("check") ? tokens.lastName() : "";
    }
    if (!constraint(constraint)) {
      column();
    }
  }

  private boolean constraint(String name) {
    boolean indexes = dialect == Dialect.MYSQL;
    if (tokens.skip("primary", "key")) {
      key(name, Key.Kind.PRIMARY);
    } else if (tokens.is("unique") && !tokens.is("unique", ",")) {
      tokens.skip("unique");
      skipIndexWord();
      key(name, Key.Kind.UNIQUE, nullsEqual(tokens));
    } else if (tokens.is("exclude", "using") || tokens.is("exclude", "(")) {
      exclusion(name);
    } else if (tokens.skip("fulltext")) {
      skipIndexWord();
      key(name, Key.Kind.FULLTEXT);
    } else if (tokens.skip("spatial")) {
      skipIndexWord();
      key(name, Key.Kind.SPATIAL);
    } else if (indexes && (tokens.skip("key") || tokens.skip("index"))) {
      key(name, Key.Kind.SECONDARY);
    } else if (tokens.skip("foreign", "key")) {
      String given = tokens.isName() ? tokens.name() : name;
      List<String> columns = names();
      if (tokens.skip("references")) {
        table.foreignKeys.add(reference(name.isEmpty() ? given : name, columns));
      }
    } else {
      return tokens.is("check", "(")
          || tokens.is("period", "for")
          || tokens.is("like")
          || !name.isEmpty();
    }
    return true;
  }

  private void skipIndexWord() {
    if (!tokens.skip("key")) {
      tokens.skip("index");
    }
  }

  /** Skips what a unique key says of nulls, and returns whether they are equal in it. */
  static boolean nullsEqual(Tokens tokens) {
    boolean equal = tokens.skip("nulls", "not", "distinct");
    if (!equal && !tokens.skip("nulls", "all", "distinct")) {
      tokens.skip("nulls", "distinct");
    }
    return equal;
  }

  private void exclusion(String name) {
    tokens.skip("exclude");
    if (tokens.skip("using")) {
      tokens.take();
    }
    Key.Part part = new Key.Part(tokens.brackets(), true, 0, false);
    while (!tokens.atEnd() && !tokens.is("where") && !tokens.is(",") && !tokens.is(")")) {
      if (tokens.is("(")) {
        tokens.brackets();
      } else {
        tokens.take();
      }
    }
    String condition = tokens.skip("where") && tokens.is("(") ? tokens.brackets() : "";
    table.add(new Key(name, Key.Kind.EXCLUSION, List.of(part), condition));
  }

  private void key(String constraint, Key.Kind kind) {
    key(constraint, kind, false);
  }

  private void key(String constraint, Key.Kind kind, boolean nullsEqual) {
    tokens.skip("if", "not", "exists");
    String given = tokens.isName() && !tokens.is("using") ? tokens.name() : "";
    if (tokens.skip("using")) {
      if (tokens.skip("index")) {
        promote(tokens.name(), constraint, kind);
        return;
      }
      tokens.take();
    }
    table.add(
        new Key(constraint.isEmpty() ? given : constraint, kind, parts(tokens), "", nullsEqual));
  }

  /** ADD PRIMARY KEY USING INDEX makes a key of an index. */
  private void promote(String index, String constraint, Key.Kind kind) {
    Key old =
        table.keys.stream()
            .filter(key -> key.name().equalsIgnoreCase(index))
            .findFirst()
            .orElseThrow(() -> new UnreadableException("there is no index '" + index + "'"));
    table.keys.remove(old);
    table.add(
        new Key(
            constraint.isEmpty() ? index : constraint, kind, old.parts(), "", old.nullsEqual()));
  }

  /** Reads the parts of a key in brackets. */
  static List<Key.Part> parts(Tokens tokens) {
    List<Key.Part> parts = new ArrayList<>();
    if (!tokens.skip("(")) {
      throw new UnreadableException("the columns of a key are missing");
    }
    while (!tokens.atEnd() && !tokens.skip(")")) {
      parts.add(part(tokens));
      boolean descending = false;
      while (!tokens.atEnd() && !tokens.is(",") && !tokens.is(")")) {
        if (tokens.is("(")) {
          tokens.brackets();
        } else {
          descending |= tokens.word().equals("desc");
        }
      }
      tokens.skip(",");
      if (descending) {
        Key.Part last = parts.remove(parts.size() - 1);
        parts.add(new Key.Part(last.column(), last.expression(), last.prefix(), true));
      }
    }
    return parts;
  }

  private static Key.Part part(Tokens tokens) {
    if (tokens.is("(")) {
      return new Key.Part(tokens.brackets(), true, 0, false);
    }
    String written = tokens.isName() ? "" : tokens.term();
    if (!written.isEmpty()) {
      return new Key.Part(written, true, 0, false);
    }
    String column = tokens.name();
    if (!tokens.is("(")) {
      return Key.Part.of(column);
    }
    String inner = tokens.brackets();
    return inner.matches("\\d{1,9}")
        ? new Key.Part(column, false, Integer.parseInt(inner), false)
        : new Key.Part(column + "(" + inner + ")", true, 0, false);
  }

  private List<String> names() {
    return parts(tokens).stream().map(Key.Part::column).toList();
  }

  private ForeignKey reference(String name, List<String> columns) {
    String target = tokens.qualifiedName();
    List<String> referenced = tokens.is("(") ? names() : List.of();
    String onDelete = "";
    String onUpdate = "";
    boolean holds = true;
    while (true) {
      if (tokens.skip("on", "delete")) {
        onDelete = action();
      } else if (tokens.skip("on", "update")) {
        onUpdate = action();
      } else if (tokens.skip("match")) {
        tokens.take();
      } else if (tokens.skip("not", "valid") || tokens.skip("not", "enforced")) {
        holds = false;
      } else if (!(tokens.skip("deferrable")
          || tokens.skip("not", "deferrable")
          || tokens.skip("initially", "deferred")
          || tokens.skip("initially", "immediate")
          || tokens.skip("enforced"))) {
        return new ForeignKey(name, columns, target, referenced, onDelete, onUpdate, holds);
      }
    }
  }

  private String action() {
    String first = tokens.take().toUpperCase(Locale.ROOT);
    return first.equals("SET") || first.equals("NO")
        ? first + " " + tokens.take().toUpperCase(Locale.ROOT)
        : first;
  }

  /** Reads a column, and the constraints in it. */
  TableBuilder.Part column() {
    TableBuilder.Part column = new TableBuilder.Part(tokens.name());
    column.type = TypeReading.read(tokens);
    if (column.type.name().contains("serial")) {
      column.autoIncrement = true;
      column.nullable = false;
    }
    while (!tokens.atEnd() && !tokens.is(",") && !tokens.is(")")) {
      option(column);
    }
    if (dialect == Dialect.MYSQL) {
      table.put(column);
    } else {
      table.putExactly(column);
    }
    return column;
  }

  private void option(TableBuilder.Part column) {
    if (tokens.skip("not", "null")) {
      column.nullable = false;
    } else if (tokens.skip("default")) {
      column.setDefault(tokens.term());
    } else if (tokens.skip("on", "update")) {
      column.defaultValue = (column.defaultValue + " ON UPDATE " + tokens.term()).strip();
    } else if (tokens.skip("auto_increment")
        || tokens.skip("autoincrement")
        || tokens.skip("identity")
        || tokens.skip("generated", "always", "as", "identity")
        || tokens.skip("generated", "by", "default", "as", "identity")
        || tokens.skip("generated", "by", "default", "on", "null", "as", "identity")) {
      column.autoIncrement = true;
      column.nullable = false;
    } else if (tokens.skip("generated", "always", "as") || tokens.skip("as")) {
      column.generatedAs = tokens.is("(") ? tokens.brackets() : tokens.term();
    } else if (tokens.skip("primary")) {
      tokens.skip("key");
      table.add(new Key("", Key.Kind.PRIMARY, List.of(Key.Part.of(column.name)), ""));
    } else if (tokens.skip("unique")) {
      tokens.skip("key");
      boolean nullsEqual = nullsEqual(tokens);
      List<Key.Part> parts = List.of(Key.Part.of(column.name));
      table.add(new Key("", Key.Kind.UNIQUE, parts, "", nullsEqual));
    } else if (tokens.skip("comment")) {
      column.comment = tokens.string();
    } else if (tokens.skip("collate")) {
      column.collation = collation();
    } else if (tokens.skip("character", "set") || tokens.skip("charset")) {
      column.charset = tokens.word();
    } else if (tokens.skip("references")) {
      table.foreignKeys.add(reference("", List.of(column.name)));
    } else if (tokens.is("(")) {
      tokens.brackets();
    } else {
      tokens.take();
    }
  }

  private String collation() {
    return tokens.isName() || tokens.isString() ? tokens.qualifiedName() : "";
  }

  /** Reads ENGINE=…, COMMENT='…' and their like. */
  private void options() {
    while (!tokens.atEnd()) {
      if (tokens.skip("comment")) {
        tokens.skip("=");
        table.comment = tokens.string();
      } else if (tokens.skip("collate")) {
        tokens.skip("=");
        table.collation = tokens.isName() ? tokens.name() : "";
      } else if (tokens.skip("charset") || tokens.skip("character", "set")) {
        tokens.skip("=");
        table.charset = tokens.word();
      } else if (tokens.skip("inherits")) {
        tokens.skip("(");
        while (!tokens.atEnd() && !tokens.skip(")")) {
          table.parents.add(tokens.qualifiedName());
          tokens.skip(",");
        }
      } else if (tokens.is("partition")) {
        tokens.rest();
      } else {
        tokens.take();
      }
    }
  }
}
