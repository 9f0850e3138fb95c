package org.portolan.advisor.schema;

/**
 * A column of a table.
 *
 * @param name the name as it is declared
 * @param nullable false for NOT NULL and for columns of the primary key
 * @param defaultValue the expression after DEFAULT as SQL; empty if there is none
 * @param generatedAs the expression of a generated column; empty for other columns
 * @param autoIncrement whether the database numbers the rows by this column: AUTO_INCREMENT,
 *     serial, an identity column or a sequence for this column
 * @param charset the character set; empty if neither the column nor its table names one
 * @param collation the collation; empty if neither the column nor its table names one
 * @param comment the comment; empty if there is none
 */
public record Column(
    String name,
    ColumnType type,
    boolean nullable,
    String defaultValue,
    String generatedAs,
    boolean autoIncrement,
    String charset,
    String collation,
    String comment) {}
