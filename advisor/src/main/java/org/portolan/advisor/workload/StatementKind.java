package org.portolan.advisor.workload;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.advisor.sql.Dialect;

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

  /**
   * Tables of the catalogue behind FROM or JOIN. A table of an application may have a name that
   * begins with pg_, so those of PostgreSQL are named.
   */
  private static final Pattern CATALOGUE =
      Pattern.compile(
          "\\b(?:from|join)\\s+[\"`]?(?:(?:information_schema|performance_schema|pg_catalog)[\"`]?\\s*\\."
              + "|(pg_(?:aggregate|am|amop|amproc|attrdef|attribute|auth_members|authid"
              + "|available_extensions|cast|class|collation|constraint|conversion|database"
              + "|depend|description|enum|event_trigger|extension|foreign_\\w+|group|index|indexes"
              + "|inherits|language|locks|matviews|namespace|opclass|operator|opfamily"
              + "|partitioned_table|policies|policy|prepared_\\w+|proc|publication\\w*|range"
              + "|replication_\\w+|rewrite|roles|rules|seclabels?|sequences?|settings|shadow"
              + "|shdepend|shdescription|stat_\\w+|statio_\\w+|statistic\\w*|stats\\w*|subscription\\w*"
              + "|tables|tablespace|timezone_\\w+|transform|trigger|ts_\\w+|type|user|user_mappings?"
              + "|views))\\b)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern BLOCK =
      Pattern.compile("begin\\s+not\\s+atomic\\b", Pattern.CASE_INSENSITIVE);

  private static final String DUAL = " from dual";

  /** Values of the session, and literals. */
  private static final Pattern CONSTANTS =
      Pattern.compile(
          "select (?:(?:\\?|current_\\w+|session_user|system_user|user|localtime\\w*|null|true|false)"
              + "(?: as \\w+)?(?: ?(?:,|\\|\\|) ?|$))+");

  /**
   * Returns the kind of a template by its first word.
   *
   * @param tables those of the application, in lower case
   */
  static StatementKind of(String verb, String template, Dialect dialect, Set<String> tables) {
    return switch (verb) {
      case "SELECT", "WITH", "INSERT", "REPLACE", "UPDATE", "DELETE", "MERGE", "VALUES", "TABLE" ->
          isOfNoTable(template, tables)
              ? ServerFunctions.areAllOf(template) ? CATALOG : CALL
              : isCatalog(template, dialect, tables) ? CATALOG : DATA;
      case "" -> template.startsWith("(") ? DATA : OTHER;
      // A block of MariaDB, whose statements are not known.
      case "BEGIN" -> BLOCK.matcher(template).lookingAt() ? CALL : TRANSACTION;
      case "START", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "XA", "END", "ABORT" ->
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
          "HELP" ->
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
      // A block of PostgreSQL calls nothing in its template, which has a literal for its text.
      case "DO" -> template.contains("(") && ServerFunctions.areAllOf(template) ? SESSION : CALL;
      default -> OTHER;
    };
  }

  /**
   * As SELECT 1, SELECT 1 FROM DUAL, SELECT @@version, SELECT CURRENT_CATALOG and SELECT
   * place_order(7).
   */
  private static boolean isOfNoTable(String template, Set<String> tables) {
    String lower = template.toLowerCase(Locale.ROOT);
    if (lower.endsWith(DUAL) && !tables.contains("dual")) {
      lower = lower.substring(0, lower.length() - DUAL.length());
    }
    return lower.startsWith("select ")
        && !lower.contains(" from")
        && (lower.contains("@@") || lower.contains("(") || CONSTANTS.matcher(lower).matches());
  }

  /**
   * Returns whether a statement is about the catalogue: it names a table of it that is none of the
   * application's.
   */
  private static boolean isCatalog(String template, Dialect dialect, Set<String> tables) {
    Matcher found = CATALOGUE.matcher(template);
    while (found.find()) {
      String table = found.group(1);
      boolean known =
          table != null
              && (dialect == Dialect.MYSQL || tables.contains(table.toLowerCase(Locale.ROOT)));
      if (!known) {
        return true;
      }
    }
    return false;
  }
}
