package org.portolan.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * What an engine can do. Nothing that is missing here is emulated.
 *
 * @param transactions over what a transaction can span
 * @param snapshotReads whether a transaction reads one moment, that of its begin, see {@link
 *     Transaction}; without a meaning where transactions do not span the store
 * @param keyOrder over what rows can be scanned in the order of their keys
 * @param items whether a row can hold ordered items ({@link ItemFamily}), each written without
 *     reading the others
 * @param itemRanges whether a range of a row's items can be removed by one change ({@link
 *     Change.DeleteItems}), at the cost of one removal however many items it covers
 * @param conditionalWrite whether a row can be changed on a condition, atomically
 * @param versions whether a mutation may carry a version that orders it among others, see {@link
 *     Mutation#version}
 * @param atomicAdd where a counter can be added to without reading it
 * @param tunableConsistency whether reads and writes choose how many replicas answer
 * @param local whether reads are answered within this process, without waiting for a network
 * @param keyBytesMax the longest row key, encoded, in bytes
 * @param valueBytesMax the largest content of one family of columns or one item, in bytes
 * @param transactionBytesMax the largest sum of changes in one transaction or row mutation, in
 *     bytes; each engine counts its own overhead and keys among them
 */
public record Capabilities(
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

  /** What an engine can do that removes items one by one. */
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

  /** The same of one whose transactions do not span the store. */
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

  /** Over what a transaction can span. */
  public enum TransactionScope {
    NONE,
    /**
     * The families of columns of one row: they change together, and on a condition. Its items and
     * its counter lie elsewhere: a mutation of several families changes all of them in the end, but
     * not at one moment, and a condition is admitted only where nothing but columns changes.
     */
    COLUMNS,
    /** One row: every mutation is atomic, but no two rows change together. */
    ROW,
    /** Any rows of the store. */
    STORE
  }

  /**
   * Over what rows can be scanned in the order of their keys. Every engine scans all rows in the
   * order in which it stores them, see {@link Scan}.
   */
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
    /** In a transaction too, where those that add to one counter may conflict. */
    IN_TRANSACTION,
    /** In a transaction too, conflicting with nothing. */
    WITHOUT_CONFLICT
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

  /**
   * Checks that this engine admits a mutation's condition, version and kinds of change: what each
   * engine asks before it changes anything.
   *
   * @throws CapabilityException if it does not, or if the version is too far ahead of the clock of
   *     this machine
   * @throws IllegalArgumentException if the version is below 1
   */
  public void requireFor(Mutation mutation) {
    requireFor(mutation, System.currentTimeMillis());
  }

  /**
   * As {@link #requireFor(Mutation)}, by another clock.
   *
   * @param nowMillis the time that a version is compared with, in milliseconds since 1970
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
          "the change of row " + mutation.rowKey() + " has a version; this engine has none");
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
              + " ms ahead of the clock; compare the clocks of those who write");
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
          "the change of row " + mutation.rowKey() + " is on a condition; this engine has none");
    }
    if (transactions == TransactionScope.COLUMNS) {
      for (Change change : mutation.changes()) {
        // Of what kind a removed family is, only the engine knows: it checks that itself.
        if (!(change instanceof Change.PutColumns || change instanceof Change.DeleteFamily)) {
          throw new CapabilityException(
              "the change of row "
                  + mutation.rowKey()
                  + " is on a condition and changes '"
                  + change.family()
                  + "'; on a condition this engine changes families of columns only");
        }
      }
    }
  }
}
