package org.portolan.migrate.sql;

import java.util.List;
import java.util.OptionalLong;

/**
 * One state of a relational database, from which rows are read. Thread-safe: at most {@link
 * #readers} threads read at a time, and others wait. What follows later changes of a database, its
 * log for example, is another source of the same rows.
 */
public interface Source extends AutoCloseable {

  /** Receives rows in their order. */
  interface RowConsumer {
    /**
     * Takes a row.
     *
     * @param values in the order of the query's columns; the consumer may keep the array
     */
    void accept(Object[] values);
  }

  /**
   * Returns a table.
   *
   * @throws IllegalArgumentException if there is none; the message says which there are
   */
  SqlTable table(String name);

  /** Returns the names of the tables that a name without a schema means, sorted. */
  List<String> tables();

  /**
   * Returns what tells this database from others, for people too: the same in every connection, and
   * without a user or password.
   */
  String identity();

  /**
   * Returns whether the database usually takes texts for equal that differ in spaces at their end
   * only.
   */
  default boolean ignoresTrailingSpaces() {
    return false;
  }

  /** Returns how many threads can read at the same time. */
  int readers();

  /** Returns how the state is kept, for people. */
  String isolation();

  /** Returns about how many rows a table has; empty if the database does not know. */
  OptionalLong estimate(SqlTable table);

  /** Returns how many rows a table has, which the database counts. */
  long count(SqlTable table);

  /**
   * Returns the greatest number of a column that fits a long; 0 if there is none.
   *
   * @throws IllegalArgumentException if the table has no such column
   */
  long greatest(SqlTable table, String column);

  /**
   * Returns the key at which a range of some rows ends.
   *
   * @param low the key behind which it begins; empty for the beginning of the table
   * @return empty if fewer rows follow
   */
  List<Object> end(RowQuery query, List<Object> low, int rows);

  /**
   * Reads the rows of a range.
   *
   * @param limit the most rows to read; 0 for all
   * @return the number of rows
   */
  long read(RowQuery query, KeyRange range, int limit, RowConsumer consumer);

  /**
   * Returns whether the database takes two keys for equal, by the collations of a table's columns.
   * A row of the table must have one of them. Not to be called while this thread reads.
   *
   * @param columns the columns of both keys
   */
  boolean takesForEqual(
      SqlTable table, List<SqlColumn> columns, List<Object> one, List<Object> other);

  @Override
  void close();
}
