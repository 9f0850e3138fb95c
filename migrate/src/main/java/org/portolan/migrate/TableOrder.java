package org.portolan.migrate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.portolan.design.CollectionDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.Mapping;
import org.portolan.design.ReferenceDesign;
import org.portolan.design.TableMapping;

/** The order in which tables are moved. */
final class TableOrder {
  private final Mapping mapping;
  private final Design design;
  private final Set<String> placed = new LinkedHashSet<>();
  private final Set<String> late = new HashSet<>();
  private final Set<String> underWay = new HashSet<>();

  TableOrder(Mapping mapping, Design design) {
    this.mapping = mapping;
    this.design = design;
    of(TableMapping.Rows.class).forEach(rows -> place(rows.entity()));
  }

  private <T extends TableMapping> Stream<T> of(Class<T> form) {
    return mapping.tables().stream().filter(form::isInstance).map(form::cast);
  }

  /** Places an entity after those that it refers to; in a ring, one of them comes first. */
  private void place(String entity) {
    if (placed.contains(entity) || !underWay.add(entity)) {
      return;
    }
    List<ReferenceDesign> references =
        design.entity(entity).map(EntityDesign::references).orElse(List.of());
    references.forEach(reference -> place(reference.to()));
    if (references.stream().anyMatch(reference -> !placed.contains(reference.to()))) {
      late.add(entity);
    }
    placed.add(entity);
  }

  /** Returns the tables whose rows are moved. */
  List<TableMapping> tables() {
    List<TableMapping> tables = new ArrayList<>();
    for (String entity : placed) {
      of(TableMapping.Rows.class).filter(rows -> rows.entity().equals(entity)).forEach(tables::add);
    }
    of(TableMapping.Part.class).forEach(tables::add);
    of(TableMapping.Elements.class).forEach(tables::add);
    // An item may need one of the collection that lists it.
    of(TableMapping.Items.class).filter(items -> !isListed(items)).forEach(tables::add);
    of(TableMapping.Items.class).filter(this::isListed).forEach(tables::add);
    return tables;
  }

  private boolean isListed(TableMapping.Items items) {
    return design
        .entity(items.entity())
        .flatMap(entity -> entity.collection(items.collection()))
        .flatMap(CollectionDesign::listedBy)
        .isPresent();
  }

  /** Returns whether rows of a table may refer to rows that come later. */
  boolean isLate(TableMapping table) {
    return table instanceof TableMapping.Rows rows
        ? late.contains(rows.entity())
        : table instanceof TableMapping.Part part && late.contains(part.entity());
  }
}
