package org.portolan.advisor.live;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.advisor.schema.ColumnType;
import org.portolan.advisor.sql.Dialect;
import org.portolan.advisor.statistics.CommonValue;

/**
 * PostgreSQL, whose catalogue is written as the DDL that pg_dump writes. Needs PostgreSQL 12 or
 * later.
 */
final class PostgresCatalogue implements Catalogue {
  private static final String OURS =
      "n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND NOT EXISTS (SELECT FROM"
          + " pg_depend x WHERE x.objid = c.oid AND x.deptype = 'e')";

  private static final String TABLES =
      "SELECT n.nspname, c.relname, c.reltuples::bigint,"
          + " pg_table_size(c.oid), pg_indexes_size(c.oid), c.relkind = 'r'"
          + " FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
          + " WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND "
          + OURS
          + " ORDER BY n.nspname, c.relname";

  private static final String VIEWS =
      "SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
          + " WHERE c.relkind IN ('v', 'm', 'f') AND "
          + OURS
          + " ORDER BY n.nspname, c.relname";

  private static final String ENUMS =
      "SELECT n.nspname, c.typname, string_agg(quote_literal(e.enumlabel), ', ' ORDER BY"
          + " e.enumsortorder) FROM pg_type c JOIN pg_namespace n ON n.oid = c.typnamespace JOIN"
          + " pg_enum e ON e.enumtypid = c.oid WHERE "
          + OURS
          + " GROUP BY 1, 2, c.oid ORDER BY c.oid";

  private static final String DOMAINS =
      "SELECT n.nspname, c.typname, format_type(c.typbasetype, c.typtypmod)"
          + " FROM pg_type c JOIN pg_namespace n ON n.oid = c.typnamespace"
          + " WHERE c.typtype = 'd' AND "
          + OURS
          + " ORDER BY c.oid";

  private static final String COLUMNS =
      "SELECT n.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod),"
          + " a.attnotnull, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid),"
          + " CASE WHEN a.attcollation <> t.typcollation THEN (SELECT quote_ident(m.nspname) || '.'"
          + " || quote_ident(l.collname) FROM pg_collation l JOIN pg_namespace m ON m.oid ="
          + " l.collnamespace WHERE l.oid = a.attcollation) END,"
          + " col_description(c.oid, a.attnum), obj_description(c.oid, 'pg_class')"
          + " FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON"
          + " n.oid = c.relnamespace JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_attrdef d ON"
          + " d.adrelid = a.attrelid AND d.adnum = a.attnum"
          + " WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p') AND NOT"
          + " c.relispartition AND "
          + OURS
          + " ORDER BY n.nspname, c.relname, a.attnum";

  private static final String CONSTRAINTS =
      "SELECT n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid)"
          + " FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON"
          + " n.oid = c.relnamespace WHERE k.contype = ANY (%s) AND NOT c.relispartition AND "
          + OURS
          + " ORDER BY n.nspname, c.relname, k.conname";

  private static final String INDEXES =
      "SELECT pg_get_indexdef(i.indexrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid"
          + " JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_namespace n ON n.oid ="
          + " c.relnamespace WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND NOT EXISTS"
          + " (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p',"
          + " 'u', 'x')) AND "
          + OURS
          + " ORDER BY n.nspname, x.relname";

  private static final String OWN =
      "SELECT schemaname, tablename, attname, null_frac, avg_width, n_distinct,"
          + " (most_common_vals::text::text[])[1:5], most_common_freqs[1:5],"
          + " CASE WHEN EXISTS (SELECT FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid"
          + " JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = schemaname"
          + " AND c.relname = tablename AND a.attname = pg_stats.attname"
          + " AND a.atttypid IN ('timestamp'::regtype, 'timestamptz'::regtype))"
          + " THEN histogram_bounds::text::text[] END FROM pg_stats"
          + " WHERE NOT inherited AND schemaname !~ '^pg_' AND schemaname <> 'information_schema'";

  private final Queries queries;

  PostgresCatalogue(Queries queries) throws SQLException {
    this.queries = queries;
    queries.execute("SET TIME ZONE 'UTC'");
    queries.execute("SET search_path = ''"); // So that every name is written with its schema.
  }

  @Override
  public Dialect dialect() {
    return Dialect.POSTGRESQL;
  }

  @Override
  public List<LiveTable> tables() throws SQLException {
    return queries.list(
        TABLES,
        row -> {
          String schema = row.getString(1);
          String table = row.getString(2);
          // Without ONLY, the rows of tables that inherit from it count too; a partitioned table
          // has
          // no other rows than those of its partitions.
          return new LiveTable(
              schema.equals("public") ? table : schema + "." + table,
              table(row),
              row.getBoolean(6) ? "ONLY " + table(row) : table(row),
              Queries.known(row, 3),
              Queries.known(row, 4),
              Queries.known(row, 5));
        });
  }

