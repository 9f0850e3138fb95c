package org.portolan.advisor.live;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.portolan.advisor.schema.ColumnType;
import org.portolan.advisor.sql.Dialect;
import org.portolan.advisor.sql.NullOrder;

/** The catalogue of one kind of database. */
sealed interface Catalogue permits MysqlCatalogue, PostgresCatalogue, H2Catalogue {

  /** The dialect of {@link Ddl}, and of the application's statements. */
  Dialect dialect();

  /** Returns where the database has nulls in an order that does not say it. */
  default NullOrder nullOrder() {
    return dialect().nullOrder();
  }

  /**
   * Returns the tables that the user may see, by name, without those of the system and without
   * partitions.
   */
  List<LiveTable> tables() throws SQLException;

  /** Reports the DDL of these tables, and of views and types. */
  void ddl(List<LiveTable> tables, Ddl ddl) throws SQLException;

  /** Returns the expression of a column's length in bytes. */
  String bytes(String column);

  /** Returns the expression of the first characters, or bytes, of a column's value as text. */
  String prefix(String column, boolean binary, int length);

  /** Returns whether the values of a type can be read as text. */
  default boolean canRead(ColumnType type) {
    return type.family() != ColumnType.Family.OTHER;
  }

  /**
   * Returns the statistics that the database keeps, by the names of tables in the model and of
   * columns; nothing for tables and columns without them.
   */
  Map<String, Map<String, OwnStatistics>> ownStatistics() throws SQLException;

  /** Returns the statements that the database has counted. */
  LiveStatements statements() throws SQLException;

  /** Receives the DDL of a database. */
  interface Ddl {
    void statements(String text);

    /** The DDL of a table cannot be read. */
    void failed(LiveTable table, SQLException failure);
  }
}
