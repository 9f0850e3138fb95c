package org.portolan.design;

import java.util.List;
import java.util.Optional;
import org.portolan.design.IndexDesign.OrderColumn;
import org.portolan.design.index.IndexLayout;
import org.portolan.design.index.OrderedTree;
import org.portolan.design.index.Representation;
import org.portolan.types.KeyColumn.Direction;

/**
 * The least or greatest value of a column over the rows, or over the rows of each group. It is the
 * first entry of a list that is ordered by the column, so it is right after every deletion and
 * update.
 *
 * @param name the name of the counter, and of the table of its list
 * @param end which value it is
 * @param column the column whose values are compared; rows in which it is null are left out
 * @param by the columns that make the groups; none for one group of all rows. At most one of them
 *     is a set or list: a row is in the group of each element. A row is in no group if one of these
 *     columns is null.
 * @param layout the layout of the counter's own list; empty if an index of the entity serves it,
 *     see {@link EntityDesign#serving}
 */
public record ExtremeDesign(
    String name, End end, String column, List<String> by, Optional<IndexLayout> layout) {

  /** Which value of a group is meant. */
  public enum End {
    LEAST,
    GREATEST;

    /** Returns the key of design files, {@code least}. */
    public String spelling() {
      return this == LEAST ? "least" : "greatest";
    }

    /** Returns the direction in which an order begins with this value. */
    public Direction direction() {
      return this == LEAST ? Direction.ASCENDING : Direction.DESCENDING;
    }
  }

  public ExtremeDesign {
    by = List.copyOf(by);
  }

  /** Returns what it is, for people: {@code the least price for each value of shop and tag}. */
  public String shown() {
    return "the "
        + end.spelling()
        + " "
        + column
        + (by.isEmpty() ? " of all rows" : " for each value of " + String.join(" and ", by));
  }

  /**
   * Returns the counter's own list, as an index that begins with the value, without rows in which
   * the column is null.
   *
   * @throws java.util.NoSuchElementException if an index of the entity serves this counter
   */
  public IndexDesign list() {
    return new IndexDesign(
        name,
        by,
        List.of(new OrderColumn(column, end.direction())),
        layout.orElseThrow(),
        Optional.empty());
  }

  /** Returns the same with another layout of its own list. */
  public ExtremeDesign withLayout(IndexLayout other) {
    return new ExtremeDesign(name, end, column, by, Optional.of(other));
  }

  /** Returns whether an index has this value at an end of the list of each group. */
  public boolean isInOrderOf(IndexDesign index) {
    return !index.order().isEmpty()
        && index.order().get(0).column().equals(column)
        && index.on().size() == by.size()
        && index.on().containsAll(by);
  }

  /** Returns whether an index has this value at an end that is read without the rest. */
  boolean isServedBy(IndexDesign index) {
    return isInOrderOf(index) && endsAreRead(index.layout());
  }

  /** Returns whether an end of a list can be read alone: not of an object, which is read whole. */
  public static boolean endsAreRead(IndexLayout layout) {
    return layout.partitioning().deltaBuckets() == 0
        && (layout.representation() == Representation.CELLS
            || layout.representation() == Representation.PORTABLE
            || layout.partitioning() instanceof OrderedTree);
  }
}
