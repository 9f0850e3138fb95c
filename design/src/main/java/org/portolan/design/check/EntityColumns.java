package org.portolan.design.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.portolan.design.CollectionDesign;
import org.portolan.design.EntityDesign;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyColumn;
import org.portolan.types.Spelling;

/**
 * The columns of an entity, of its key and its families, as other parts of the design name them.
 */
record EntityColumns(EntityDesign entity, Findings findings) {

  /** Returns the type of a column of the key or a family, or reports that there is none. */
  Optional<ColumnType> type(String name, String path) {
    Optional<ColumnType> type = declaredType(name);
    Optional<CollectionDesign> ofItems = type.isEmpty() ? collectionOf(name) : Optional.empty();
    if (ofItems.isPresent()) {
      findings.add(
          path,
          "'"
              + name
              + "' is a column of the items of '"
              + ofItems.get().name()
              + "', not of the rows of '"
              + entity.name()
              + "'",
          "keep its value in a column of the row, which each write of an item changes, or make the"
              + " items an entity whose key begins with that of '"
              + entity.name()
              + "'");
    } else if (type.isEmpty() && columnsAreKnown()) {
      findings.add(
          path,
          "entity '" + entity.name() + "' has no column '" + name + "'",
          Spelling.hint(name, columnNames())
              + "its columns are "
              + String.join(", ", columnNames()));
    }
    return knownType(name);
  }

  /** Returns the collection of which it is a column: {@code quantity} or {@code lines.quantity}. */
  private Optional<CollectionDesign> collectionOf(String name) {
    return entity.collections().stream()
        .filter(
            collection ->
                Stream.concat(
                        collection.itemKey().stream().map(KeyColumn::name),
                        collection.columns().stream().map(Column::name))
                    .anyMatch(
                        column ->
                            name.equals(column) || name.equals(collection.name() + "." + column)))
        .findFirst();
  }

  /** Returns the type of a column that was read without a problem. */
  Optional<ColumnType> knownType(String name) {
    String keyPath = Paths.of(entity) + ".key." + name;
    boolean unreadable =
        findings.isUnreadable(keyPath)
            || findings.isUnreadable(keyPath + ".type")
            || entity.families().stream()
                .anyMatch(family -> findings.isUnreadable(Paths.of(entity, family) + "." + name));
    return unreadable ? Optional.empty() : declaredType(name);
  }

  private Optional<ColumnType> declaredType(String name) {
    return entity.key().stream()
        .filter(column -> column.name().equals(name))
        .findFirst()
        .<ColumnType>map(KeyColumn::type)
        .or(() -> entity.column(name).map(Column::type));
  }

  private boolean columnsAreKnown() {
    String path = Paths.of(entity);
    return !findings.isUnreadable(path + ".families")
        && !findings.isUnreadable(path + ".key")
        && entity.families().stream()
            .noneMatch(family -> findings.isUnreadable(Paths.of(entity, family)));
  }

  private List<String> columnNames() {
    List<String> all = new ArrayList<>();
    entity.key().forEach(column -> all.add(column.name()));
    entity.columns().forEach(column -> all.add(column.name()));
    return all;
  }
}
