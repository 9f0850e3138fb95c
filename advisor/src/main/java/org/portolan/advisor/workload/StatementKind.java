package org.portolan.advisor.workload;

import java.util.Locale;

/** What a statement is about. */
public enum StatementKind {
  /** Reads or writes rows: SELECT, INSERT, UPDATE, DELETE and their like. */
  DATA,
  /** Begins or ends a transaction. */
  TRANSACTION,
  /** Changes or asks for settings: SET, SHOW, USE and their like. */
  SESSION,
  /** Creates or changes tables and other objects. */
  SCHEMA,
  /** Reads the catalogue of the database, or no table at all, as drivers and tools do. */
  CATALOG,
  /** Calls a procedure, so that its statements are not known. */
  CALL,
  /** Begins with a word that no other kind has. */
  OTHER;

  /** Returns the kind of a template by its first word. */
  static StatementKind of(String verb, String template) {
    return switch (verb) {
      case "SELECT", "WITH", "INSERT", "REPLACE", "UPDATE", "DELETE", "MERGE", "VALUES", "TABLE" ->
          isCatalog(template) ? CATALOG : DATA;
      case "" -> template.startsWith("(") ? DATA : OTHER;
      case "BEGIN", "START", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "XA", "END", "ABORT" ->
          TRANSACTION;
      case "SET",
          "SHOW",
          "USE",
          "EXPLAIN",
          "DESCRIBE",
          "DESC",
          "RESET",
          "DISCARD",
          "LOCK",
          "UNLOCK",
          "FLUSH",
          "KILL",
          "ANALYZE",
          "CHECK",
          "OPTIMIZE",
          "REPAIR",
          "VACUUM",
          "PREPARE",
          "EXECUTE",
          "DEALLOCATE",
          "DECLARE",
          "FETCH",
          "CLOSE",
          "LISTEN",
          "UNLISTEN",
          "NOTIFY",
          "CHECKPOINT",
          "HELP",
          "DO" ->
          SESSION;
      case "CREATE",
          "ALTER",
          "DROP",
          "TRUNCATE",
          "RENAME",
          "COMMENT",
          "GRANT",
          "REVOKE",
          "REINDEX",
          "CLUSTER",
          "REFRESH" ->
          SCHEMA;
      case "CALL" -> CALL;
      default -> OTHER;
    };
  }

  /** As SELECT 1, SELECT @@version and SELECT DATABASE(). */
  private static boolean isOfNoTable(String lower) {
    return lower.startsWith("select ")
        && !lower.contains(" from")
        && (lower.equals("select ?") || lower.contains("@@") || lower.contains("("));
  }

  private static boolean isCatalog(String template) {
    String lower = template.toLowerCase(Locale.ROOT);
    boolean catalog =
        lower.contains("information_schema.")
            || lower.contains("performance_schema.")
            || lower.contains("pg_catalog.")
            || lower.contains(" from pg_")
            || lower.contains(" join pg_");
    return catalog || isOfNoTable(lower);
  }
}
