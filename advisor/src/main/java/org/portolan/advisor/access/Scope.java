package org.portolan.advisor.access;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.schema.Column;

/** The names that one SELECT can use, and those around it. Not thread-safe. */
final class Scope {
  /**
   * A column of a table's use.
   *
   * @param sealed whether it is one of a result of which conditions are none on the rows of the use
   */
  record Ref(UseBuilder use, String column, boolean sealed) {
    Ref(UseBuilder use, String column) {
      this(use, column, false);
    }

    Ref seal() {
      return new Ref(use, column, true);
    }
  }

  /**
   * Rows with a name: a table, or the result of a subquery.
   *
   * @param use the table; null for a subquery
   * @param columns the columns of a subquery by their names in lower case, those that are a column
   *     of a table; empty for a table
   */
  record Source(String alias, UseBuilder use, Map<String, Ref> columns) {
    /** Returns a column; null if it is not a column of a table. */
    Ref column(String name) {
      if (use == null) {
        return columns.get(lower(name));
      }
      return mayHave(name) ? new Ref(use, use.column(name)) : null;
    }

    /** Returns whether a subquery computes the column. */
    boolean isMade(String name) {
      return use == null && columns.containsKey(name) && columns.get(name) == null;
    }

    boolean surelyHas(String name) {
      return use == null ? columns.containsKey(lower(name)) : use.has(name);
    }

    boolean mayHave(String name) {
      return use != null ? use.table.isEmpty() || use.has(name) : columns.containsKey(lower(name));
    }
  }

  private final Scope parent;

  /** The scope whose results of WITH are seen, if there is no parent; null for none. */
  private final Scope names;

  /** Whether a change is analysed in it. */
  private boolean ofChange;

  private final List<Source> sources = new ArrayList<>();

  /** Results of WITH by name. */
  private final Map<String, Map<String, Ref>> named = new HashMap<>();

  /** Names that the SELECT gives to its results, for ORDER BY and GROUP BY. */
  final Map<String, Ref> aliases = new LinkedHashMap<>();

  /** The columns that the SELECT names before a star, by their places; null for expressions. */
  final List<Ref> places = new ArrayList<>();

  Scope(Scope parent) {
    this(parent, null);
  }

  private Scope(Scope parent, Scope names) {
    this.parent = parent;
    this.names = names;
  }

  /** Returns a scope for a change within another one. */
  static Scope ofChange(Scope parent) {
    Scope scope = new Scope(parent);
    scope.ofChange = true;
    return scope;
  }

  /** Returns a scope that sees no columns of this one, but what WITH names. */
  Scope apart() {
    return new Scope(null, this);
  }

  /** Returns whether it is within a change. */
  boolean isOfChange() {
    Scope around = parent == null ? names : parent;
    return ofChange || (around != null && around.isOfChange());
  }

  /** Returns the scope around this one; null if there is none. */
  Scope parent() {
    return parent;
  }

  static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  void add(Source source) {
    sources.add(source);
  }

  List<Source> sources() {
    return sources;
  }

  void name(String name, Map<String, Ref> columns) {
    named.put(lower(name), columns);
  }

  /** Returns the columns of a result of WITH, or null if there is none of this name. */
  Map<String, Ref> named(String name) {
    Map<String, Ref> found = named.get(lower(name));
    Scope around = parent == null ? names : parent;
    return found != null || around == null ? found : around.named(name);
  }

  /** Returns the source of an alias, or null. */
  Source source(String alias) {
    for (Source source : sources) {
      if (source.alias().equalsIgnoreCase(alias)) {
        return source;
      }
    }
    return parent == null ? null : parent.source(alias);
  }

  /** Returns the column of a name without a table, or null if no source has it for sure. */
  Ref column(String name) {
    for (Source source : sources) {
      if (source.surelyHas(name)) {
        return source.column(name);
      }
    }
    List<Source> possible = sources.stream().filter(source -> source.mayHave(name)).toList();
    if (possible.size() == 1) {
      return possible.get(0).column(name);
    }
    return parent == null ? null : parent.column(name);
  }

  /**
   * Returns whether a name that is no column of a table may be one of a result in FROM, of which
   * the names are not always known.
   */
  boolean mayBeOfResult(Expression expression) {
    if (!(expression instanceof Column column)) {
      return false;
    }
    if (Words.isQualified(column)) {
      Source source = source(column.getTable().getUnquotedName());
      return source == null || source.use() == null;
    }
    return sources.stream().anyMatch(source -> source.use() == null)
        || (parent != null && parent.mayBeOfResult(column));
  }

  /** Returns whether an expression is a column that a subquery computes. */
  boolean isOfResult(Expression expression) {
    if (!(expression instanceof Column column)) {
      return false;
    }
    String name = lower(column.getUnquotedColumnName());
    if (Words.isQualified(column)) {
      Source source = source(column.getTable().getUnquotedName());
      return source != null && source.isMade(name);
    }
    return column(name) == null
        && (sources.stream().anyMatch(source -> source.isMade(name))
            || (parent != null && parent.isOfResult(column)));
  }
}
