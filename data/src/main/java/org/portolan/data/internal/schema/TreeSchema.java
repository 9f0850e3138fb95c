package org.portolan.data.internal.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.portolan.design.index.OrderedTree;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.TableSchema;
import org.portolan.types.CollectionType;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/**
 * A table of B-trees, a row for each node: a tree for each value of an index, whose elements are
 * its members, or for each row of an entity, whose elements are the items of a collection.
 * Immutable.
 *
 * @param title what the trees are, for people: "index 'pages'"
 * @param name the name of the index or collection
 * @param valueColumns the leading columns of the table's key: a tree has one value of each
 * @param nodeColumn the last column of the table's key, which tells the nodes of a tree apart
 * @param elements the name of the column that holds the elements of a leaf
 * @param restorable whether elements that are lost can be derived from rows
 */
public record TreeSchema(
    String title,
    String name,
    String table,
    String family,
    List<KeyColumn> valueColumns,
    KeyColumn nodeColumn,
    String elements,
    OrderedTree layout,
    ElementForm form,
    boolean restorable) {

  public TreeSchema {
    valueColumns = List.copyOf(valueColumns);
  }

  /** Returns the row key of a node of a tree. */
  public Tuple rowKey(Tuple value, String node) {
    if (value.size() != valueColumns.size()) {
      throw new IllegalArgumentException(
          title
              + " is looked up by "
              + valueColumns.stream().map(KeyColumn::name).toList()
              + ", not by "
              + value);
    }
    return value.append(Tuple.of(node));
  }

  /** Returns the value of the tree to which a row belongs. */
  public Tuple valueOf(Tuple rowKey) {
    return rowKey.slice(0, valueColumns.size());
  }

  /** Returns the id of the node in a row. */
  public String nodeOf(Tuple rowKey) {
    return rowKey.text(rowKey.size() - 1);
  }

  TableSchema tableSchema(Map<String, String> options) {
    List<KeyColumn> key = new ArrayList<>(valueColumns);
    key.add(nodeColumn);
    CollectionType list = new CollectionType(CollectionType.Kind.LIST, form.elementType());
    // The order of the columns is part of the format: an index had the first column before trees.
    List<Column> columns =
        List.of(
            new Column(elements, list),
            new Column("height", ScalarType.INT),
            new Column("low", form.elementType()),
            new Column("high", form.elementType()),
            new Column("separators", list),
            new Column("children", new CollectionType(CollectionType.Kind.LIST, ScalarType.TEXT)));
    return new TableSchema(
        table, key, key.size(), List.of(new ColumnFamily(family, columns)), List.of(), options);
  }
}
