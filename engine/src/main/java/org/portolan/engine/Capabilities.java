package org.portolan.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * The capabilities of an engine. Portolan emulates no missing capability.
 *
 * @param transactions the span of a transaction
 * @param snapshotReads whether a transaction reads the state at its beginning, see {@link
 *     Transaction}; meaningless unless transactions span the store
 * @param keyOrder the rows that can be scanned in the order of their keys
 * @param items whether a row can hold ordered items ({@link ItemFamily}), each written without
 *     reading the others
 * @param itemRanges whether one change can remove a range of a row's items ({@link
 *     Change.DeleteItems}), at the cost of one removal, however many items the range covers
 * @param itemsFromEnd whether the items of a row are read from their end like from their beginning;
 *     if not, the end of a long list is looked for first, in further round trips
 * @param conditionalWrite whether a row can be changed on a condition, atomically
 * @param versions whether a mutation may carry a version that orders it among other mutations, see
 *     {@link Mutation#version}
 * @param atomicAdd where an addition to a counter needs no read
 * @param tunableConsistency whether a caller can choose how many replicas must answer a read or a
 *     write
 * @param local whether reads are answered within this process, without waiting for a network
 * @param keyBytesMax the longest row key, encoded, in bytes
 * @param valueBytesMax the largest content of one family of columns or one item, in bytes
 * @param transactionBytesMax the largest sum of changes in one transaction or row mutation, in
 *     bytes; each engine includes its overhead and the keys
 */
public record Capabilities(
    TransactionScope transactions,
    boolean snapshotReads,
    KeyOrder keyOrder,
    boolean items,
    boolean itemRanges,
    boolean itemsFromEnd,
    boolean conditionalWrite,
    boolean versions,
    AtomicAdd atomicAdd,
    boolean tunableConsistency,
    boolean local,
    int keyBytesMax,
    int valueBytesMax,
    long transactionBytesMax) {

  /** Makes the capabilities of an engine that reads items from either end. */
  public Capabilities(
      TransactionScope transactions,
      boolean snapshotReads,
      KeyOrder keyOrder,
      boolean items,
      boolean itemRanges,
      boolean conditionalWrite,
      boolean versions,
      AtomicAdd atomicAdd,
      boolean tunableConsistency,
      boolean local,
      int keyBytesMax,
      int valueBytesMax,
      long transactionBytesMax) {
    this(
        transactions,
        snapshotReads,
        keyOrder,
        items,
        itemRanges,
        true,
        conditionalWrite,
        versions,
        atomicAdd,
        tunableConsistency,
        local,
        keyBytesMax,
        valueBytesMax,
        transactionBytesMax);
  }

  /** Makes the capabilities of an engine that removes items one by one. */
  public Capabilities(
      TransactionScope transactions,
      boolean snapshotReads,
      KeyOrder keyOrder,
      boolean items,
      boolean conditionalWrite,
      boolean versions,
      AtomicAdd atomicAdd,
      boolean tunableConsistency,
      boolean local,
      int keyBytesMax,
      int valueBytesMax,
      long transactionBytesMax) {
    this(
        transactions,
        snapshotReads,
        keyOrder,
        items,
        false,
        conditionalWrite,
        versions,
        atomicAdd,
        tunableConsistency,
        local,
        keyBytesMax,
        valueBytesMax,
        transactionBytesMax);
  }

  /**
   * Makes the capabilities of an engine that removes items one by one, without transactions over
   * the store.
   */
  public Capabilities(
      TransactionScope transactions,
      KeyOrder keyOrder,
      boolean items,
      boolean conditionalWrite,
      boolean versions,
      AtomicAdd atomicAdd,
      boolean tunableConsistency,
      boolean local,
      int keyBytesMax,
      int valueBytesMax,
      long transactionBytesMax) {
    this(
        transactions,
        false,
        keyOrder,
        items,
        conditionalWrite,
        versions,
        atomicAdd,
        tunableConsistency,
        local,
        keyBytesMax,
        valueBytesMax,
        transactionBytesMax);
  }

  /** Returns these capabilities, of an engine that must look for the end of a row's items. */
  public Capabilities lookingForTheEndOfItems() {
    return new Capabilities(
        transactions,
        snapshotReads,
        keyOrder,
        items,
        itemRanges,
        false,
        conditionalWrite,
        versions,
        atomicAdd,
        tunableConsistency,
        local,
        keyBytesMax,
        valueBytesMax,
        transactionBytesMax);
  }

  /** The span of a transaction. */
  public enum TransactionScope {
    NONE,
    /**
     * The families of columns of one row: they change together, and on a condition. Its items and
     * its counter are stored elsewhere: a mutation of several families eventually changes all of
     * them, but not at one moment, and a condition is allowed only if the mutation changes nothing
     * but columns.
     */
    COLUMNS,
    /** One row: every mutation is atomic, but no two rows change together. */
    ROW,
    /** Any rows of the store. */
    STORE
  }

  /**
   * The rows that can be scanned in the order of their keys. Every engine scans all rows in the
   * order in which it stores them, see {@link Scan}.
   */
  public enum KeyOrder {
    NONE,
    /** Among the rows that agree in the partition columns of the key. */
    WITHIN_PARTITION,
    /** Over the whole table. */
    TABLE
  }

  /** Where an addition to a counter needs no read. */
  public enum AtomicAdd {
    NONE,
    /** In a mutation of one row. */
    ROW,
    /** In a transaction too; transactions that add to the same counter may conflict. */
    IN_TRANSACTION,
    /** In a transaction too, conflicting with nothing. */
    WITHOUT_CONFLICT
  }

  /** The capabilities that a user of an engine needs. */
  public record Requirements(
      TransactionScope transactions, KeyOrder keyOrder, boolean items, AtomicAdd atomicAdd) {}

  /**
   * Checks this engine against the needs of a user.
   *
   * @param engine the engine's name, for the message
   * @param user the name of the user, for the message
   * @throws CapabilityException if any capability is missing; the message lists all missing ones
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
          user + " needs capabilities that " + engine + " lacks: " + String.join("; ", lacking));
    }
  }

  /**
   * Checks that this engine supports a mutation's condition, version and kinds of change. Each
   * engine calls this before it changes anything.
   *
   * @throws CapabilityException if it does not support them, or if the version is too far ahead of
   *     the clock of this machine
   * @throws IllegalArgumentException if the version is below 1
   */
  public void requireFor(Mutation mutation) {
    requireFor(mutation, System.currentTimeMillis());
  }

  /**
   * Like {@link #requireFor(Mutation)}, with another clock.
   *
   * @param nowMillis the time with which a version is compared, in milliseconds since 1970
   */
  public void requireFor(Mutation mutation, long nowMillis) {
    if (mutation.version().isPresent()) {
      requireVersion(mutation, mutation.version().getAsLong(), nowMillis);
    }
    requireItemRanges(mutation);
    if (mutation.condition().isPresent()) {
      requireCondition(mutation);
    }
  }

  private void requireVersion(Mutation mutation, long version, long nowMillis) {
    if (!versions) {
      throw new CapabilityException(
          "the change of row "
              + mutation.rowKey()
              + " has a version; this engine takes no versions");
    }
    if (version < 1) {
      throw new IllegalArgumentException(
          "the change of row "
              + mutation.rowKey()
              + " has the version "
              + version
              + "; versions begin at 1");
    }
    if (version > nowMillis + Mutation.VERSION_LEAD_MAX) {
      throw new CapabilityException(
          "the version "
              + version
              + " of the change of row "
              + mutation.rowKey()
              + " is more than "
              + Mutation.VERSION_LEAD_MAX
              + " ms ahead of the clock; compare the clocks of the writing machines");
    }
  }

  private void requireItemRanges(Mutation mutation) {
    if (itemRanges) {
      return;
    }
    for (Change change : mutation.changes()) {
      if (change instanceof Change.DeleteItems removal) {
        throw new CapabilityException(
            "the change of row "
                + mutation.rowKey()
                + " removes a range of the items of '"
                + removal.family()
                + "'; this engine removes items one by one, or the whole family");
      }
    }
  }

  private void requireCondition(Mutation mutation) {
    if (!conditionalWrite) {
      throw new CapabilityException(
          "the change of row "
              + mutation.rowKey()
              + " has a condition; this engine supports no conditions");
    }
    if (transactions == TransactionScope.COLUMNS) {
      for (Change change : mutation.changes()) {
        // Only the engine knows the kind of a removed family, so it checks this itself.
        if (!(change instanceof Change.PutColumns || change instanceof Change.DeleteFamily)) {
          throw new CapabilityException(
              "the change of row "
                  + mutation.rowKey()
                  + " has a condition and changes '"
                  + change.family()
                  + "'; with a condition this engine changes only families of columns");
        }
      }
    }
  }
}
