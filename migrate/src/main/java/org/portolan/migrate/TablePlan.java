package org.portolan.migrate;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.portolan.design.CollectionDesign;
import org.portolan.design.EntityDesign;
import org.portolan.design.TableMapping;
import org.portolan.migrate.sql.RowQuery;
import org.portolan.migrate.sql.SqlTable;
import org.portolan.types.Collation;

/**
 * How the rows of one table become rows, items or parts of rows. Immutable.
 *
 * @param number in the order of the plan
 * @param collection the collection, of items
 * @param query what is read
 * @param key the sources of the entity's key
 * @param itemKey the sources of the item's key; empty of others
 * @param values the sources of columns; of elements, that of the element
 * @param counted whether copies of equal rows are counted
 * @param shared whether other tables fill columns of the same rows, which a row put again would
 *     lose
 * @param lateReferences whether the rows may refer to rows that come later
 * @param defaulted the columns that take a default for null
 */
record TablePlan(
    int number,
    TableMapping mapping,
    SqlTable table,
    EntityDesign entity,
    Optional<CollectionDesign> collection,
    RowQuery query,
    List<Field> key,
    List<Field> itemKey,
    List<Field> values,
    boolean counted,
    boolean shared,
    boolean lateReferences,
    Set<String> defaulted) {

  String name() {
    return table.name();
  }

  boolean isRows() {
    return mapping instanceof TableMapping.Rows;
  }

  boolean isItems() {
    return mapping instanceof TableMapping.Items;
  }

  boolean isPart() {
    return mapping instanceof TableMapping.Part;
  }

  boolean isElements() {
    return mapping instanceof TableMapping.Elements;
  }

  /** Returns whether each row is made from one row of the table, whatever the others are. */
  boolean isRowByRow() {
    return !counted && !isElements() && query.unique() && query.ranged();
  }

  /**
   * Returns whether a key of the store may be the same for different keys of the table. Not of
   * items: a design gives the columns of their keys no collation.
   */
  boolean isCollated() {
    return !isItems() && hasCollatedOwner();
  }

  /** Returns whether rows of the database may differ whose keys of the entity are equal. */
  boolean hasCollatedOwner() {
    return entity.key().stream().anyMatch(column -> column.collation() != Collation.BINARY);
  }
}
