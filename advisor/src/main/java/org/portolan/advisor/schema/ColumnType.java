package org.portolan.advisor.schema;

import java.util.List;

/**
 * The type of a column.
 *
 * @param name the name in lower case without arguments, for example {@code varchar} or {@code
 *     timestamp with time zone}
 * @param arguments what follows in brackets: a length, or precision and scale
 * @param unsigned whether a number of MySQL has no sign
 * @param array whether the values are arrays
 * @param values the values of an enum or a set, in their order; empty for other types
 */
public record ColumnType(
    String name, List<String> arguments, boolean unsigned, boolean array, List<String> values) {

  /** What values of a type have in common, whatever a database calls it. */
  public enum Family {
    INTEGER,
    DECIMAL,
    FLOAT,
    BOOLEAN,
    TEXT,
    BINARY,
    TIME,
    UUID,
    JSON,
    ENUM,
    SET,
    OTHER
  }

  public ColumnType {
    arguments = List.copyOf(arguments);
    values = List.copyOf(values);
  }

  public Family family() {
    if (array) {
      return Family.OTHER;
    }
    return switch (name) {
      case "tinyint",
          "smallint",
          "mediumint",
          "int",
          "integer",
          "bigint",
          "int2",
          "int4",
          "int8",
          "serial",
          "bigserial",
          "smallserial",
          "serial4",
          "serial8",
          "year",
          "middleint",
          "identity" ->
          Family.INTEGER;
      case "decimal", "numeric", "dec", "fixed", "money", "number" -> Family.DECIMAL;
      case "float", "double", "double precision", "real", "float4", "float8" -> Family.FLOAT;
      case "bool", "boolean", "bit" -> Family.BOOLEAN;
      case "char",
          "varchar",
          "varchar_ignorecase",
          "character",
          "character varying",
          "text",
          "tinytext",
          "mediumtext",
          "longtext",
          "nchar",
          "nvarchar",
          "bpchar",
          "citext",
          "name",
          "clob",
          "string",
          "character large object",
          "long varchar" ->
          Family.TEXT;
      case "binary",
          "varbinary",
          "blob",
          "tinyblob",
          "mediumblob",
          "longblob",
          "bytea",
          "binary varying",
          "binary large object" ->
          Family.BINARY;
      case "date",
          "time",
          "datetime",
          "timestamp",
          "timestamptz",
          "timetz",
          "interval",
          "timestamp with time zone",
          "timestamp without time zone",
          "time with time zone",
          "time without time zone" ->
          Family.TIME;
      case "uuid" -> Family.UUID;
      case "json", "jsonb" -> Family.JSON;
      case "enum" -> Family.ENUM;
      case "set" -> Family.SET;
      default -> Family.OTHER;
    };
  }

  /** Returns whether the values are true and false: a boolean, or one bit. */
  public boolean isBoolean() {
    return family() == Family.BOOLEAN && (arguments.isEmpty() || arguments.get(0).equals("1"));
  }

  private List<String> quoted() {
    return values.stream().map(value -> value.replace("'", "''")).toList();
  }

  /** Returns the type as a person would write it. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(name);
    if (!values.isEmpty()) {
      text.append("('").append(String.join("', '", quoted())).append("')");
    } else if (!arguments.isEmpty()) {
      int zone = name.indexOf(" time zone") < 0 ? name.length() : name.indexOf(' ');
      text.insert(zone, "(" + String.join(", ", arguments) + ")");
    }
    return text.append(unsigned ? " unsigned" : "").append(array ? "[]" : "").toString();
  }
}
