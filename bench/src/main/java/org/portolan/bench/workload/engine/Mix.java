package org.portolan.bench.workload.engine;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A mix of operations: their shares, and the distribution of the records.
 *
 * @param name on the command line
 * @param shares of the operations, in percent, 100 together
 * @param distribution the default distribution of the records, as {@code Distributions.parse} reads
 *     it
 * @param shape of the records
 */
record Mix(
    String name, String description, List<Share> shares, String distribution, RecordShape shape) {

  /** The share of an operation. */
  record Share(RowOperation operation, int percent) {}

  /** The number of text fields of a record, and their size. */
  record RecordShape(int fields, int fieldBytes) {}

  Mix {
    shares = List.copyOf(shares);
    if (shares.stream().mapToInt(Share::percent).sum() != 100) {
      throw new IllegalArgumentException("the shares of " + name + " must add up to 100 %");
    }
  }

  boolean has(RowOperation operation) {
    return shares.stream().anyMatch(share -> share.operation == operation);
  }

  /** Draws the next operation and returns its place in {@link #shares}. */
  int draw(RandomGenerator random) {
    int drawn = shares.size() == 1 ? 0 : random.nextInt(100);
    int place = 0;
    while (drawn >= shares.get(place).percent) {
      drawn -= shares.get(place).percent;
      place++;
    }
    return place;
  }
}
