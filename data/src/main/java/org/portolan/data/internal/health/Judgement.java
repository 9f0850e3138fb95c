package org.portolan.data.internal.health;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.data.StoreActivity;
import org.portolan.data.StoreActivity.Session;
import org.portolan.data.StoreActivity.Sweeps;
import org.portolan.data.StoreActivity.Task;
import org.portolan.data.StoreActivity.Waiting;
import org.portolan.data.StoreHealth;
import org.portolan.data.StoreHealth.Status;
import org.portolan.data.internal.health.EngineProbe.Answer;

/** Judges the health of a store. */
public final class Judgement {
  /** The share of the rows that may wait from which their number is a reason. */
  private static final int ROWS_CONCERN = Waiting.ROWS_MAX / 2;

  /** For how long sweeps may leave rows to later ones without a reason. */
  private static final Duration PENDING_CONCERN = Duration.ofMinutes(5);

  private Judgement() {}

  public static StoreHealth of(Answer answer, StoreActivity activity) {
    List<String> reasons = new ArrayList<>();
    activity.tasks().forEach(task -> judge(task, reasons));
    activity.session().ifPresent(session -> judge(session, reasons));
    activity.sweeps().ifPresent(sweeps -> judge(sweeps, reasons));
    judge(activity.waiting(), reasons);
    Status status = reasons.isEmpty() ? Status.UP : Status.DEGRADED;
    if (answer.fault().isPresent()) {
      reasons.add(0, answer.fault().get());
      status = Status.DOWN;
    }
    Optional<Duration> took =
        answer.fault().isPresent() ? Optional.empty() : Optional.of(answer.time());
    return new StoreHealth(status, reasons, took, activity);
  }

  private static void judge(Task task, List<String> reasons) {
    if (!task.running()) {
      reasons.add(task.name() + " has ended and does no more work; open the store again");
    } else if (task.failuresInRow() > 0) {
      reasons.add(
          task.name()
              + " has failed "
              + task.failuresInRow()
              + " times in a row and goes on trying: "
              + task.lastFailure().orElse("?"));
    }
  }

  private static void judge(Session session, List<String> reasons) {
    if (session.lease().isZero()) {
      reasons.add(
          "the session of this process was not renewed in time; the next write renews it first, so"
              + " it fails if the engine makes no conditional writes");
    }
  }

  private static void judge(Sweeps sweeps, List<String> reasons) {
    if (sweeps.overdue()) {
      reasons.add(
          "no sweep has ended for "
              + sweeps.since().toSeconds()
              + " s, although one is due every "
              + sweeps.interval().toSeconds()
              + " s; the rows of dead processes stay unfinished, and counters are not folded");
    }
    if (sweeps.pendingFor().compareTo(PENDING_CONCERN) > 0) {
      reasons.add(
          "for "
              + sweeps.pendingFor().toSeconds()
              + " s every sweep has left rows or sessions that it could not finish, so counters are"
              + " not folded; the log names them, and so does a check");
    }
  }

  private static void judge(Waiting waiting, List<String> reasons) {
    if (waiting.rows() >= ROWS_CONCERN) {
      reasons.add(
          waiting.rows()
              + " rows wait for their derived changes or the end of their writes; at "
              + Waiting.ROWS_MAX
              + " writers wait for them");
    }
  }
}
