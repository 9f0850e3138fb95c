package org.portolan.design.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.types.Spelling;
import org.portolan.design.EntityDesign;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyColumn;

/**
 * The columns of an entity, of its key and its families, as other parts of the design name them.
 */
record EntityColumns(EntityDesign entity, Findings findings) {

  /** Returns the type of a column of the key or a family, or reports that there is none. */
  Optional<ColumnType> type(String name, String path) {
    Optional<ColumnType> type = declaredType(name);
    if (type.isEmpty() && columnsAreKnown()) {
      findings.add(
          path,
          "entity '" + entity.name() + "' has no column '" + name + "'",
          Spelling.hint(name, columnNames())
              + "its columns are "
              + String.join(", ", columnNames()));
    }
    return knownType(name);
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
