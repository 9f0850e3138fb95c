package org.portolan.data.internal.tree;

import java.util.Map;
import java.util.Optional;
import org.portolan.data.internal.schema.TreeSchema;
import org.portolan.types.Tuple;

/**
 * The changes of one tree.
 *
 * @param elements for each element whether the tree has it afterwards. An element of items replaces
 *     one with the same key; to remove it, its key is enough.
 * @param replaced the content that is removed before, whole; empty if none is
 */
public record TreeChanges(
    TreeSchema tree, Tuple value, Map<Object, Boolean> elements, Optional<TreeContents> replaced) {

  /** Makes changes of single elements. */
  public TreeChanges(TreeSchema tree, Tuple value, Map<Object, Boolean> elements) {
    this(tree, value, elements, Optional.empty());
  }
}
