package org.portolan.engine.cassandra;

import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.AtomicAdd;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Capabilities.TransactionScope;

/** The capabilities of Cassandra, in a class that does not load its driver. */
final class CassandraCapabilities {
  static final Capabilities ALL =
      new Capabilities(
          TransactionScope.COLUMNS,
          false,
          KeyOrder.WITHIN_PARTITION,
          true,
          true,
          true,
          true,
          AtomicAdd.NONE,
          true,
          false,
          TableHandle.KEY_BYTES_MAX,
          ChangeSize.VALUE_BYTES_MAX,
          ChangeSize.MUTATION_BYTES_MAX);

  private CassandraCapabilities() {}
}
