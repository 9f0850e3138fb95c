package org.portolan.advisor.workload;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
              + "|(?:pg_(?:aggregate|am|amop|amproc|attrdef|attribute|auth_members|authid"
              + "|available_extensions|cast|class|collation|constraint|conversion|database"
              + "|depend|description|enum|event_trigger|extension|foreign_\\w+|group|index|indexes"
              + "|inherits|language|locks|matviews|namespace|opclass|operator|opfamily"
              + "|partitioned_table|policies|policy|prepared_\\w+|proc|publication\\w*|range"
              + "|replication_\\w+|rewrite|roles|rules|seclabels?|sequences?|settings|shadow"
              + "|shdepend|shdescription|stat_\\w+|statio_\\w+|statistic\\w*|stats\\w*|subscription\\w*"
              + "|tables|tablespace|timezone_\\w+|transform|trigger|ts_\\w+|type|user|user_mappings?"
              + "|views))\\b)",
          Pattern.CASE_INSENSITIVE);

  /** Values of the session, and literals. */
  private static final Pattern CONSTANTS =
      Pattern.compile(
          "select (?:(?:\\?|current_\\w+|session_user|system_user|user|localtime\\w*|null|true|false)"
              + "(?: as \\w+)?(?: ?(?:,|\\|\\|) ?|$))+");

  private static final Pattern FUNCTION = Pattern.compile("([\\w.]+)\\s*\\(");

  /** Functions of the servers that drivers, pools and tools call without a table. */
  private static final Set<String> OF_SERVER =
      Set.of(
          "array",
          "cast",
          "coalesce",
          "concat",
          "connection_id",
          "convert",
          "current_database",
          "current_date",
          "current_role",
          "current_schema",
          "current_schemas",
          "current_setting",
          "current_time",
          "current_timestamp",
          "current_user",
          "currval",
          "database",
          "found_rows",
          "format_type",
          "get_lock",
          "has_schema_privilege",
          "has_table_privilege",
          "inet_client_addr",
          "inet_server_addr",
          "is_free_lock",
          "is_used_lock",
          "last_insert_id",
          "lastval",
          "localtimestamp",
          "lower",
          "md5",
          "nextval",
          "now",
          "obj_description",
          "quote_ident",
          "release_all_locks",
          "release_lock",
          "row_count",
          "schema",
          "session_user",
          "set_config",
          "setval",
          "sha1",
          "sleep",
          "sysdate",
          "system_user",
          "timediff",
          "to_char",
          "to_regclass",
          "txid_current",
          "unix_timestamp",
          "upper",
          "user",
          "utc_timestamp",
          "uuid",
          "uuid_generate_v4",
          "gen_random_uuid",
          "version",
          "select",
          "values");

  /** Returns the kind of a template by its first word. */
  static StatementKind of(String verb, String template) {
    return switch (verb) {
      case "SELECT", "WITH", "INSERT", "REPLACE", "UPDATE", "DELETE", "MERGE", "VALUES", "TABLE" ->
          isOfNoTable(template)
              ? callsOnlyTheServers(template) ? CATALOG : CALL
              : isCatalog(template) ? CATALOG : DATA;
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
      case "DO" -> template.contains("(") && callsOnlyTheServers(template) ? SESSION : CALL;
      default -> OTHER;
    };
  }

  /** As SELECT 1, SELECT @@version, SELECT CURRENT_CATALOG and SELECT place_order(7). */
  private static boolean isOfNoTable(String template) {
    String lower = template.toLowerCase(Locale.ROOT);
    return lower.startsWith("select ")
        && !lower.contains(" from")
        && (lower.contains("@@") || lower.contains("(") || CONSTANTS.matcher(lower).matches());
  }

  /** Returns whether all functions that are called are the server's, which read no rows. */
  private static boolean callsOnlyTheServers(String template) {
    Matcher calls = FUNCTION.matcher(template);
    while (calls.find()) {
      String name = calls.group(1).toLowerCase(Locale.ROOT);
      if (!OF_SERVER.contains(name) && !name.startsWith("pg_")) {
        return false;
      }
    }
    return true;
  }

  private static boolean isCatalog(String template) {
    return CATALOGUE.matcher(template).find();
  }
}
