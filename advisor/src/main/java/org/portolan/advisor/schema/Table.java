package org.portolan.advisor.schema;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A table.
 *
 * @param name the name as it is declared, without the schema {@code public} or a database
 * @param columns the columns, in order
 * @param keys the primary key first if there is one, then unique keys and indexes as declared
 * @param comment the comment; empty if there is none
 * @param rows how many rows the files insert; empty if they insert none
 */
public record Table(
    String name,
    List<Column> columns,
    List<Key> keys,
    List<ForeignKey> foreignKeys,
    String comment,
    OptionalLong rows) {

  public Table {
    columns = List.copyOf(columns);
    keys = List.copyOf(keys);
    foreignKeys = List.copyOf(foreignKeys);
  }

  public Optional<Key> primaryKey() {
    return keys.stream().filter(key -> key.kind() == Key.Kind.PRIMARY).findFirst();
  }

  /** Returns a column by its name, as it is written if there is one, otherwise in any case. */
  public Optional<Column> column(String wanted) {
    return columns.stream()
        .filter(column -> column.name().equals(wanted))
        .findFirst()
        .or(
            () ->
                columns.stream()
                    .filter(column -> column.name().equalsIgnoreCase(wanted))
                    .findFirst());
  }

  /** Returns whether a unique key consists of some of these columns, named in any case. */
  public boolean isUnique(List<String> wanted) {
    return keys.stream()
        .filter(Key::isUnique)
        .anyMatch(
            key ->
                key.columns().stream()
                    .allMatch(part -> wanted.stream().anyMatch(part::equalsIgnoreCase)));
  }

  /** Returns whether an index begins with these columns, in any order and case. */
  public boolean isIndexed(List<String> wanted) {
    return keys.stream()
        .filter(key -> key.kind() != Key.Kind.FULLTEXT && key.kind() != Key.Kind.SPATIAL)
        .filter(key -> key.parts().size() >= wanted.size())
        .anyMatch(
            key ->
                key.columns().subList(0, wanted.size()).stream()
                    .allMatch(part -> wanted.stream().anyMatch(part::equalsIgnoreCase)));
  }
}
