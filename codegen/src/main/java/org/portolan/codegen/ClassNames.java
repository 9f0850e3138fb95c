package org.portolan.codegen;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.portolan.design.CollectionDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;

/**
 * The names of the classes of a design. Those of different parts differ, also where a file system
 * ignores case, and none hides a class that the generated code uses.
 */
final class ClassNames {
  /** The simple names that generated code may import. */
  private static final Set<String> IMPORTED =
      Set.of(
          "BigDecimal",
          "Bytes",
          "ColumnName",
          "Design",
          "DesignReader",
          "Entity",
          "Instant",
          "Items",
          "List",
          "Optional",
          "OptionalLong",
          "Paging",
          "Sequence",
          "Set",
          "Slice",
          "Store",
          "StoreReader",
          "StoreTransaction",
          "Tuple");

  private final String design;
  private final Map<String, String> rows = new LinkedHashMap<>();
  private final Map<String, String> entities = new LinkedHashMap<>();
  private final Map<String, Map<String, String>> items = new LinkedHashMap<>();

  ClassNames(Design of) {
    Set<String> hidden = new HashSet<>(IMPORTED);
    hidden.addAll(JavaLang.CLASSES);
    Scope scope = new Scope(hidden);
    design = scope.take(Identifiers.designType(of.name()) + "Design");
    for (EntityDesign entity : of.entities()) {
      String type = Identifiers.type(entity.name());
      rows.put(entity.name(), scope.take(type, type + "Row"));
    }
    for (EntityDesign entity : of.entities()) {
      entities.put(entity.name(), scope.take(Identifiers.type(entity.name()) + "Rows"));
      items.put(entity.name(), items(entity));
    }
  }

  /** The record of an item and the class of all items are nested in the two of the entity. */
  private Map<String, String> items(EntityDesign entity) {
    Scope nested = new Scope(Set.of());
    nested.take(row(entity));
    nested.take(rows(entity));
    // Of an entity 'line_items' with a collection 'line'.
    nested.take(row(entity).replaceFirst("Items(_*)$", "Item$1"));
    Map<String, String> names = new LinkedHashMap<>();
    for (CollectionDesign collection : entity.collections()) {
      names.put(collection.name(), nested.take(Identifiers.type(collection.name()) + "Item"));
    }
    return names;
  }

  /** Returns the class of the design itself. */
  String design() {
    return design;
  }

  /** Returns the record of an entity's rows. */
  String row(EntityDesign entity) {
    return rows.get(entity.name());
  }

  /** Returns the class that reads and writes an entity's rows. */
  String rows(EntityDesign entity) {
    return entities.get(entity.name());
  }

  /** Returns the record of a collection's items, which is nested in that of the rows. */
  String item(EntityDesign entity, CollectionDesign collection) {
    return items.get(entity.name()).get(collection.name());
  }

  /** Returns the class that reads and writes a collection's items, nested in that of the rows. */
  String items(EntityDesign entity, CollectionDesign collection) {
    return item(entity, collection).replaceFirst("Item(_*)$", "Items$1");
  }
}
