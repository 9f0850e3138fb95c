package org.portolan.migrate.sql;

/** The tables of PostgreSQL that have the rows of one: itself, and its partitions. */
final class PostgreSqlParts {
  /**
   * A recursive query of the name {@code parts}, with a column {@code id}. Its parameters are the
   * schema and the name of the table.
   */
  static final String OF_TABLE =
      "parts (id) AS (SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
          + " WHERE n.nspname = ? AND c.relname = ? UNION ALL SELECT i.inhrelid FROM parts p JOIN"
          + " pg_class c ON c.oid = p.id AND c.relkind = 'p' JOIN pg_inherits i ON i.inhparent ="
          + " p.id)";

  private PostgreSqlParts() {}
}
