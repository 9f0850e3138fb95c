package org.portolan.rehearsal.layout;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.serve.IndexChoice;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.table.PlannedTable;
import org.portolan.design.CollectionDesign;
import org.portolan.design.EntityDesign;
import org.portolan.design.TableMapping;
import org.portolan.types.CollectionType;
import org.portolan.types.Column;

/**
 * Where each table of a proposal is in its design, by the mapping of the proposal. Immutable.
 *
 * <p>A table whose shape this class does not know has no place; what uses it cannot be executed.
 */
public final class Layout {
  private final Proposal proposal;
  private final Map<String, TablePlace> places = new LinkedHashMap<>();

  public Layout(Proposal proposal) {
    this.proposal = proposal;
    proposal
        .draft()
        .tables()
        .forEach(
            (name, table) ->
                proposal
                    .mapping()
                    .table(name)
                    .flatMap(mapping -> place(table, mapping))
                    .ifPresent(place -> places.put(name, place)));
  }

  public Proposal proposal() {
    return proposal;
  }

  /** Returns the place of a table, by its name in the schema; empty if its shape is not known. */
  public Optional<TablePlace> find(String table) {
    return Optional.ofNullable(places.get(table));
  }

  /** Returns the places of all tables, in the order of the schema. */
  public List<TablePlace> all() {
    return List.copyOf(places.values());
  }

  /** Returns the tables whose rows are in the rows of an entity, without that of the entity. */
  public List<TablePlace> ownedBy(TablePlace owner) {
    return places.values().stream()
        .filter(place -> place.entity().name().equals(owner.entity().name()))
        .filter(place -> place.shape() instanceof Shape.Owned)
        .toList();
  }

  public String index(IndexChoice index) {
    return proposal.indexNames().get(index);
  }

  private Optional<TablePlace> place(PlannedTable table, TableMapping mapping) {
    Shape shape = proposal.draft().shape(table.source().name());
    if (mapping instanceof TableMapping.Rows rows && shape instanceof Shape.Entity) {
      return entity(rows.entity())
          .map(entity -> withColumns(table, shape, entity, "", List.of(), rows.columns()));
    }
    if (mapping instanceof TableMapping.Items items && shape instanceof Shape.Items) {
      return entity(items.entity())
          .map(
              entity ->
                  withColumns(
                      table, shape, entity, items.collection(), items.owner(), items.columns()));
    }
    if (mapping instanceof TableMapping.Part part && shape instanceof Shape.Part) {
      return entity(part.entity())
          .map(entity -> withColumns(table, shape, entity, "", part.owner(), part.columns()));
    }
    if (mapping instanceof TableMapping.Elements elements && shape instanceof Shape.Elements) {
      return entity(elements.entity())
          .map(
              entity ->
                  withColumns(
                      table,
                      shape,
                      entity,
                      "",
                      elements.owner(),
                      Map.of(elements.column(), elements.element())));
    }
    return Optional.empty();
  }

  private Optional<EntityDesign> entity(String name) {
    return proposal.design().entity(name);
  }

  private static TablePlace withColumns(
      PlannedTable table,
      Shape shape,
      EntityDesign entity,
      String collection,
      List<String> owner,
      Map<String, String> sources) {
    Map<String, Place> columns = new LinkedHashMap<>();
    for (int position = 0; position < owner.size(); position++) {
      columns.put(owner.get(position), key(entity, position));
    }
    boolean numbered = false;
    for (Map.Entry<String, String> source : sources.entrySet()) {
      if (source.getValue().equals(TableMapping.DIGEST)
          || source.getValue().equals(TableMapping.COPY)) {
        numbered = true;
      } else {
        columns.put(source.getValue(), column(shape, entity, collection, source.getKey()));
      }
    }
    return new TablePlace(table, shape, entity, collection, columns, numbered);
  }

  private static Place key(EntityDesign entity, int position) {
    return new Place(
        entity.key().get(position).name(),
        Place.Part.KEY,
        position,
        entity.key().get(position).type());
  }

  private static Place column(Shape shape, EntityDesign entity, String collection, String name) {
    if (!collection.isEmpty()) {
      CollectionDesign items = entity.collection(collection).orElseThrow();
      for (int position = 0; position < items.itemKey().size(); position++) {
        if (items.itemKey().get(position).name().equals(name)) {
          return new Place(
              name, Place.Part.ITEM_KEY, position, items.itemKey().get(position).type());
        }
      }
      Column column =
          items.columns().stream().filter(any -> any.name().equals(name)).findFirst().orElseThrow();
      return new Place(name, Place.Part.ITEM_COLUMN, -1, column.type());
    }
    if (shape instanceof Shape.Entity) {
      for (int position = 0; position < entity.key().size(); position++) {
        if (entity.key().get(position).name().equals(name)) {
          return key(entity, position);
        }
      }
    }
    Column column = entity.column(name).orElseThrow();
    return shape instanceof Shape.Elements
        ? new Place(name, Place.Part.ELEMENT, -1, ((CollectionType) column.type()).element())
        : new Place(name, Place.Part.COLUMN, -1, column.type());
  }
}
