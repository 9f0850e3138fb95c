package org.portolan.advisor.shape;

import java.util.List;

/** What the rows of a table become. Columns have the names of the schema. */
public sealed interface Shape {

  /** Rows of an entity of their own. */
  record Entity() implements Shape {}

  /** A shape in the rows of another table's entity. */
  sealed interface Owned extends Shape {
    /** Returns the table whose rows own these. */
    String owner();

    /** Returns the columns that hold the owner's key, in its order. */
    List<String> ownerColumns();
  }

  /**
   * Items of a collection.
   *
   * @param itemKey the columns of the item's key, in order; empty for a table without identity
   */
  record Items(String owner, List<String> ownerColumns, List<ItemColumn> itemKey) implements Owned {
    public Items {
      ownerColumns = List.copyOf(ownerColumns);
      itemKey = List.copyOf(itemKey);
    }
  }

  /** A column of an item's key. */
  record ItemColumn(String column, boolean descending) {}

  /** Columns of the owner's row, as one to one. */
  record Part(String owner, List<String> ownerColumns) implements Owned {
    public Part {
      ownerColumns = List.copyOf(ownerColumns);
    }
  }

  /**
   * Elements of a set in the owner's row.
   *
   * @param element the column with the element
   */
  record Elements(String owner, List<String> ownerColumns, String element) implements Owned {
    public Elements {
      ownerColumns = List.copyOf(ownerColumns);
    }
  }

  /** Returns the shape for people: {@code items of orders}. */
  default String text() {
    if (this instanceof Items items) {
      return "items of " + items.owner();
    }
    if (this instanceof Part part) {
      return "columns of " + part.owner();
    }
    if (this instanceof Elements elements) {
      return "a set in " + elements.owner();
    }
    return "an entity";
  }
}
