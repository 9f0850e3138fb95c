package org.portolan.data.internal.tree;

import org.portolan.data.DataException;
import org.portolan.data.internal.schema.TreeSchema;
import org.portolan.types.Tuple;

/**
 * The nodes of a tree contradict each other. In a transaction without snapshot reads this may also
 * mean that they were read at different moments: validate the transaction before you believe it.
 */
public final class DamagedTreeException extends DataException {
  private static final long serialVersionUID = 1L;

  DamagedTreeException(TreeSchema tree, Tuple value, String fault) {
    super(
        "cannot read "
            + tree.title()
            + " under "
            + value
            + ": "
            + fault
            + "; the store is damaged, run a check with repair");
  }
}
