package org.portolan.design;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What becomes of the rows of a relational table. Immutable.
 *
 * <p>A <em>source</em> is a column of the table, or one of two functions for a table without a key:
 * {@link #DIGEST} and {@link #COPY}.
 */
public sealed interface TableMapping {
  /**
   * The source of a key column of bytes: a digest of all columns of the row. Together with {@link
   * #COPY} it identifies the rows of a table without a key, so that a migration can be repeated.
   */
  String DIGEST = "digest()";

  /** The source of a key column of numbers: which of several equal rows it is, from 1. */
  String COPY = "copy()";

  /** Returns the table, as the database names it: with its schema if it needs one. */
  String table();

  /**
   * Each row becomes a row of an entity.
   *
   * @param columns the sources of key columns and columns, by the names of the design
   */
  record Rows(String table, String entity, Map<String, String> columns) implements TableMapping {
    public Rows {
      columns = ordered(columns);
    }
  }

  /**
   * Each row becomes an item in a collection of its owner.
   *
   * @param owner the columns with the owner's key, in its order
   * @param columns the sources of the item's key columns and columns, by the names of the design
   */
  record Items(
      String table,
      String entity,
      String collection,
      List<String> owner,
      Map<String, String> columns)
      implements TableMapping {
    public Items {
      owner = List.copyOf(owner);
      columns = ordered(columns);
    }
  }

  /**
   * Each row adds columns to a row of an entity, as one to one.
   *
   * @param owner the columns with the entity's key, in its order
   * @param columns the sources of columns, by the names of the design
   */
  record Part(String table, String entity, List<String> owner, Map<String, String> columns)
      implements TableMapping {
    public Part {
      owner = List.copyOf(owner);
      columns = ordered(columns);
    }
  }

  /**
   * Each row becomes an element of a set or list in a row of an entity.
   *
   * @param column the column of the design that is a set or list
   * @param owner the columns with the entity's key, in its order
   * @param element the column of the table with the element
   */
  record Elements(String table, String entity, String column, List<String> owner, String element)
      implements TableMapping {
    public Elements {
      owner = List.copyOf(owner);
    }
  }

  /**
   * The rows are not moved.
   *
   * @param reason for people
   */
  record Skipped(String table, String reason) implements TableMapping {}

  private static Map<String, String> ordered(Map<String, String> columns) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(columns));
  }
}
