package org.portolan.engine.cassandra;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Puts the writes of one call into few requests.
 *
 * <p>Each write on a condition is a separate request. The other writes of one partition share a
 * request. Small requests without conditions whose partitions have the same replicas are joined: a
 * load makes a dozen small changes for each page, each of another partition, and as single requests
 * they cost client and coordinator more than the changes themselves. The joined requests stay below
 * the sizes at which Cassandra begins to warn of batches ({@code batch_size_warn_threshold} of 5
 * KiB, {@code unlogged_batch_across_partitions_warn_threshold} of 10 partitions), and so far below
 * those that it refuses.
 */
final class WriteGroups {
  /** Larger batches of several rows gain nothing. */
  private static final int STATEMENTS_MAX = 100;

  /** The largest request for one partition. */
  private static final long BYTES_MAX = 256 << 10;

  /** The most partitions of one request. */
  static final int PARTITIONS_MAX = 10;

  /** The largest request for several partitions; Cassandra counts a little more than we do. */
  static final long JOINED_BYTES_MAX = 3 << 10;

  /** The bytes that Cassandra counts for a statement besides its values. */
  private static final int STATEMENT_BYTES = 48;

  private WriteGroups() {}

  /** Writes that go in one request, by their positions among all writes. */
  static final class Group {
    private final List<Integer> positions = new ArrayList<>();
    private int partitions = 1;
    private int statements;
    private long bytes;

    List<Integer> positions() {
      return positions;
    }

    int statements() {
      return statements;
    }

    /** Returns whether the request changes several partitions, and so is not atomic. */
    boolean isJoined() {
      return partitions > 1;
    }

    private boolean takes(WritePlan plan) {
      return statements + plan.statements().size() <= STATEMENTS_MAX
          && bytes + plan.bytes() <= BYTES_MAX;
    }

    private void add(int position, WritePlan plan) {
      positions.add(position);
      statements += plan.statements().size();
      bytes += plan.bytes();
    }

    private long joinedBytes() {
      return bytes + (long) STATEMENT_BYTES * statements;
    }

    private boolean takes(Group other) {
      return partitions + other.partitions <= PARTITIONS_MAX
          && joinedBytes() + other.joinedBytes() <= JOINED_BYTES_MAX;
    }

    private void add(Group other) {
      positions.addAll(other.positions);
      partitions += other.partitions;
      statements += other.statements;
      bytes += other.bytes;
    }
  }

  /**
   * Returns the requests for writes; writes that change nothing are in none.
   *
   * @param replicas returns a key that is equal for partitions with the same replicas
   */
  static List<Group> of(List<WritePlan> plans, Function<WritePlan, Object> replicas) {
    List<Group> groups = new ArrayList<>();
    Map<List<ByteBuffer>, Group> open = new LinkedHashMap<>();
    List<Group> alone = new ArrayList<>();
    for (int position = 0; position < plans.size(); position++) {
      WritePlan plan = plans.get(position);
      if (plan.statements().isEmpty()) {
        continue;
      }
      Group group = plan.conditional() ? null : open.get(plan.partition());
      if (group == null || !group.takes(plan)) {
        group = new Group();
        (plan.conditional() ? alone : groups).add(group);
        if (!plan.conditional()) {
          open.put(plan.partition(), group);
        }
      }
      group.add(position, plan);
    }
    alone.addAll(joined(groups, plans, replicas));
    return alone;
  }

  private static List<Group> joined(
      List<Group> groups, List<WritePlan> plans, Function<WritePlan, Object> replicas) {
    List<Group> joined = new ArrayList<>();
    Map<Object, Group> open = new LinkedHashMap<>();
    for (Group group : groups) {
      if (groups.size() == 1 || group.joinedBytes() > JOINED_BYTES_MAX) {
        joined.add(group);
        continue;
      }
      Object key = replicas.apply(plans.get(group.positions.get(0)));
      Group into = open.get(key);
      if (into != null && into.takes(group)) {
        into.add(group);
      } else {
        joined.add(group);
        open.put(key, group);
      }
    }
    return joined;
  }
}
