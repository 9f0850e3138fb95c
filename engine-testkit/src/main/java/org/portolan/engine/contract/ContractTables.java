package org.portolan.engine.contract;

import java.util.ArrayList;
import java.util.List;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.AtomicAdd;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.CounterFamily;
import org.portolan.engine.Family;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;

/** The tables of the contract suite. */
final class ContractTables {
  static final String EVENTS = "events";

  static final ColumnFamily BODY =
      new ColumnFamily(
          "body",
          List.of(new Column("text", ScalarType.TEXT), new Column("number", ScalarType.INT)));
  static final ColumnFamily MARK =
      new ColumnFamily("mark", List.of(new Column("flag", ScalarType.BOOLEAN)));
  static final ItemFamily ENTRIES =
      new ItemFamily(
          "entries",
          List.of(
              KeyColumn.of("rank", ScalarType.LONG).descending(),
              KeyColumn.of("name", ScalarType.TEXT)),
          List.of(new Column("note", ScalarType.TEXT)));
  static final CounterFamily HITS = new CounterFamily("hits");

  static final List<String> EVERY_TYPE =
      List.of(
          "text",
          "compressed text",
          "int",
          "long",
          "decimal(20,4)",
          "boolean",
          "timestamp",
          "bytes",
          "set of text",
          "list of long");

  private ContractTables() {}

  /** A table with families of every kind that the engine has, partitioned by the user. */
  static TableSchema events(Capabilities capabilities) {
    return events(EVENTS, capabilities);
  }

  static TableSchema events(String name, Capabilities capabilities) {
    List<Family> families = new ArrayList<>(List.of(BODY, MARK));
    if (capabilities.items()) {
      families.add(ENTRIES);
    }
    if (capabilities.atomicAdd() != AtomicAdd.NONE) {
      families.add(HITS);
    }
    return new TableSchema(
        name,
        List.of(KeyColumn.of("user", ScalarType.TEXT), KeyColumn.of("at", ScalarType.LONG)),
        1,
        families,
        List.of());
  }

  /** A table with a column of every type. */
  static TableSchema types() {
    List<Column> columns = new ArrayList<>();
    for (String type : EVERY_TYPE) {
      columns.add(new Column("c" + columns.size(), ColumnType.parse(type)));
    }
    return TableSchema.of(
        "types", List.of(KeyColumn.of("id", ScalarType.INT)), new ColumnFamily("all", columns));
  }
}
