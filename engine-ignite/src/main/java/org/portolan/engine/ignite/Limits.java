package org.portolan.engine.ignite;

import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.AtomicAdd;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Capabilities.TransactionScope;
import org.portolan.engine.CapabilityException;

/**
 * The capabilities and limits of a store. A server writes all entries of a transaction for which it
 * is a backup as one record of its write-ahead log, and it stops if a record does not fit into a
 * segment. So a transaction must stay well below the smallest segment that is admitted.
 */
final class Limits {
  static final int WAL_SEGMENT_BYTES_MIN = 16 << 20;
  static final int TRANSACTION_BYTES_MAX = 12 << 20;
  static final int VALUE_BYTES_MAX = 8 << 20;

  /** The bytes of an entry in that record besides key and value: cache, version, partition. */
  static final int ENTRY_BYTES = 100;

  static final int KEY_BYTES_MAX = 65_535;

  static final Capabilities CAPABILITIES =
      new Capabilities(
          TransactionScope.STORE,
          false,
          KeyOrder.NONE,
          false,
          true,
          false,
          AtomicAdd.IN_TRANSACTION,
          false,
          false,
          KEY_BYTES_MAX,
          VALUE_BYTES_MAX,
          TRANSACTION_BYTES_MAX);

  private Limits() {}

  static void requireValue(FamilyHandle family, int bytes) {
    if (bytes > VALUE_BYTES_MAX) {
      throw new CapabilityException(
          "a value of cache '"
              + family.cache()
              + "' has "
              + bytes
              + " bytes, at most "
              + VALUE_BYTES_MAX
              + " fit");
    }
  }

  static void requireTransaction(long bytes) {
    if (bytes > TRANSACTION_BYTES_MAX) {
      throw new CapabilityException(
          "the changes of one transaction or mutation have "
              + bytes
              + " bytes, at most "
              + TRANSACTION_BYTES_MAX
              + " fit; divide them");
    }
  }
}
