package org.portolan.advisor.target;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.portolan.design.CostsReader;
import org.portolan.design.cost.MeasuredCosts;

/** An engine for which a design is proposed. */
public enum Target {
  /** Embedded: no network, transactions, scans in order. */
  ROCKSDB(true, true, true),
  /** Rows in order, spread over regions by ranges of their keys. */
  HBASE(true, true, false),
  /** Rows in partitions, in order within each. */
  CASSANDRA(true, false, false),
  /** A transactional key-value grid, without order. */
  IGNITE(false, false, true);

  private final boolean items;
  private final boolean orderedTables;
  private final boolean transactions;

  Target(boolean items, boolean orderedTables, boolean transactions) {
    this.items = items;
    this.orderedTables = orderedTables;
    this.transactions = transactions;
  }

  /**
   * Returns the target of a name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the names
   */
  public static Target named(String name) {
    return Arrays.stream(values())
        .filter(target -> target.spelling().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'"
                        + name
                        + "' is no target: name one of "
                        + Arrays.stream(values())
                            .map(Target::spelling)
                            .collect(Collectors.joining(", "))));
  }

  public String spelling() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether a row holds ordered items. */
  public boolean items() {
    return items;
  }

  /** Returns whether the rows of a whole table are scanned in the order of their keys. */
  public boolean orderedTables() {
    return orderedTables;
  }

  /** Returns whether rows that agree in the first columns of their keys are scanned in order. */
  public boolean orderedPartitions() {
    return orderedTables || this == CASSANDRA;
  }

  /** Returns whether a write of several rows is one transaction of the engine. */
  public boolean transactions() {
    return transactions;
  }

  /** Returns the costs that are part of this release, see {@link CostsReader}. */
  public MeasuredCosts costs() {
    return CostsReader.shipped(spelling());
  }
}
