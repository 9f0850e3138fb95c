package org.portolan.testkit;

import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.portolan.engine.fixture.Call;
import org.portolan.engine.fixture.Fault;

/**
 * The faults of one process, see {@link TestStore#faults}. There are none until a method requests
 * them.
 *
 * <p>Faults of <b>writes</b> are those that the application meets at {@link
 * org.portolan.data.Store#write}: {@link #loseNextAnswer}, {@link #loseNextRequest}, {@link
 * #conflictNextAttempts}, {@link #runEveryWriteTwice}.
 *
 * <p>Faults of <b>calls</b> are those that the data layer meets at the engine: a write makes
 * several calls, and the data layer repeats or completes what it can. Only the calls of the
 * application's threads are counted and get faults, not those of the threads that the store has
 * started; an {@linkplain #outage outage} is for all.
 *
 * <p>Thread-safe. A fault that one thread requests is met by any thread that uses the store.
 */
public final class Faults {
  private static final Duration DELAY_MAX = Duration.ofMinutes(1);

  private long calls;
  private long killAt;
  private boolean killAfter;
  private int unavailable;
  private boolean down;
  private final Set<String> downTables = new HashSet<>();
  private Duration delay = Duration.ZERO;
  private double share;
  private Random random = new Random(0);
  private Lost nextLost = Lost.NOTHING;
  private int conflicts;
  private boolean twice;

  /** The message of a write that is lost on the network. */
  enum Lost {
    NOTHING,
    REQUEST,
    ANSWER
  }

  Faults() {}

  /**
   * Lets the next write be made, and its caller get {@link
   * org.portolan.engine.OutcomeUnknownException}. A write that fails by itself leaves this fault to
   * the next one.
   */
  public synchronized void loseNextAnswer() {
    nextLost = Lost.ANSWER;
  }

  /**
   * Lets the function of the next write run, its changes be lost, and its caller get {@link
   * org.portolan.engine.OutcomeUnknownException}. A write that fails by itself leaves this fault to
   * the next one.
   */
  public synchronized void loseNextRequest() {
    nextLost = Lost.REQUEST;
  }

  /**
   * Lets the next attempts of writes conflict, as if another writer had won: the function runs, its
   * changes are undone, and it runs again. After as many conflicts as {@link
   * org.portolan.data.RetryPolicy#attemptsMax}, the caller gets {@link
   * org.portolan.data.WriteConflictException}.
   *
   * @param count 1 or more
   */
  public synchronized void conflictNextAttempts(int count) {
    conflicts = positive("number of attempts", count);
  }

  /**
   * From now on, the function of every write runs once more after a forced conflict. The two runs
   * are compared: on the same rows they must make the same reads and changes, in the same order.
   * Only points in time ({@link java.time.Instant}) may differ, in values but not in keys. If a
   * read gave another answer because others have written meanwhile, the rest is not compared.
   *
   * <p>Otherwise the write throws an {@link AssertionError} that names the first difference, and
   * changes nothing. So a function that draws ids or counts outside variables is found. A function
   * that only has effects outside the transaction, such as sending a mail, is not found by this
   * comparison: check its effects in the test, since it really runs twice.
   */
  public synchronized void runEveryWriteTwice() {
    twice = true;
  }

  /**
   * Lets the next calls fail with {@link org.portolan.engine.UnavailableException}; they change
   * nothing.
   *
   * @param count 1 or more
   */
  public synchronized void failNextCalls(int count) {
    unavailable = positive("number of calls", count);
  }

  /**
   * Lets every call fail with {@link org.portolan.engine.UnavailableException} until {@link
   * #clear}, background threads included.
   */
  public synchronized void outage() {
    down = true;
  }

  /**
   * Lets every call that reads or changes a table fail with {@link
   * org.portolan.engine.UnavailableException} until {@link #clear}, background threads included.
   *
   * @param table the name of an entity, for the table of its rows; or of another table, as {@code
   *     explain} lists them
   */
  public synchronized void outage(String table) {
    downTables.add(table);
  }

