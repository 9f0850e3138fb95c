package org.portolan.design.check;

import java.util.List;
import java.util.Optional;
import org.portolan.design.CollectionDesign;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.EntityDesign;
import org.portolan.types.Collation;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.KeyColumn.Direction;

/** The rules for the child collections of an entity. */
final class CollectionRules {
  private final EntityDesign entity;
  private final Findings findings;
  private final Names names;

  CollectionRules(EntityDesign entity, Findings findings, Names names) {
    this.entity = entity;
    this.findings = findings;
    this.names = names;
  }

  void check() {
    entity.collections().forEach(this::checkCollection);
  }

  private void checkCollection(CollectionDesign collection) {
    String collectionPath = Paths.of(entity, collection);
    names.check(collectionPath, collection.name());
    if (findings.isUnreadable(collectionPath)) {
      return;
    }
    checkKeyAndColumns(collection, collectionPath);
    collection
        .listedBy()
        .filter(name -> !findings.isUnreadable(collectionPath + ".storage"))
        .ifPresent(name -> checkListedBy(collection, name, collectionPath + ".listed-by"));
    checkOptions(collection, collectionPath);
  }

  private void checkKeyAndColumns(CollectionDesign collection, String collectionPath) {
    String keyPath = collectionPath + ".key";
    if (collection.itemKey().isEmpty() && !findings.isUnreadable(keyPath)) {
      findings.add(
          keyPath,
          "the key of the items has no column",
          "name the columns that tell the items apart");
    }
    Limits.check(
        findings,
        keyPath,
        (long) collection.itemKey().size() + entity.key().size(),
        Limits.KEY_COLUMNS_MAX,
        "columns in the keys of row and item");
    Limits.check(
        findings, collectionPath, collection.columns().size(), Limits.COLUMNS_MAX, "columns");
    Names.Scope columns = new Names.Scope(findings);
    entity
        .key()
        .forEach(
            key ->
                columns.take(
                    Paths.of(entity), key.name(), "key column '" + key.name() + "' of the row"));
    for (KeyColumn column : collection.itemKey()) {
      String columnPath = keyPath + "." + column.name();
      names.check(columnPath, column.name());
      columns.take(columnPath, column.name(), "key column '" + column.name() + "' of the items");
      if (column.collation() != Collation.BINARY) {
        findings.add(
            columnPath,
            "the key of an item has no collation",
            "remove it; only a text column in an entity's key has one");
      }
    }
    ColumnRules.check(
        findings, collectionPath + ".columns", collection.columns(), collection.rules());
    for (Column column : collection.columns()) {
      String columnPath = collectionPath + ".columns." + column.name();
      names.check(columnPath, column.name());
      columns.take(columnPath, column.name(), "column '" + column.name() + "' of the items");
    }
  }

  private void checkListedBy(CollectionDesign collection, String name, String place) {
    if (collection.storage() != Storage.ROWS) {
      findings.add(
          place,
          "only items stored as rows are listed by others",
          "remove 'listed-by', or use storage rows");
      return;
    }
    Optional<CollectionDesign> lister =
        entity.collection(name).filter(other -> !other.name().equals(collection.name()));
    if (lister.isEmpty()) {
      List<String> others =
          entity.collections().stream()
              .filter(other -> other.storage() != Storage.ROWS)
              .map(CollectionDesign::name)
              .toList();
      findings.add(
          place,
          "entity '" + entity.name() + "' has no other collection '" + name + "'",
          others.isEmpty()
              ? "remove 'listed-by'; no collection is stored as cells, object or object tree(n)"
              : "name one of " + others);
    } else if (!findings.isUnreadable(Paths.of(entity, lister.get()) + ".storage")
        && lister.get().storage() == Storage.ROWS) {
      findings.add(
          place,
          "collection '" + name + "' is stored as rows, which need an ordered scan themselves",
          "list by a collection stored as cells, object or object tree(n)");
    } else {
      checkSameKeys(collection, lister.get(), place);
    }
  }

  /**
   * Checks that both collections have the same key columns, and that a page of keys of one is a
   * page of keys of the other: either all directions agree or all differ.
   */
  private void checkSameKeys(CollectionDesign collection, CollectionDesign lister, String place) {
    if (isKeyUnreadable(collection) || isKeyUnreadable(lister)) {
      return;
    }
    List<KeyColumn> key = collection.itemKey();
    List<KeyColumn> listing = lister.itemKey();
    if (!ascending(key).equals(ascending(listing))) {
      findings.add(
          place,
          "the items of '" + lister.name() + "' have another key",
          "give both keys the same columns of the same types, nullable or not");
      return;
    }
    long reversed = 0;
    for (int position = 0; position < key.size(); position++) {
      reversed += key.get(position).direction() == listing.get(position).direction() ? 0 : 1;
    }
    if (reversed != 0 && reversed != key.size()) {
      findings.add(
          place,
          "some columns of the key have the same direction as in '"
              + lister.name()
              + "', others the opposite one",
          "give all of them the same direction, or all of them the opposite one");
    }
  }

  private boolean isKeyUnreadable(CollectionDesign collection) {
    String keyPath = Paths.of(entity, collection) + ".key";
    return findings.isUnreadable(keyPath)
        || collection.itemKey().stream()
            .map(column -> keyPath + "." + column.name())
            .anyMatch(
                column -> findings.isUnreadable(column) || findings.isUnreadable(column + ".type"));
  }

  private static List<KeyColumn> ascending(List<KeyColumn> key) {
    return key.stream()
        .map(
            column ->
                new KeyColumn(
                    column.name(),
                    column.type(),
                    Direction.ASCENDING,
                    column.nullable(),
                    column.collation()))
        .toList();
  }

  private void checkOptions(CollectionDesign collection, String collectionPath) {
    if (collection.storage() == Storage.CELLS && !collection.options().isEmpty()) {
      findings.add(
          collectionPath + ".options",
          "items stored as cells lie in the table of '" + entity.name() + "'",
          "give the options to that table, for example 'hbase."
              + collection.name()
              + ".compression: gz'");
      return;
    }
    OptionRules.check(findings, collectionPath, collection.options());
  }
}
