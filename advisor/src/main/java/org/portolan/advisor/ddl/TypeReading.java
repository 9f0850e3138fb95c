package org.portolan.advisor.ddl;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.portolan.advisor.schema.ColumnType;

/** Reads the type of a column. */
final class TypeReading {
  private TypeReading() {}

  static ColumnType read(Tokens tokens) {
    if (!tokens.isName()) {
      throw new UnreadableException("a type is missing before '" + tokens.take() + "'");
    }
    String name = tokens.qualifiedName().toLowerCase(Locale.ROOT);
    name = name.startsWith("pg_catalog.") ? name.substring("pg_catalog.".length()) : name;
    switch (name) {
      case "double" -> name += tokens.skip("precision") ? " precision" : "";
      case "national" -> name = tokens.word();
      case "long" -> name = tokens.skip("varchar") || tokens.skip("char") ? "text" : "longblob";
      default -> {}
    }
    if (name.equals("character")
        || name.equals("char")
        || name.equals("bit")
        || name.equals("binary")) {
      name += tokens.skip("varying") ? " varying" : "";
      name += tokens.skip("large", "object") ? " large object" : "";
    }
    List<String> arguments = arguments(tokens);
    if (name.startsWith("time")) {
      name += tokens.skip("with", "time", "zone") ? " with time zone" : "";
      name += tokens.skip("without", "time", "zone") ? " without time zone" : "";
    }
    boolean unsigned = false;
    boolean array = false;
    while (true) {
      if (tokens.skip("unsigned")) {
        unsigned = true;
      } else if (tokens.skip("[")) {
        array = true;
        while (!tokens.atEnd() && !tokens.skip("]")) {
          tokens.take();
        }
      } else if (tokens.skip("array")) {
        array = true;
      } else if (!tokens.skip("signed") && !tokens.skip("zerofill")) {
        break;
      }
    }
    boolean listed = name.equals("enum") || name.equals("set");
    return new ColumnType(
        name.equals("char varying") ? "varchar" : name,
        listed ? List.of() : arguments,
        unsigned,
        array,
        listed ? arguments : List.of());
  }

  /** Returns the elements of a list in brackets; of strings, their values. */
  static List<String> arguments(Tokens tokens) {
    List<String> arguments = new ArrayList<>();
    if (tokens.skip("(")) {
      while (!tokens.atEnd() && !tokens.skip(")")) {
        if (!tokens.skip(",")) {
          arguments.add(tokens.isString() ? tokens.string() : tokens.take());
        }
      }
    }
    return arguments;
  }
}
