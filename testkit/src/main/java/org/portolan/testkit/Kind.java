package org.portolan.testkit;

import java.util.Arrays;
import java.util.Locale;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.AtomicAdd;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Capabilities.TransactionScope;

/** An engine that a store in memory is like, with that engine's capabilities and limits. */
public enum Kind {
  /** Rows change one at a time, in the order of their keys over the whole table. */
  HBASE,

  /** The columns of a row change together, and its items beside them; order within partitions. */
  CASSANDRA,

  /** Transactions over all rows that read the newest values; no items and no order. */
  IGNITE,

  /** Transactions over all rows that read a snapshot; one process at a time. */
  ROCKSDB;

  /** Returns the capabilities and limits that the engine states, with its usual settings. */
  public Capabilities capabilities() {
    return switch (this) {
      case HBASE ->
          new Capabilities(
                  TransactionScope.ROW,
                  false,
                  KeyOrder.TABLE,
                  true,
                  false,
                  true,
                  true,
                  AtomicAdd.ROW,
                  false,
                  false,
                  Short.MAX_VALUE,
                  8 << 20,
                  64L << 20)
              .lookingForTheEndOfItems();
      case CASSANDRA ->
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
              60_000,
              3 << 20,
              7L << 19);
      case IGNITE ->
          new Capabilities(
              TransactionScope.STORE,
              false,
              KeyOrder.NONE,
              false,
              false,
              true,
              false,
              AtomicAdd.IN_TRANSACTION,
              false,
              false,
              65_535,
              8 << 20,
              12L << 20);
      case ROCKSDB ->
          new Capabilities(
              TransactionScope.STORE,
              true,
              KeyOrder.TABLE,
              true,
              false,
              true,
              false,
              AtomicAdd.WITHOUT_CONFLICT,
              false,
              true,
              65_535,
              64 << 20,
              256L << 20);
    };
  }

  /** Returns the name in lower case, which is the scheme of the engine's URIs. */
  public String scheme() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the engine of a URI, or of its scheme.
   *
   * @throws IllegalArgumentException if no engine has that scheme
   */
  public static Kind of(String uri) {
    int colon = uri.indexOf(':');
    String scheme = colon < 0 ? uri : uri.substring(0, colon);
    return Arrays.stream(values())
        .filter(kind -> kind.scheme().equals(scheme))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "cannot test on '"
                        + uri
                        + "': there is no engine '"
                        + scheme
                        + "'; choose hbase, cassandra, ignite or rocksdb"));
  }
}
