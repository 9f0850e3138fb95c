package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.portolan.engine.Condition;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.Row;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.cassandra.WriteGroups.Group;

/**
 * Writes rows. The changes of one partition without conditions go in one logged batch: Cassandra
 * applies it as a single change and, since it is one partition, writes no batch log. Small changes
 * of several partitions share unlogged batches, see {@link WriteGroups}; Cassandra applies the part
 * of each partition as a single change. Each change on a condition is a separate lightweight
 * transaction.
 */
final class Writer {
  private final Function<String, TableHandle> tables;
  private final WritePlanner planner;
  private final Requests requests;
  private final PartitionQueues queues;
  private final Clock clock;
  private final Levels levels;
  private final Statements statements;
  private final Function<BoundStatement, Object> replicas;

  /**
   * @param replicas returns a key that is equal for statements of partitions with the same replicas
   */
  Writer(
      Function<String, TableHandle> tables,
      Statements statements,
      Requests requests,
      PartitionQueues queues,
      Clock clock,
      Levels levels,
      Function<BoundStatement, Object> replicas) {
    this.replicas = replicas;
    this.tables = tables;
    this.requests = requests;
    this.queues = queues;
    this.clock = clock;
    this.levels = levels;
    this.statements = statements;
    planner = new WritePlanner(statements, levels, clock);
  }

  /** Mutations that are sent together, by their positions among the requested ones. */
  private record Sending(Group group, String act, CompletableFuture<AsyncResultSet> answer) {
    List<Integer> positions() {
      return group.positions();
    }
  }

  /** Refuses a mutation that cannot be written, otherwise encodes it. */
  RowChange change(Mutation mutation) {
    CassandraCapabilities.ALL.requireFor(mutation);
    return new RowChange(tables.apply(mutation.table()), mutation);
  }

  List<Boolean> write(List<Mutation> mutations) {
    List<RowChange> changes = mutations.stream().map(this::change).toList();
    List<WritePlan> plans = new ArrayList<>(changes.size());
    changes.forEach(change -> plans.add(planner.plan(change)));
    Boolean[] held = new Boolean[plans.size()];
    Arrays.fill(held, true);
    Outcome outcome = new Outcome();
    List<Sending> sent = new ArrayList<>();
    try {
      for (Group group : WriteGroups.of(plans, plan -> replicas.apply(plan.statements().get(0)))) {
        sent.add(send(group, plans));
      }
      for (int index = 0; index < held.length; index++) {
        if (plans.get(index).conditional() && plans.get(index).statements().isEmpty()) {
          held[index] = holds(plans.get(index).change());
        }
      }
    } catch (RuntimeException failure) {
      outcome.failed(failure);
    }
    for (Sending sending : sent) {
      try {
        AsyncResultSet answer = Requests.awaitWrite(sending.act, sending.answer);
        outcome.succeeded();
        if (plans.get(sending.positions().get(0)).conditional()) {
          held[sending.positions().get(0)] = answer.wasApplied();
        }
      } catch (RuntimeException failure) {
        outcome.failed(sending.group.isJoined() ? Failures.ofJoinedWrite(failure) : failure);
      }
    }
    outcome.check(mutations.size());
    return List.of(held);
  }

  /** Decides what to throw if several requests ended differently. */
  private static final class Outcome {
    private RuntimeException failure;
    private boolean changed;

    void succeeded() {
      changed = true;
    }

    void failed(RuntimeException next) {
      // The worst failure wins: first an unknown outcome, last that nothing was changed.
      if (failure == null
          || failure instanceof UnavailableException
          || next instanceof OutcomeUnknownException) {
        failure = next;
      }
    }

    void check(int mutations) {
      if (failure instanceof UnavailableException && changed) {
        throw new OutcomeUnknownException(
            "of "
                + mutations
                + " changes, some were made and others were not: "
                + failure.getMessage(),
            failure);
      }
      if (failure != null) {
        throw failure;
      }
    }
  }

  private Sending send(Group group, List<WritePlan> plans) {
    WritePlan first = plans.get(group.positions().get(0));
    String act = "change " + describe(group, first);
    if (!first.conditional()) {
      Statement<?> statement = statement(group, plans);
      return new Sending(group, act, requests.start(act, () -> requests.send(statement)));
    }
    clock.passColumns(requests.timeout());
    BoundStatement statement = first.statements().get(0);
    Object partition = List.of(first.change().table.name(), first.partition());
    return new Sending(
        group,
        act,
        requests.startCondition(act, () -> queues.run(partition, () -> requests.send(statement))));
  }

  private static String describe(Group group, WritePlan first) {
    return group.positions().size() == 1
        ? "row " + first.change().mutation.rowKey()
        : group.positions().size() + " rows";
  }

  private Statement<?> statement(Group group, List<WritePlan> plans) {
    List<BoundStatement> all = new ArrayList<>(group.statements());
    group.positions().forEach(position -> all.addAll(plans.get(position).statements()));
    if (all.size() == 1) {
      return all.get(0);
    }
    return BatchStatement.builder(
            group.isJoined() ? DefaultBatchType.UNLOGGED : DefaultBatchType.LOGGED)
        .addStatements(Collections.unmodifiableList(all))
        .setConsistencyLevel(levels.write())
        .setIdempotence(true)
        .build();
  }

  /** Decides the condition of a mutation that changes nothing. */
  private boolean holds(RowChange change) {
    Condition condition = change.mutation.condition().orElseThrow();
    ConsistencyLevel serial = levels.serial();
    RowReader reader = new RowReader(tables, statements, requests, serial);
    Mutation mutation = change.mutation;
    String family =
        condition instanceof Condition.Absent absent
            ? absent.family()
            : ((Condition.ColumnEquals) condition).family();
    Row row =
        reader
            .read(List.of(Get.of(mutation.table(), mutation.key(), FamilyRead.all(family))))
            .get(0);
    if (condition instanceof Condition.ColumnEquals equal) {
      int column = change.table.columns(family).declared().position(equal.column());
      return row.family(family)
          .map(values -> equal.value().equals(values.get(column)))
          .orElse(false);
    }
    return row.family(family).isEmpty();
  }
}
