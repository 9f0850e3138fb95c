package org.portolan.design;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.design.index.IndexLayout;
import org.portolan.types.KeyColumn.Direction;

/**
 * A list of entity keys for each value of some columns, derived from the entity's rows.
 *
 * @param on the columns whose values it is looked up by; none for one list of all rows; at most one
 *     of them a set or list, which makes the index many-valued: a row is listed under each element.
 *     A row is not listed where one of them is null.
 * @param order further columns that order the members before their key does
 * @param layout how the members of one value are represented and partitioned
 * @param within the entity and family in whose rows the members lie as cells, as Klencke's
 *     back-links do; empty for a table of its own
 * @param options how an engine keeps the index's own table, see {@link TableOptions}
 */
public record IndexDesign(
    String name,
    List<String> on,
    List<OrderColumn> order,
    IndexLayout layout,
    Optional<Within> within,
    Map<String, String> options) {

  /** A column that orders the members of an index. */
  public record OrderColumn(String column, Direction direction) {}

  /** A place in the rows of another entity, whose key is the value that the index is on. */
  public record Within(String entity, String family) {}

  public IndexDesign {
    on = List.copyOf(on);
    order = List.copyOf(order);
    options = TableOptions.sorted(options);
  }

  /** Makes an index whose table is kept as an engine keeps any. */
  public IndexDesign(
      String name,
      List<String> on,
      List<OrderColumn> order,
      IndexLayout layout,
      Optional<Within> within) {
    this(name, on, order, layout, within, Map.of());
  }
}
