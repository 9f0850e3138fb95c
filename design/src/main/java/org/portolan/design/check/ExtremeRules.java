package org.portolan.design.check;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.IndexDesign;
import org.portolan.types.Collation;
import org.portolan.types.CollectionType;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyColumn;

/** The rules for the counters of an entity that keep a least or greatest value. */
final class ExtremeRules {
  private final Design design;
  private final EntityDesign entity;
  private final Findings findings;
  private final Names names;
  private final IndexRules lists;

  /**
   * @param lists the rules for lists of the entity
   */
  ExtremeRules(
      Design design, EntityDesign entity, Findings findings, Names names, IndexRules lists) {
    this.design = design;
    this.entity = entity;
    this.findings = findings;
    this.names = names;
    this.lists = lists;
  }

  void check() {
    for (ExtremeDesign extreme : entity.extremes()) {
      String path = Paths.of(entity, extreme);
      names.check(path, extreme.name());
      if (!findings.isUnreadable(path)) {
        checkColumn(extreme, path + "." + extreme.end().spelling());
        lists.checkOn(extreme.by(), path + ".by", "group by", "counter");
        if (columnIsKnown(extreme.column())) {
          checkLayout(extreme, path);
        }
      }
    }
  }

  private void checkColumn(ExtremeDesign extreme, String path) {
    if (findings.isUnreadable(path)) {
      return;
    }
    String name = extreme.column();
    EntityColumns columns = new EntityColumns(entity, findings);
    Optional<ColumnType> type = columns.type(name, path);
    if (type.isPresent() && !isOrdered(type.get())) {
      findings.add(
          path,
          "column '" + name + "' is " + type.get().spelling() + ", which has no order",
          "name " + ordered());
    } else if (extreme.by().contains(name)) {
      findings.add(
          path,
          "all rows of a group agree in '" + name + "'",
          "remove it from 'by', or name another column");
    } else if (type.isPresent() && design.collation(entity, name) != Collation.BINARY) {
      // Its list would have sort keys, from which no text can be restored.
      findings.add(
          path,
          "column '"
              + name
              + "' is compared by "
              + design.collation(entity, name).spelling()
              + ", and a counter could not give its value as it was written",
          "read the first row of an index with 'order: [" + name + "]'");
    }
  }

  /** Returns whether there is a column to compare; without it, no list of it is missing. */
  private boolean columnIsKnown(String name) {
    return entity.column(name).isPresent()
        || entity.key().stream().anyMatch(column -> column.name().equals(name));
  }

  private static boolean isOrdered(ColumnType type) {
    return !(type instanceof CollectionType) && type.element().allowedInKey();
  }

  private String ordered() {
    List<String> known =
        Stream.concat(
                entity.key().stream().map(KeyColumn::name),
                entity.columns().filter(column -> isOrdered(column.type())).map(Column::name))
            .toList();
    return "one of " + known;
  }

  private void checkLayout(ExtremeDesign extreme, String path) {
    if (findings.isUnreadable(path + ".layout")) {
      return;
    }
    Optional<IndexDesign> serving = entity.serving(extreme);
    if (extreme.layout().isEmpty()) {
      if (serving.isEmpty()) {
        findings.add(
            path,
            "no index of '"
                + entity.name()
                + "' is in the order of this counter, so it needs a list",
            "write 'layout: single' or 'layout: hashed(k)'" + meant(extreme));
      }
      return;
    }
    if (serving.isPresent()) {
      findings.add(
          path + ".layout",
          "index '" + serving.get().name() + "' has this order already, and serves the counter",
          "remove 'layout'");
    } else if (!ExtremeDesign.endsAreRead(extreme.layout().get())) {
      findings.add(
          path + ".layout",
          "'" + extreme.layout().get().spelling() + "' is read whole, not from an end",
          "use single, hashed(k), cells single, cells hashed(k) or object tree(n)");
    }
    lists.checkTree(extreme.list(), path + ".layout");
  }

  /** Returns a hint at an index of the right order whose ends cannot be read alone. */
  private String meant(ExtremeDesign extreme) {
    return entity.indexes().stream()
        .filter(index -> extreme.isInOrderOf(index))
        .findFirst()
        .map(
            index ->
                "; index '"
                    + index.name()
                    + "' has the order, but '"
                    + index.layout().spelling()
                    + "' is read whole")
        .orElse("");
  }
}
