package org.portolan.design;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.design.index.IndexLayout;
import org.portolan.types.KeyColumn.Direction;

/**
 * A list of entity keys for each value of some columns, derived from the entity's rows.
 *
 * @param on the columns by whose values the index is looked up; none for one list of all rows. At
 *     most one of them is a set or list, which makes the index many-valued: a row is listed under
 *     each element. A row is not listed if one of these columns is null.
 * @param order further columns that order the members, before their key
 * @param layout how the members of one value are represented and partitioned; {@link
 *     IndexLayout#UNIQUE} if a value has at most one member
 * @param within the entity and family whose rows hold the members as cells, like Klencke's
 *     back-links; empty for a separate table
 * @param options how an engine keeps the index's table, see {@link TableOptions}
 * @param automatic whether a store may change the layout by itself; then it is the one with which a
 *     store begins, or the present one of a store
 */
public record IndexDesign(
    String name,
    List<String> on,
    List<OrderColumn> order,
    IndexLayout layout,
    Optional<Within> within,
    Map<String, String> options,
    boolean automatic) {

  /** A column that orders the members of an index. */
  public record OrderColumn(String column, Direction direction) {}

  /** A place in the rows of another entity; the indexed value is the key of the row. */
  public record Within(String entity, String family) {}

  public IndexDesign {
    on = List.copyOf(on);
    order = List.copyOf(order);
    options = TableOptions.sorted(options);
  }

  /**
   * Makes a unique index: no two rows have the same value in it. A write that would break this
   * fails; rows of which one of the columns is null have no value.
   */
  public static IndexDesign unique(String name, List<String> on, Map<String, String> options) {
    return new IndexDesign(name, on, List.of(), IndexLayout.UNIQUE, Optional.empty(), options);
  }

  public boolean unique() {
    return layout.equals(IndexLayout.UNIQUE);
  }

  /** Returns the same index with another layout. */
  public IndexDesign withLayout(IndexLayout other) {
    return new IndexDesign(name, on, order, other, within, options, automatic);
  }

  /** Returns the layout as {@code design.yaml} spells it: {@code auto object hashed(5)}. */
  public String layoutSpelling() {
    if (!automatic) {
      return layout.spelling();
    }
    return layout.equals(IndexLayout.UNSTATED) ? "auto" : "auto " + layout.spelling();
  }

  /** Makes an index whose layout stays. */
  public IndexDesign(
      String name,
      List<String> on,
      List<OrderColumn> order,
      IndexLayout layout,
      Optional<Within> within,
      Map<String, String> options) {
    this(name, on, order, layout, within, options, false);
  }

  /** Makes an index without table options. */
  public IndexDesign(
      String name,
      List<String> on,
      List<OrderColumn> order,
      IndexLayout layout,
      Optional<Within> within) {
    this(name, on, order, layout, within, Map.of());
  }
}
