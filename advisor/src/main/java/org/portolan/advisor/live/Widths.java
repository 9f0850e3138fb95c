package org.portolan.advisor.live;

import java.nio.charset.StandardCharsets;
import org.portolan.advisor.schema.ColumnType;

/** How many bytes values of fixed types have in relational databases. */
final class Widths {
  private static final int NUMBER = 8;

  private Widths() {}

  static long bytes(ColumnType type, String value) {
    return switch (type.family()) {
      case INTEGER -> integer(type.name());
      case DECIMAL -> value.length() / 2 + 1;
      case FLOAT -> type.name().equals("real") || type.name().equals("float4") ? 4 : NUMBER;
      case BOOLEAN -> 1;
      case TIME -> type.name().equals("date") ? 4 : NUMBER;
      case UUID -> 16;
      default -> value.getBytes(StandardCharsets.UTF_8).length;
    };
  }

  private static long integer(String name) {
    return switch (name) {
      case "tinyint", "year" -> 1;
      case "smallint", "int2", "smallserial" -> 2;
      case "mediumint", "middleint" -> 3;
      case "bigint", "int8", "bigserial", "serial8" -> NUMBER;
      default -> 4;
    };
  }
}
