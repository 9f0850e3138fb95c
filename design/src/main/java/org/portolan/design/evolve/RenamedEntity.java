package org.portolan.design.evolve;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.portolan.design.CollectionDesign;
import org.portolan.design.CounterDesign;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.IndexDesign.OrderColumn;
import org.portolan.design.ReferenceDesign;
import org.portolan.types.Column;

/** Gives columns of an entity new names, wherever the entity names them. */
final class RenamedEntity {
  private RenamedEntity() {}

  /** Returns an entity with the new names. */
  static EntityDesign of(EntityDesign entity, Renames renames) {
    Map<String, String> ofRows = new TreeMap<>();
    for (FamilyDesign family : entity.families()) {
      renames
          .of(entity.name(), family.name())
          .forEach(
              (old, renamed) -> {
                if (family.columns().stream().anyMatch(each -> each.name().equals(old))) {
                  ofRows.put(old, renamed);
                }
              });
    }
    return entity
        .with(
            entity.families().stream().map(family -> renamed(family, ofRows)).toList(),
            entity.collections().stream()
                .map(items -> renamed(items, renames.of(entity.name(), items.name())))
                .toList())
        .withDerived(
            entity.indexes().stream().map(index -> renamed(index, ofRows)).toList(),
            entity.counters().stream().map(counter -> renamed(counter, ofRows)).toList(),
            entity.extremes().stream().map(extreme -> renamed(extreme, ofRows)).toList())
        .with(entity.references().stream().map(reference -> renamed(reference, ofRows)).toList());
  }

  private static FamilyDesign renamed(FamilyDesign family, Map<String, String> columns) {
    return new FamilyDesign(
        family.name(),
        renamedColumns(family.columns(), columns),
        renamed(family.rules(), columns),
        renamed(family.collations(), columns));
  }

  private static CollectionDesign renamed(CollectionDesign items, Map<String, String> columns) {
    return new CollectionDesign(
        items.name(),
        items.itemKey(),
        renamedColumns(items.columns(), columns),
        renamed(items.rules(), columns),
        items.storage(),
        items.tree(),
        items.listedBy(),
        items.options());
  }

  private static IndexDesign renamed(IndexDesign index, Map<String, String> columns) {
    return new IndexDesign(
        index.name(),
        renamed(index.on(), columns),
        index.order().stream()
            .map(
                order ->
                    new OrderColumn(
                        columns.getOrDefault(order.column(), order.column()), order.direction()))
            .toList(),
        index.layout(),
        index.within(),
        index.options(),
        index.automatic());
  }

  private static CounterDesign renamed(CounterDesign counter, Map<String, String> columns) {
    return new CounterDesign(
        counter.name(),
        counter.collection(),
        counter.where().map(column -> columns.getOrDefault(column, column)),
        counter.sums().map(column -> columns.getOrDefault(column, column)),
        counter.shards(),
        counter.transactional());
  }

  private static ExtremeDesign renamed(ExtremeDesign extreme, Map<String, String> columns) {
    return new ExtremeDesign(
        extreme.name(),
        extreme.end(),
        columns.getOrDefault(extreme.column(), extreme.column()),
        renamed(extreme.by(), columns),
        extreme.layout());
  }

  private static ReferenceDesign renamed(ReferenceDesign reference, Map<String, String> columns) {
    return new ReferenceDesign(
        reference.name(),
        renamed(reference.on(), columns),
        reference.to(),
        reference.onDelete(),
        reference.shards(),
        reference.storage(),
        reference.tree());
  }

  private static List<Column> renamedColumns(List<Column> columns, Map<String, String> names) {
    return columns.stream()
        .map(column -> new Column(names.getOrDefault(column.name(), column.name()), column.type()))
        .toList();
  }

  private static List<String> renamed(List<String> columns, Map<String, String> names) {
    return columns.stream().map(column -> names.getOrDefault(column, column)).toList();
  }

  private static <T> Map<String, T> renamed(Map<String, T> byColumn, Map<String, String> names) {
    Map<String, T> renamed = new TreeMap<>();
    byColumn.forEach((column, value) -> renamed.put(names.getOrDefault(column, column), value));
    return renamed;
  }
}
