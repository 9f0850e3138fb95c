package org.portolan.follow;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.portolan.cluster.FetchedJars;
import org.portolan.data.Patience;
import org.portolan.data.Store;
import org.portolan.design.Mapping;
import org.portolan.jdbc.DatabaseKind;
import org.portolan.jdbc.JdbcUrl;
import org.portolan.migrate.ChangeApplier;
import org.portolan.migrate.FollowNote;
import org.portolan.migrate.MigrateException;
import org.portolan.migrate.Migration;
import org.portolan.migrate.MigrationOptions;
import org.portolan.migrate.RowChange;
import org.portolan.migrate.sql.JdbcSource;

/**
 * Follows the log of a database into a store. The place in the log is taken before the snapshot of
 * the copy, so no change is missed; those that the copy has already are applied once more, which
 * changes nothing. Used by one thread, except {@link #stop}.
 */
public final class Follower implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final long TELL_EVERY_NANOS = 5_000_000_000L;
  private static final long LAG_NANOS_SMALL = 1_000_000_000L;
  private static final long KEEP_EVERY_NANOS = 30_000_000_000L;
  private static final int BATCH_ROWS = 2_000;

  /** How long locks of other sessions may delay the switch when the writers are stopped. */
  private static final long LOCK_NANOS_MAX = 60_000_000_000L;

  private final String url;
  private final Store store;
  private final Consumer<String> tell;
  private final FollowedDatabase database;
  private final ChangeApplier applier;
  private final boolean copied;
  private final Marks marks;
  private FollowNote note;
  private DebeziumLog log;
  private long keepNanos = System.nanoTime();
  private boolean draining;
  private boolean rivalsFound;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Outages outages;

  /** Why following ended. */
  public enum End {
    /** Somebody called {@link Follower#stop}. */
    STOPPED,
    /** The store has everything that was committed a second ago. */
    CAUGHT_UP
  }

  /**
   * Makes the database keep its log for a migration, unless it does so already, and fetches what is
   * needed to read it. To be called before the snapshot of the copy is taken.
   *
   * @param tell is given lines for people
   * @throws MigrateException if the database cannot be followed; the message says what to change
   */
  public Follower(
      String url, Store store, Mapping mapping, MigrationOptions options, Consumer<String> tell) {
    this.url = url;
    this.store = store;
    this.tell = tell;
    this.outages = new Outages(tell, stopping);
    this.database = FollowedDatabase.of(url);
    this.marks = new Marks(database);
    try (JdbcSource source = new JdbcSource(url, 1, false)) {
      // Only its plan is used here; it reads nothing.
      Migration plan = new Migration(source, mapping, store.design(), options, rows -> {});
      // Before anything is made in the database.
      plan.requireStart(store);
      this.applier = new ChangeApplier(plan, store, database.database());
    }
    database.restrict(applier);
    Optional<FollowNote> known = FollowNote.of(store);
    String shown = JdbcUrl.shown(url);
    if (known.isPresent() && !options.resume()) {
      throw new MigrateException(
          "cannot migrate into "
              + store.uri()
              + ": it follows a database already; give --resume to continue, or name an empty"
              + " store");
    }
    Optional<String> lost =
        known.flatMap(earlier -> database.lost(earlier.place(), applier.tables()));
    if (known.isPresent() && lost.isEmpty()) {
      note = known.get();
      applier.resume(note);
      copied = note.copied();
    } else {
      if (known.isPresent()) {
        tell.accept(
            "the log of "
                + shown
                + " does not reach back to where it was left, for "
                + lost.orElseThrow()
                + "; all rows are compared once");
      }
      tell.accept(
          "marking the place in the log"
              + (database.url().kind() == DatabaseKind.POSTGRESQL
                  ? ", which waits for transactions that are open now"
                  : ""));
      note = FollowNote.begun(shown, database.begin(applier, name()));
      note.keep(store);
      copied = false;
    }
    applier
        .compared()
        .forEach(
            (table, reason) ->
                tell.accept("note: table " + table + " is compared at the cut-over: " + reason));
    if (applier.waiting() > 0) {
      tell.accept(
          "note: "
              + applier.waiting()
              + " changed rows did not fit when following ended, for example "
              + applier.exampleOfWaiting().orElse("")
              + "; they are tried again");
    }
  }

  /** The name of what is made in the database for this store. */
  private String name() {
    return FollowedDatabase.NAME
        + "_"
        + HexFormat.of().toHexDigits(store.uri().hashCode())
        + HexFormat.of().toHexDigits(url.hashCode());
  }

  /**
   * Returns whether the rows were copied by an earlier run, so that nothing is left but to follow.
   */
  public boolean isCopied() {
    return copied;
  }

  /** Notes that the rows are copied. */
  public void copied() {
    note = note.at(note.place(), applier);
    note.keep(store);
  }

  /** Lets {@link #follow} end soon, with everything noted. May be called by any thread. */
  public void stop() {
    stopping.countDown();
  }

  private boolean isStopping() {
    return stopping.getCount() == 0;
  }

  /** Returns the tables that are compared at the end. */
  public List<String> compared() {
    return List.copyOf(applier.compared().keySet());
  }

  /** Returns how many changes were applied. */
  public long applied() {
    return applier.applied();
  }

  /**
   * Applies changes as they come, until {@link #stop} is called.
   *
   * @param untilCaughtUp whether to end when the lag is under a second
   * @throws MigrateException if the log cannot be read any more
   */
  public End follow(boolean untilCaughtUp) {
    boolean told = false;
    long tellNanos = System.nanoTime() + TELL_EVERY_NANOS;
    while (!isStopping()) {
      step();
      boolean small = marks.isLagKnown() && marks.lagNanos() < LAG_NANOS_SMALL;
      if (small && !told) {
        told = true;
        progress();
        if (!untilCaughtUp) {
          tell.accept(
              "the lag is under a second; stop this, and give --resume --follow --cut-over to"
                  + " switch over");
        }
      }
      if (small && untilCaughtUp) {
        return End.CAUGHT_UP;
      }
      if (System.nanoTime() - tellNanos >= 0) {
        progress();
        tellNanos = System.nanoTime() + TELL_EVERY_NANOS;
      }
    }
    progress();
    return End.STOPPED;
  }

  private void start() {
    if (log != null) {
      return;
    }
    // Debezium would make a slot that is gone anew, without a word.
    database
        .lost(note.place(), applier.tables())
        .ifPresent(
            lost -> {
              throw lost(lost, null);
            });
    boolean fetch = !FetchedJars.DEBEZIUM.arePresent();
    if (fetch) {
      tell.accept("fetching Debezium, once: some " + FetchedJars.DEBEZIUM.count() + " jars, 45 MB");
    }
    Path jars = FetchedJars.DEBEZIUM.get(fetched -> {});
    Properties properties = database.properties(note.place(), applier.tables());
    properties.setProperty("name", FollowedDatabase.NAME);
    properties.setProperty("topic.prefix", FollowedDatabase.NAME);
    properties.setProperty("offset.flush.interval.ms", "0");
    properties.setProperty("heartbeat.interval.ms", "200");
    properties.setProperty("poll.interval.ms", "50");
    properties.setProperty("max.batch.size", Integer.toString(BATCH_ROWS));
    properties.setProperty("max.queue.size", Integer.toString(4 * BATCH_ROWS));
    properties.setProperty("tombstones.on.delete", "false");
    properties.setProperty("skipped.operations", "none");
    properties.setProperty("decimal.handling.mode", "string");
    // A year of two digits is one.
    properties.setProperty("enable.time.adjuster", "false");
    properties.setProperty("errors.max.retries", "0");
    log = new DebeziumLog(jars, properties);
  }

  /** Returns the pattern of Debezium that matches these names and no others. */
  static String patterns(List<String> tables) {
    return tables.stream()
        .map(name -> name.replaceAll("[^A-Za-z0-9_]", "\\\\$0"))
        .collect(Collectors.joining(","));
  }

  /** Applies the next changes, if any come soon. What did not succeed is done again. */
  private void step() {
    try {
      attempt();
    } catch (RuntimeException e) {
      if (e instanceof MigrateException shape && ofAnotherShape(shape)) {
        throw beginAnew(shape);
      }
      // A server that was restarted lets writers go on, so nothing is repeated without them.
      if (draining || e instanceof LostException || !Outages.mayPass(e)) {
        throw e;
      }
      closeLog();
      applier.close();
      outages.pause(e);
    }
  }

  private void attempt() {
    findRivals();
    start();
    marks.take();
    List<LogRecord> records;
    try {
      records = log.poll(POLL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MigrateException("following was interrupted; continue with --resume --follow", e);
    } catch (DebeziumLog.EndedException e) {
      Optional<String> lost = database.lost(note.place(), applier.tables());
      throw lost.isPresent() ? lost(lost.get(), e) : e;
    }
    List<RowChange> changes =
        records.stream().map(LogRecord::change).flatMap(Optional::stream).toList();
    boolean done = waitingForLocks(() -> applier.apply(changes, database.visibility(records)));
    if (!done || records.isEmpty()) {
      return;
    }
    applier.flush();
    LogRecord last = records.get(records.size() - 1);
    String place = database.placeAfter(last).orElse(note.place());
    FollowNote next = note.at(place, applier);
    long now = System.nanoTime();
    // Without changes, from time to time: the database keeps its log for some days only.
    if (!changes.isEmpty()
        || !next.compared().equals(note.compared())
        || !next.waiting().equals(note.waiting())
        || now - keepNanos >= 0) {
      next.keep(store);
      note = next;
      keepNanos = now + KEEP_EVERY_NANOS;
    }
    log.acknowledge();
    outages.over();
    marks.passed(records);
  }

  private void findRivals() {
    if (rivalsFound || !applier.mayHaveRivals()) {
      return;
    }
    try (JdbcSource source = new JdbcSource(url, 1, false)) {
      applier.findRivals(source);
    }
    rivalsFound = true;
  }

  /** The log does not reach back to where it was left. */
  private static final class LostException extends MigrateException {
    private static final long serialVersionUID = 1L;

    LostException(String message, MigrateException cause) {
      super(message, cause);
    }
  }

  private LostException lost(String what, MigrateException cause) {
    return new LostException(
        "cannot follow the log of "
            + JdbcUrl.shown(url)
            + " any further: "
            + what
            + "; give --resume --follow, which compares all rows once and follows from now on",
        cause);
  }

  /**
   * Reads rows of the database again and again while other sessions lock their tables.
   *
   * @return false if it was stopped before
   */
  private boolean waitingForLocks(Runnable reads) {
    long endNanos = System.nanoTime() + (draining ? LOCK_NANOS_MAX : Long.MAX_VALUE / 2);
    while (true) {
      try {
        reads.run();
        return true;
      } catch (RuntimeException e) {
        if (!FollowedDatabase.isLockTimeout(e)) {
          throw e;
        }
        if (isStopping()) {
          return false;
        }
        String locked =
            "a session has locked a table whose changed rows must be read; "
                + database.lockHolders();
        if (System.nanoTime() - endNanos >= 0) {
          throw new MigrateException(
              "cannot apply the log of "
                  + JdbcUrl.shown(url)
                  + " to its end: "
                  + locked
                  + "; end that session, and continue with --resume --follow",
              e);
        }
        tell.accept("waiting: " + locked);
      }
    }
  }

  /**
   * Returns whether the log has rows from before a table was altered. What tables look like is read
   * from the database when following begins, so these can never be read.
   */
  private static boolean ofAnotherShape(MigrateException e) {
    return e.getMessage().contains("internal schema size");
  }

  private MigrateException beginAnew(MigrateException e) {
    closeLog();
    FollowNote.forget(store);
    return new MigrateException(
        "cannot follow the log any further: a table was altered, and the log has rows from before;"
            + " give --resume --follow, which compares all rows once and follows from now on",
        e);
  }

  private void progress() {
    String lag =
        marks.isLagKnown()
            ? String.format(Locale.ROOT, "%.1f s", marks.lagNanos() / 1e9)
            : "not known yet";
    String waiting = applier.exampleOfWaiting().map(row -> ", for example " + row).orElse("");
    tell.accept(
        String.format(
            Locale.ROOT,
            "follow: %,d changes applied, lag %s, %,d rows do not fit%s",
            applier.applied(),
            lag,
            applier.waiting(),
            waiting));
  }

  /**
   * Stops the writers of the database by its own means, and applies what they have written.
   *
   * @return what the database does not stop, for people
   */
  public String stopWriters() {
    // Our own session would be ended too.
    applier.close();
    return database.stopWriters();
  }

  /** Returns the statement that lets writers go on. */
  public String undo() {
    return database.undo();
  }

  /**
   * Applies everything that is in the log now. The tables of rows that do not fit are compared.
   *
   * @return false if it was stopped before
   */
  public boolean drain() {
    draining = true;
    start();
    marks.takeLast();
    while (!marks.areReached()) {
      if (isStopping()) {
        return false;
      }
      step();
    }
    // Each pass may let rows fit that the one before could not.
    long before = Long.MAX_VALUE;
    while (applier.waiting() > 0 && applier.waiting() < before) {
      before = applier.waiting();
      if (!waitingForLocks(applier::retry)) {
        return false;
      }
    }
    applier.flush();
    note = note.at(note.place(), applier);
    note.keep(store);
    return true;
  }

  /**
   * Ends following for good: removes from the database what was made for it. What it refuses to
   * remove is told, with the statements that do, and is no failure: the store has everything.
   */
  public void forget() {
    closeLog();
    try {
      database.forget(note.place());
    } catch (RuntimeException e) {
      tell.accept("note: " + e.getMessage() + "; do so: " + database.forgetByHand(note.place()));
    }
    Patience.ofMinutes().run(() -> FollowNote.forget(store));
  }

  /** Returns the statements that remove from the database what was made for following. */
  public String forgetByHand() {
    return database.forgetByHand(note.place());
  }

  private void closeLog() {
    if (log != null) {
      log.close();
      log = null;
    }
  }

  @Override
  public void close() {
    closeLog();
    applier.close();
    database.close();
  }
}
