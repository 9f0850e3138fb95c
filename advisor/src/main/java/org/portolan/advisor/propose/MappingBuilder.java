package org.portolan.advisor.propose;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.advisor.serve.Draft;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.table.Identity;
import org.portolan.advisor.table.PlannedColumn;
import org.portolan.advisor.table.PlannedTable;
import org.portolan.design.Mapping;
import org.portolan.design.TableMapping;

/** Writes where the rows of a draft come from. */
final class MappingBuilder {
  private final Draft draft;
  private final Naming naming;

  MappingBuilder(Draft draft, Naming naming) {
    this.draft = draft;
    this.naming = naming;
  }

  /** Returns the mapping: entities first, because their rows own the others. */
  Mapping build(String design, List<String> leftOut) {
    List<TableMapping> entities = new ArrayList<>();
    List<TableMapping> owned = new ArrayList<>();
    for (PlannedTable table : draft.tables().values()) {
      (draft.isEntity(table.source().name()) ? entities : owned).add(of(table));
    }
    entities.addAll(owned);
    leftOut.forEach(table -> entities.add(new TableMapping.Skipped(table, "left out by choice")));
    return new Mapping(design, ZoneOffset.UTC, hasZeroDates(), sequences(), entities);
  }

  /** MySQL's date of zeros as a default says that rows have it. */
  private boolean hasZeroDates() {
    return draft.tables().values().stream()
        .flatMap(table -> table.columns().stream())
        .anyMatch(column -> column.source().defaultValue().contains("0000-00-00"));
  }

  private List<Mapping.SequenceStart> sequences() {
    List<Mapping.SequenceStart> sequences = new ArrayList<>();
    for (PlannedTable table : draft.tables().values()) {
      for (PlannedColumn column : table.columns()) {
        if (column.source().autoIncrement()) {
          sequences.add(
              new Mapping.SequenceStart(
                  naming.sequences(),
                  sequence(table, column),
                  DesignBuilder.NEXT,
                  table.source().name(),
                  column.source().name()));
        }
      }
    }
    return sequences;
  }

  /** Returns the name of the sequence of a column: that of its table, if it is the only one. */
  static String sequence(PlannedTable table, PlannedColumn column) {
    long numbered = table.columns().stream().filter(any -> any.source().autoIncrement()).count();
    return numbered == 1 ? table.name() : table.name() + "_" + column.name();
  }

  private TableMapping of(PlannedTable table) {
    String name = table.source().name();
    Shape shape = draft.shape(name);
    Map<String, String> columns = new LinkedHashMap<>();
    boolean withoutKey = table.identity().kind() == Identity.Kind.NONE;
    if (withoutKey && !(shape instanceof Shape.Elements)) {
      columns.put(DesignBuilder.DIGEST, TableMapping.DIGEST);
      columns.put(DesignBuilder.COPY, TableMapping.COPY);
    }
    for (PlannedColumn column : table.columns()) {
      boolean owner =
          shape instanceof Shape.Owned owned
              && owned.ownerColumns().contains(column.source().name());
      if (!owner && naming.of(column) != null) {
        columns.put(naming.of(column), column.source().name());
      }
    }
    if (shape instanceof Shape.Items items) {
      return new TableMapping.Items(
          name, owner(items), table.name(), items.ownerColumns(), columns);
    }
    if (shape instanceof Shape.Part part) {
      return new TableMapping.Part(name, owner(part), part.ownerColumns(), columns);
    }
    if (shape instanceof Shape.Elements elements) {
      return new TableMapping.Elements(
          name,
          owner(elements),
          naming.of(table.column(elements.element())),
          elements.ownerColumns(),
          elements.element());
    }
    return new TableMapping.Rows(name, table.name(), columns);
  }

  private String owner(Shape.Owned owned) {
    return draft.tables().get(owned.owner()).name();
  }
}
