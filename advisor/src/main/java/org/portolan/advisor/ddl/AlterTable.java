package org.portolan.advisor.ddl;

import org.portolan.advisor.schema.Key;
import org.portolan.advisor.sql.Dialect;

/** Reads the actions of ALTER TABLE on a known table. */
final class AlterTable {
  private final Tokens tokens;
  private final Dialect dialect;
  private final TableBuilder table;

  AlterTable(Tokens tokens, Dialect dialect, TableBuilder table) {
    this.tokens = tokens;
    this.dialect = dialect;
    this.table = table;
  }

  void read() {
    while (!tokens.atEnd()) {
      int before = tokens.place();
      action();
      tokens.skipElement();
      tokens.skip(",");
      if (tokens.place() == before) {
        tokens.take();
      }
    }
  }

  private void action() {
    if (tokens.skip("add")) {
      add();
    } else if (tokens.skip("modify")) {
      tokens.skip("column");
      replace("");
    } else if (tokens.skip("change")) {
      tokens.skip("column");
      replace(tokens.name());
    } else if (tokens.skip("alter")) {
      tokens.skip("column");
      alterColumn(table.column(tokens.name()));
    } else if (tokens.skip("drop")) {
      drop();
    } else if (tokens.skip("validate", "constraint")) {
      table.validate(tokens.name());
    } else if (tokens.skip("rename", "column")) {
      String old = tokens.name();
      tokens.skip("to");
      table.rename(old, tokens.name());
    } else if (tokens.skip("rename", "to") || tokens.skip("rename", "as")) {
      table.name = tokens.qualifiedName();
    } else if (tokens.skip("comment")) {
      tokens.skip("=");
      table.comment = tokens.string();
    }
  }

  private void add() {
    CreateTable elements = new CreateTable(tokens, dialect, table);
    tokens.skip("column");
    tokens.skip("if", "not", "exists");
    if (tokens.skip("(")) {
      while (!tokens.atEnd() && !tokens.skip(")")) {
        elements.element();
        tokens.skipElement();
        tokens.skip(",");
      }
      return;
    }
    elements.element();
  }

  /** MODIFY and CHANGE give a whole new declaration, but leave the keys. */
  private void replace(String old) {
    tokens.skip("if", "exists");
    TableBuilder scratch = new TableBuilder(table.name);
    TableBuilder.Part column = new CreateTable(tokens, dialect, scratch).column();
    if (!old.isEmpty() && !old.equalsIgnoreCase(column.name)) {
      table.rename(old, column.name);
    }
    table.put(column);
    scratch.keys.forEach(table::add);
  }

  private void alterColumn(TableBuilder.Part column) {
    if (tokens.skip("set", "default")) {
      column.setDefault(tokens.term());
    } else if (tokens.skip("drop", "default")) {
      column.defaultValue = "";
    } else if (tokens.skip("set", "not", "null")) {
      column.nullable = false;
    } else if (tokens.skip("drop", "not", "null")) {
      column.nullable = true;
    } else if (tokens.skip("set", "data", "type") || tokens.skip("type")) {
      column.type = TypeReading.read(tokens);
    } else if (tokens.skip("add", "generated")) {
      column.autoIncrement = true;
    }
  }

  private void drop() {
    if (tokens.skip("primary", "key")) {
      table.keys.removeIf(key -> key.kind() == Key.Kind.PRIMARY);
    } else if (tokens.skip("foreign", "key")
        || tokens.skip("constraint")
        || tokens.skip("index")
        || tokens.skip("key")) {
      tokens.skip("if", "exists");
      table.dropKey(tokens.name());
    } else {
      tokens.skip("column");
      tokens.skip("if", "exists");
      table.dropColumn(tokens.name());
    }
  }
}
