package org.portolan.follow;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.portolan.data.Store;
import org.portolan.design.Mapping;
import org.portolan.migrate.FinalComparison;
import org.portolan.migrate.MigrateException;
import org.portolan.migrate.Migration;
import org.portolan.migrate.MigrationOptions;
import org.portolan.migrate.SwitchNote;
import org.portolan.migrate.Verification.TableResult;
import org.portolan.migrate.sql.JdbcSource;

/**
 * A migration that follows its database and, if it is asked to, switches over: copy, follow until
 * the lag is small, stop the writers, apply what is left, compare. Used by one thread, except
 * {@link #stop}.
 */
public final class FollowedMigration implements AutoCloseable {
  private final String url;
  private final Store store;
  private final Mapping mapping;
  private final MigrationOptions options;
  private final Consumer<String> tell;
  private final Follower follower;
  private volatile boolean stopping;

  /** What must be done if this ended now, so that the writers go on; empty if they do. */
  private volatile String remedy = "";

  /** The steps that the caller shows in its own way. */
  public interface Steps {
    /** Copies the rows of the database, of a snapshot that is taken now. */
    void copy();

    /** Called when all rows are copied, before following begins. */
    default void copied() {}

    /**
     * Compares the store with the database.
     *
     * @param migration of the database as its writers left it
     * @return the result of each table
     */
    List<TableResult> verify(Migration migration);
  }

  /** How writers are stopped. */
  public sealed interface CutOver {
    /** The database is made read-only. */
    record ReadOnly() implements CutOver {}

    /**
     * A command stops them, run by a shell; it must succeed when no writer is left.
     *
     * @param timeMax after which it is killed, and nothing is switched
     */
    record Hook(String command, Duration timeMax) implements CutOver {
      private static final Duration TIME_MAX = Duration.ofMinutes(10);

      /** A command that may take ten minutes. */
      public Hook(String command) {
        this(command, TIME_MAX);
      }
    }
  }

  /** How to switch over. */
  public record Switch(CutOver means, boolean acceptRejects) {}

  /** How the migration ended. */
  public enum Outcome {
    /** It was stopped, and can be continued. */
    STOPPED,
    /** Writers are stopped, and the store has what the database has. */
    SWITCH,
    /** Writers are stopped, and the store differs. */
    DIFFERS
  }

  /**
   * Prepares to follow, before anything is copied.
   *
   * @param tell is given lines for people
   * @throws MigrateException as {@link Follower#Follower}
   */
  public FollowedMigration(
      String url, Store store, Mapping mapping, MigrationOptions options, Consumer<String> tell) {
    this.url = url;
    this.store = store;
    this.mapping = mapping;
    this.options = options;
    this.tell = tell;
    this.follower = new Follower(url, store, mapping, options, tell);
  }

  /**
   * Lets {@link #run} end soon while it follows, and without a switch while it switches over; tells
   * how writers can go on that are stopped. May be called by any thread.
   */
  public void stop() {
    stopping = true;
    follower.stop();
    tellRemedy();
  }

  private void tellRemedy() {
    String word = remedy;
    if (!word.isEmpty()) {
      tell.accept(word);
    }
  }

  /**
   * Runs it.
   *
   * @param switching how to switch over when the lag is under a second; empty to follow until
   *     {@link #stop}
   */
  public Outcome run(Steps steps, Optional<Switch> switching) {
    if (!follower.isCopied()) {
      steps.copy();
      follower.copied();
    }
    steps.copied();
    if (follower.follow(switching.isPresent()) == Follower.End.STOPPED) {
      return stopped();
    }
    try {
      Outcome outcome = cutOver(steps, switching.orElseThrow());
      remedy = "";
      return outcome;
    } catch (RuntimeException e) {
      tellRemedy();
      throw e;
    }
  }

  private Outcome stopped() {
    SwitchNote.forget(store);
    tell.accept("stopped; continue with --resume --follow");
    String giveUp = follower.forgetByHand();
    if (!giveUp.isEmpty()) {
      tell.accept("to give up instead: " + giveUp);
    }
    return Outcome.STOPPED;
  }

  private Outcome cutOver(Steps steps, Switch how) {
    if (!stopWriters(how.means()) || !follower.drain()) {
      return stopped();
    }
    long rejected;
    tell.accept("the log is applied to its end; comparing");
    List<TableResult> results;
    try (JdbcSource source = new JdbcSource(url, 1, false)) {
      Migration last = new Migration(source, mapping, store.design(), options, rows -> {});
      rejected = FinalComparison.run(last, store, follower.compared());
      results = steps.verify(last);
    }
    if (rejected > 0) {
      tell.accept(rejected + " rows do not fit; they are in " + options.rejects());
    }
    // After a signal nobody expects the switch.
    return stopping ? stopped() : decide(results, how);
  }

  private Outcome decide(List<TableResult> results, Switch how) {
    boolean readOnly = how.means() instanceof CutOver.ReadOnly;
    Optional<String> obstacle = obstacle(results, how.acceptRejects());
    if (obstacle.isPresent()) {
      SwitchNote.forget(store);
      tell.accept(
          "do not switch yet: "
              + obstacle.get()
              + (readOnly
                  ? "; to let the writers go on: " + follower.undo()
                  : "; let the writers go on")
              + "; then continue with --resume --follow");
      return Outcome.DIFFERS;
    }
    long absent = absent(results);
    if (absent > 0) {
      tell.accept(
          absent == 1
              ? "1 row of the database is not in the store, and stays behind"
              : absent + " rows of the database are not in the store, and stay behind");
    }
    SwitchNote.keep(store);
    follower.forget();
    tell.accept("switch now");
    if (readOnly) {
      tell.accept("to let the database's writers go on instead: " + follower.undo());
    }
    return Outcome.SWITCH;
  }

  /**
   * Returns why the application must not switch to the store; empty if it may.
   *
   * @param acceptRejects whether rows of the database may be absent from the store
   */
  static Optional<String> obstacle(List<TableResult> results, boolean acceptRejects) {
    long differing = results.stream().filter(table -> !table.isClean()).count();
    long unfit = results.stream().mapToLong(TableResult::unfit).sum();
    if (differing + unfit == 0) {
      return Optional.empty();
    }
    boolean onlyAbsent =
        results.stream().allMatch(table -> table.surplus() == 0 && table.different() == 0);
    if (onlyAbsent && acceptRejects) {
      return Optional.empty();
    }
    return Optional.of(
        (differing == 1 ? "1 table differs" : differing + " tables differ")
            + (unfit > 0 ? ", and " + unfit + " rows do not fit the design" : "")
            + (onlyAbsent
                ? "; " + absent(results) + " rows are absent, which --accept-rejects admits"
                : ""));
  }

  /** Returns how many rows of the database are not in the store. */
  private static long absent(List<TableResult> results) {
    return results.stream().mapToLong(table -> table.unfit() + table.missing()).sum();
  }

  /** Stops the writers; returns false if a signal came first. */
  private boolean stopWriters(CutOver means) {
    if (means instanceof CutOver.Hook hook) {
      tell.accept("stopping the writers by: " + hook.command());
      remedy = "the hook may have stopped the writers; let them go on";
      return new StopHook(hook.command(), hook.timeMax()).run(() -> stopping);
    }
    // Asked now, because a signal may come at any time.
    String undo = follower.undo();
    tell.accept("stopping the writers: the database becomes read-only; to let them go on: " + undo);
    remedy = "the database may be read-only by now; to let the writers go on: " + undo;
    tell.accept("note: " + follower.stopWriters());
    return true;
  }

  @Override
  public void close() {
    follower.close();
  }
}
