package org.portolan.design.evolve;

/**
 * A part of an entity that has columns.
 *
 * @param name of the family or collection
 */
public record Part(String entity, Kind kind, String name) {

  /** The kind of a part: its columns are those of rows or of items. */
  public enum Kind {
    FAMILY,
    COLLECTION;

    String spelling() {
      return this == FAMILY ? "family" : "collection";
    }
  }

  static Part family(String entity, String name) {
    return new Part(entity, Kind.FAMILY, name);
  }

  static Part collection(String entity, String name) {
    return new Part(entity, Kind.COLLECTION, name);
  }

  /** Returns the place for lists of differences: {@code entity page: family body}. */
  String place() {
    return "entity " + entity + ": " + kind.spelling() + " " + name;
  }

  /**
   * Returns a column of this part as {@code --rename} names it: {@code order.remark}, of an item
   * {@code order.lines.quantity}.
   */
  String path(String column) {
    return kind == Kind.FAMILY ? entity + "." + column : entity + "." + name + "." + column;
  }
}