  /**
   * Kills this process before a call: the call is not made. The calling thread gets {@link
   * org.portolan.engine.fixture.ClientKilledError}, as does each thread that uses the store later.
   * Another process can open the store with {@link TestCluster#open}.
   *
   * @param call counted from now, from 1
   */
  public synchronized void killBeforeCall(int call) {
    killAt = calls + positive("number of a call", call);
    killAfter = false;
  }

  /** Like {@link #killBeforeCall}, but the call is made, and its answer never arrives. */
  public synchronized void killAfterCall(int call) {
    killAt = calls + positive("number of a call", call);
    killAfter = true;
  }

  /**
   * Delays every call from now on, in real time.
   *
   * @param newDelay at most a minute; zero for none
   */
  public synchronized void delayCalls(Duration newDelay) {
    if (newDelay.isNegative() || newDelay.compareTo(DELAY_MAX) > 0) {
      throw new IllegalArgumentException(
          "cannot delay calls by " + newDelay + ": choose from 0 to " + DELAY_MAX);
    }
    delay = newDelay;
  }

  /**
   * Lets calls fail at random: they find no server, their answers are lost, or they arrive late,
   * twice or in part. No fault kills the process. The data layer repeats and completes what it can;
   * a write may still end with any exception that {@link org.portolan.data.Store} lists.
   *
   * @param seed decides which calls fail and how, as long as one thread uses the store
   * @param newShare the share of calls that fail, from 0 to 1
   */
  public synchronized void failAtRandom(long seed, double newShare) {
    if (!(newShare >= 0 && newShare <= 1)) {
      throw new IllegalArgumentException(
          "cannot let a share of " + newShare + " of the calls fail: choose from 0 to 1");
    }
    share = newShare;
    random = new Random(seed);
  }

  /** Withdraws all faults that were requested and have not happened. */
  public synchronized void clear() {
    killAt = 0;
    unavailable = 0;
    down = false;
    downTables.clear();
    delay = Duration.ZERO;
    share = 0;
    nextLost = Lost.NOTHING;
    conflicts = 0;
    twice = false;
  }

  /** Returns how many calls the application's threads have made since the store was opened. */
  public synchronized long calls() {
    return calls;
  }

  private static int positive(String what, int number) {
    if (number < 1) {
      throw new IllegalArgumentException("a " + what + " must be 1 or more, not " + number);
    }
    return number;
  }

  /** Forgets the calls of the opening. */
  synchronized void opened() {
    calls = 0;
  }

  /** Decides the fault of a call. */
  synchronized Fault at(Call call) {
    if (!call.background()) {
      calls++;
    }
    if (down || !Collections.disjoint(downTables, call.tables())) {
      return Fault.unavailable();
    }
    return call.background() ? Fault.none() : ofApplication(call).after(delay);
  }

  private Fault ofApplication(Call call) {
    if (killAt != 0 && calls == killAt) {
      return killAfter ? Fault.killAfter() : Fault.killBefore();
    }
    if (unavailable > 0) {
      unavailable--;
      return Fault.unavailable();
    }
    if (share > 0 && random.nextDouble() < share) {
      Fault fault = Fault.any(call, random);
      return fault.answer() == Fault.Answer.KILLED ? Fault.unavailable() : fault;
    }
    return Fault.none();
  }

  synchronized Lost takeLost() {
    Lost taken = nextLost;
    nextLost = Lost.NOTHING;
    return taken;
  }

  synchronized void putBack(Lost lost) {
    nextLost = nextLost == Lost.NOTHING ? lost : nextLost;
  }

  synchronized boolean takeConflict() {
    if (conflicts == 0) {
      return false;
    }
    conflicts--;
    return true;
  }

  synchronized boolean twice() {
    return twice;
  }
}
