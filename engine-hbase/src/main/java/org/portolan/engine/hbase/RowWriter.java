package org.portolan.engine.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.portolan.engine.EngineException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.adapter.Deadline;

/**
 * Sends requests to change rows, and repeats a request until the timeout if the repetition can do
 * no harm. If the answer to a conditional request is lost, HBase's own client sends it again, and
 * reports that the condition does not hold although its own first attempt changed the row. Here
 * such a request is repeated only if the server cannot have made it; otherwise the caller gets an
 * unknown outcome. The same holds for additions to counters. Thread-safe.
 *
 * <p>Nothing is sent again after the timeout, not even by a process that was suspended meanwhile:
 * if a put arrives hours late, HBase may already have forgotten the removal with a higher version.
 */
final class RowWriter {
  private static final long PAUSE_NANOS_MIN = 10_000_000;
  private static final long PAUSE_NANOS_MAX = 1_000_000_000;

  private final Cluster cluster;

  RowWriter(Cluster cluster) {
    this.cluster = cluster;
  }

  /** A request on its way. Confined to the thread that made it. */
  static final class Request {
    private final RowKey row;
    private final TableName table;
    private final Row action;
    private final boolean repeatable;
    private boolean done;
    private boolean held;
    private boolean unknown;
    private Failures.Attempt last;
    private Throwable failure;

    Request(RowKey row, TableName table, Row action, boolean repeatable) {
      this.row = row;
      this.table = table;
      this.action = action;
      this.repeatable = repeatable;
    }

    /** Whether the condition of the request held, if it had one. */
    boolean held() {
      return held;
    }

    private void answered(Object answer) {
      done = true;
      held = !(answer instanceof CheckAndMutateResult result) || result.isSuccess();
    }

    private void failed(Throwable why) {
      failure = why;
      last = Failures.attempt(why);
      unknown |= last == Failures.Attempt.UNKNOWN;
    }

    private boolean mayBeRepeated() {
      return last == Failures.Attempt.NOT_MADE || (last == Failures.Attempt.UNKNOWN && repeatable);
    }
  }

  /**
   * @throws UnavailableException if no request was made
   * @throws OutcomeUnknownException if some requests may have been made and others not
   */
  void send(List<Request> requests) {
    Deadline deadline = Deadline.after(cluster.timeout());
    long end = Failures.end(cluster.timeout());
    long pause = PAUSE_NANOS_MIN;
    List<Request> open = requests;
    while (true) {
      attempt(open, end);
      open = open.stream().filter(request -> !request.done).toList();
      if (open.isEmpty()) {
        return;
      }
      boolean hopeless = !open.stream().allMatch(Request::mayBeRepeated);
      if (hopeless || deadline.isWithin(pause) || Thread.currentThread().isInterrupted()) {
        throw failure(requests, open);
      }
      LockSupport.parkNanos(pause);
      if (deadline.isOver()) {
        throw failure(requests, open);
      }
      pause = Math.min(2 * pause, PAUSE_NANOS_MAX);
    }
  }

  private static EngineException failure(List<Request> all, List<Request> open) {
    Request shown =
        open.stream().filter(request -> !request.mayBeRepeated()).findFirst().orElse(open.get(0));
    String act =
        "change row " + shown.row + (all.size() == 1 ? "" : ", one of " + all.size() + " rows");
    boolean unknown = all.stream().anyMatch(request -> request.unknown || request.done);
    if (unknown) {
      return new OutcomeUnknownException(
          "the outcome of the attempt to "
              + act
              + " is unknown: "
              + Failures.describe(Failures.root(shown.failure))
              + "; read the row before you try again",
          shown.failure);
    }
    if (Thread.currentThread().isInterrupted()) {
      return new EngineException(
          "cannot " + act + ": interrupted between two attempts; nothing was changed",
          shown.failure);
    }
    if (shown.last == Failures.Attempt.REFUSED) {
      return Failures.refused(act, shown.failure);
    }
    return new UnavailableException(
        "cannot "
            + act
            + " now: "
            + Failures.describe(Failures.root(shown.failure))
            + "; nothing was changed, try again",
        shown.failure);
  }

  private void attempt(List<Request> requests, long end) {
    List<CompletableFuture<?>> answers = new ArrayList<>(requests.size());
    if (requests.size() == 1) {
      Request request = requests.get(0);
      answers.add(sendOne(cluster.forWrites(request.table), request.action));
    } else {
      answers.addAll(sendMany(requests));
    }
    for (int index = 0; index < requests.size(); index++) {
      Request request = requests.get(index);
      try {
        request.answered(Failures.awaitUntil(answers.get(index), end));
      } catch (IOException failure) {
        request.failed(failure);
      }
    }
  }

  private static CompletableFuture<?> sendOne(
      AsyncTable<AdvancedScanResultConsumer> table, Row action) {
    if (action instanceof Put put) {
      return table.put(put);
    } else if (action instanceof CheckAndMutate checked) {
      return table.checkAndMutate(checked);
    } else if (action instanceof RowMutations mutations) {
      return table.mutateRow(mutations);
    } else if (action instanceof Delete delete) {
      return table.delete(delete);
    }
    return table.increment((Increment) action);
  }

  /** Returns the answers in the order of the requests. */
  private List<CompletableFuture<?>> sendMany(List<Request> requests) {
    Map<TableName, List<Integer>> places = new LinkedHashMap<>();
    for (int index = 0; index < requests.size(); index++) {
      places.computeIfAbsent(requests.get(index).table, any -> new ArrayList<>()).add(index);
    }
    CompletableFuture<?>[] answers = new CompletableFuture<?>[requests.size()];
    places.forEach(
        (table, indexes) -> {
          List<Row> actions = indexes.stream().map(index -> requests.get(index).action).toList();
          List<? extends CompletableFuture<?>> sent = sendTo(cluster.forWrites(table), actions);
          for (int at = 0; at < sent.size(); at++) {
            answers[indexes.get(at)] = sent.get(at);
          }
        });
    return List.of(answers);
  }

  /** A batch of one request would cost this process twice as much time as the request alone. */
  private static List<? extends CompletableFuture<?>> sendTo(
      AsyncTable<AdvancedScanResultConsumer> table, List<Row> actions) {
    return actions.size() == 1
        ? List.of(sendOne(table, actions.get(0)))
        : table.<Object>batch(actions);
  }
}
