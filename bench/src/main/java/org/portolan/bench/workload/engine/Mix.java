package org.portolan.bench.workload.engine;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * One of the workloads: which operations, how often, on which records.
 *
 * @param name on the command line
 * @param shares of the operations, in percent, 100 together
 * @param distribution of the records asked for, if nothing else is said, as {@code
 *     Distributions.parse} reads it
 * @param shape of the records
 */
record Mix(
    String name, String description, List<Share> shares, String distribution, RecordShape shape) {

  /** How often an operation is done. */
  record Share(RowOperation operation, int percent) {}

  /** How many fields of text a record has, and of how many bytes. */
  record RecordShape(int fields, int fieldBytes) {}

  Mix {
    shares = List.copyOf(shares);
    if (shares.stream().mapToInt(Share::percent).sum() != 100) {
      throw new IllegalArgumentException("the shares of " + name + " must be 100 % together");
    }
  }

  boolean has(RowOperation operation) {
    return shares.stream().anyMatch(share -> share.operation == operation);
  }

  /** Returns the place in {@link #shares} of the next operation. */
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