  /** Returns the name in the first two columns. */
  private String table(ResultSet row) throws SQLException {
    return queries.name(row.getString(1)) + "." + queries.name(row.getString(2));
  }

  @Override
  public void ddl(List<LiveTable> tables, Ddl ddl) throws SQLException {
    queries
        .list(ENUMS, row -> "CREATE TYPE " + table(row) + " AS ENUM (" + row.getString(3) + ");\n")
        .forEach(ddl::statements);
    queries
        .list(DOMAINS, row -> "CREATE DOMAIN " + table(row) + " AS " + row.getString(3) + ";\n")
        .forEach(ddl::statements);
    tables.forEach(table -> ddl.statements("CREATE TABLE " + table.sql() + " ();\n"));
    queries.list(COLUMNS, this::column).forEach(ddl::statements);
    for (String kinds : List.of("'{p,u,x}'", "'{f}'")) {
      queries.list(String.format(CONSTRAINTS, kinds), this::constraint).forEach(ddl::statements);
      if (kinds.contains("p")) {
        queries.list(INDEXES, row -> row.getString(1) + ";\n").forEach(ddl::statements);
      }
    }
    queries
        .list(VIEWS, row -> "CREATE VIEW " + table(row) + " AS SELECT 1;\n")
        .forEach(ddl::statements);
  }

  private String constraint(ResultSet row) throws SQLException {
    return "ALTER TABLE ONLY "
        + table(row)
        + " ADD CONSTRAINT "
        + queries.name(row.getString(3))
        + " "
        + row.getString(4)
        + ";\n";
  }

  private String column(ResultSet row) throws SQLException {
    String name = queries.name(row.getString(3));
    StringBuilder text = new StringBuilder("ALTER TABLE ONLY ").append(table(row)).append(" ADD ");
    text.append("COLUMN ").append(name).append(' ').append(row.getString(4));
    if (row.getString(9) != null) {
      text.append(" COLLATE ").append(row.getString(9));
    }
    String expression = row.getString(8);
    if (expression != null) {
      boolean generated = !row.getString(7).isEmpty();
      text.append(
          generated
              ? " GENERATED ALWAYS AS (" + expression + ") STORED"
              : " DEFAULT " + expression);
    }
    text.append(row.getBoolean(5) ? " NOT NULL" : "");
    text.append(row.getString(6).isEmpty() ? "" : " GENERATED BY DEFAULT AS IDENTITY");
    text.append(";\n");
    String comment = row.getString(10);
    if (comment != null) {
      text.append("COMMENT ON COLUMN ").append(table(row)).append('.').append(name);
      text.append(" IS ").append(Queries.literal(comment)).append(";\n");
    }
    String ofTable = row.getString(11);
    if (ofTable != null) {
      text.append("COMMENT ON TABLE ").append(table(row)).append(" IS ");
      text.append(Queries.literal(ofTable)).append(";\n");
    }
    return text.toString();
  }

  @Override
  public boolean canRead(ColumnType type) {
    return true; // Every type has a form as text.
  }

  @Override
  public Map<String, Map<String, OwnStatistics>> ownStatistics() throws SQLException {
    Map<String, Map<String, OwnStatistics>> all = new HashMap<>();
    queries.list(
        OWN,
        row -> {
          String schema = row.getString(1);
          String table =
              schema.equals("public") ? row.getString(2) : schema + "." + row.getString(2);
          return all.computeIfAbsent(table, any -> new HashMap<>())
              .put(
                  row.getString(3),
                  new OwnStatistics(
                      row.getDouble(6),
                      row.getDouble(4),
                      row.getDouble(5),
                      common(row.getArray(7), row.getArray(8)),
                      texts(row.getArray(9)),
                      Optional.empty(),
                      Optional.empty()));
        });
    return all;
  }

  private static List<String> texts(Array values) throws SQLException {
    return values == null ? List.of() : List.of((String[]) values.getArray());
  }

  private static List<CommonValue> common(Array values, Array shares) throws SQLException {
    List<CommonValue> common = new ArrayList<>();
    if (values != null && shares != null) {
      Object[] texts = (Object[]) values.getArray();
      Object[] frequencies = (Object[]) shares.getArray();
      for (int i = 0; i < texts.length; i++) {
        String text = String.valueOf(texts[i]);
        String kept = text.substring(0, Math.min(text.length(), TableReading.PREFIX_CHARS));
        common.add(new CommonValue(kept, ((Number) frequencies[i]).doubleValue()));
      }
    }
    return common;
  }

  @Override
  public LiveStatements statements() throws SQLException {
    return StatStatements.read(queries);
  }

  @Override
  public String bytes(String column) {
    return "octet_length(" + column + "::text)";
  }

  @Override
  public String prefix(String column, boolean binary, int length) {
    return binary
        ? "encode(substring(" + column + " from 1 for " + length + "), 'hex')"
        : "left(" + column + "::text, " + length + ")";
  }
}
