package org.portolan.engine.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.portolan.engine.cassandra.WriteGroups.Group;

class WriteGroupsTest {
  private static WritePlan plan(int partition, int statements, boolean conditional, long bytes) {
    List<ByteBuffer> key = List.of(ByteBuffer.allocate(4).putInt(0, partition));
    return new WritePlan(null, key, Collections.nCopies(statements, null), conditional, bytes);
  }

  private static List<List<Integer>> positions(List<Group> groups) {
    return groups.stream().map(group -> List.copyOf(group.positions())).toList();
  }

  private static Object sameReplicas(WritePlan plan) {
    return "all";
  }

  @Test
  void smallChangesOfSeveralPartitions_shareARequestUpToTheLimit() {
    List<WritePlan> plans = new ArrayList<>();
    IntStream.range(0, 25).forEach(number -> plans.add(plan(number, 1, false, 60)));

    List<Group> groups = WriteGroups.of(plans, WriteGroupsTest::sameReplicas);

    assertThat(groups).extracting(group -> group.positions().size()).containsExactly(10, 10, 5);
    assertThat(groups).allMatch(Group::isJoined);
  }

  @Test
  void changesWithOtherReplicas_areSeparateRequests() {
    List<WritePlan> plans = new ArrayList<>();
    IntStream.range(0, 6).forEach(number -> plans.add(plan(number, 1, false, 60)));

    List<Group> groups =
        WriteGroups.of(plans, plan -> plan.partition().get(0).getInt(0) % 2 == 0 ? "even" : "odd");

    assertThat(positions(groups)).containsExactly(List.of(0, 2, 4), List.of(1, 3, 5));
  }

  @Test
  void conditionsAndLargeChanges_shareNoRequest() {
    List<WritePlan> plans =
        List.of(
            plan(1, 1, true, 60),
            plan(2, 1, false, WriteGroups.JOINED_BYTES_MAX),
            plan(3, 1, false, 60),
            plan(4, 1, true, 60),
            plan(5, 0, false, 0));

    List<Group> groups = WriteGroups.of(plans, WriteGroupsTest::sameReplicas);

    assertThat(positions(groups)).containsExactly(List.of(0), List.of(3), List.of(1), List.of(2));
    assertThat(groups).noneMatch(Group::isJoined);
  }

  @Test
  void changesOfOnePartition_stayTogetherAndAtomic() {
    List<WritePlan> plans = new ArrayList<>();
    IntStream.range(0, 150).forEach(number -> plans.add(plan(7, 1, false, 60)));

    List<Group> groups = WriteGroups.of(plans, WriteGroupsTest::sameReplicas);

    assertThat(groups).extracting(group -> group.positions().size()).containsExactly(100, 50);
    assertThat(groups).noneMatch(Group::isJoined);
  }

  @Test
  void requests_ofRandomChanges_holdEachChangeOnceWithinTheLimits() {
    long seed = Long.getLong("portolan.seed", 1);
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      List<WritePlan> plans = new ArrayList<>();
      int size = random.nextInt(60);
      for (int number = 0; number < size; number++) {
        plans.add(
            plan(
                random.nextInt(30),
                random.nextInt(4),
                random.nextInt(8) == 0,
                random.nextInt(random.nextBoolean() ? 100 : 5_000)));
      }
      List<Group> groups = WriteGroups.of(plans, plan -> plan.partition().get(0).getInt(0) % 3);

      List<Integer> sent = new ArrayList<>();
      for (Group group : groups) {
        List<WritePlan> together = group.positions().stream().map(plans::get).toList();
        long partitions = together.stream().map(WritePlan::partition).distinct().count();
        assertThat(group.isJoined()).as("seed %d", seed).isEqualTo(partitions > 1);
        assertThat(partitions).as("seed %d", seed).isLessThanOrEqualTo(WriteGroups.PARTITIONS_MAX);
        if (partitions > 1) {
          assertThat(together.stream().mapToLong(WritePlan::bytes).sum())
              .as("seed %d", seed)
              .isLessThanOrEqualTo(WriteGroups.JOINED_BYTES_MAX);
          assertThat(
                  together.stream().map(plan -> plan.partition().get(0).getInt(0) % 3).distinct())
              .as("seed %d", seed)
              .hasSize(1);
        }
        assertThat(together.size() == 1 || together.stream().noneMatch(WritePlan::conditional))
            .as("seed %d", seed)
            .isTrue();
        sent.addAll(group.positions());
      }
      assertThat(sent)
          .as("seed %d", seed)
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, size)
                  .filter(number -> !plans.get(number).statements().isEmpty())
                  .boxed()
                  .toList());
    }
  }
}
