package org.portolan.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * What an engine can do. Nothing that is missing here is emulated.
 *
 * @param transactions over what a transaction can span
 * @param keyOrder over what rows can be scanned in the order of their keys
 * @param items whether a row can hold ordered items ({@link ItemFamily}), each written without
 *     reading the others
 * @param conditionalWrite whether a row can be changed on a condition, atomically
 * @param atomicAdd where a counter can be added to without reading it
 * @param tunableConsistency whether reads and writes choose how many replicas answer
 * @param local whether reads are answered within this process, without waiting for a network
 * @param keyBytesMax the longest row key, encoded, in bytes
 * @param valueBytesMax the largest content of one family of columns or one item, in bytes
 * @param transactionBytesMax the largest sum of changes in one transaction or row mutation, in
 *     bytes
 */
public record Capabilities(
    TransactionScope transactions,
    KeyOrder keyOrder,
    boolean items,
    boolean conditionalWrite,
    AtomicAdd atomicAdd,
    boolean tunableConsistency,
    boolean local,
    int keyBytesMax,
    int valueBytesMax,
    long transactionBytesMax) {

  /** Over what a transaction can span. */
  public enum TransactionScope {
    NONE,
    /** One row: every mutation is atomic, but no two rows change together. */
    ROW,
    /** Any rows of the store. */
    STORE
  }

  /** Over what rows can be scanned in the order of their keys. */
  public enum KeyOrder {
    NONE,
    /** Among the rows that agree in the partition columns of the key. */
    WITHIN_PARTITION,
    /** Over the whole table. */
    TABLE
  }

  /** Where a counter can be added to without reading it. */
  public enum AtomicAdd {
    NONE,
    /** In a mutation of one row. */
    ROW,
    /** In a transaction too, conflicting with nothing. */
    IN_TRANSACTION
  }

  /** What a user of an engine cannot do without. */
  public record Requirements(
      TransactionScope transactions, KeyOrder keyOrder, boolean items, AtomicAdd atomicAdd) {}

  /**
   * Checks this engine against what somebody needs.
   *
   * @param engine the engine's name, {@code user} what needs it: both for the message
   * @throws CapabilityException if anything is lacking; the message lists all of it
   */
  public void require(String engine, String user, Requirements required) {
    List<String> lacking = new ArrayList<>();
    if (transactions.compareTo(required.transactions) < 0) {
      lacking.add("transactions over " + required.transactions + ", it has " + transactions);
    }
    if (keyOrder.compareTo(required.keyOrder) < 0) {
      lacking.add("ordered scans over " + required.keyOrder + ", it has " + keyOrder);
    }
    if (required.items && !items) {
      lacking.add("ordered items within a row");
    }
    if (atomicAdd.compareTo(required.atomicAdd) < 0) {
      lacking.add("atomic addition " + required.atomicAdd + ", it has " + atomicAdd);
    }
    if (!lacking.isEmpty()) {
      throw new CapabilityException(
          user + " needs of " + engine + " what it lacks: " + String.join("; ", lacking));
    }
  }
}
