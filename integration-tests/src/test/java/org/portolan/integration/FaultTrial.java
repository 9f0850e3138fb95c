package org.portolan.integration;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.portolan.cluster.StartOptions.Host;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.engine.UnavailableException;
import org.portolan.integration.ClientProcess.Setting;
import org.portolan.integration.Observation.Phase;
import org.portolan.wiki.Edit;
import org.portolan.wiki.SaveOutcome;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.Wikis;

/** Writers at work in one store while its servers, or the client itself, are killed. */
final class FaultTrial {
  private static final int WRITERS = 4;
  private static final int CLIENT_WRITERS = 3;
  private static final int EDITS_OF_EACH = 12;
  private static final List<Setting> ONE = List.of(Setting.USUAL);
  private static final List<Setting> TWO = List.of(Setting.USUAL, Setting.USUAL);

  /** So short that no process is taken for dead if it is held for this time. */
  private static final Duration MOMENT = Duration.ofMillis(1_500);

  /** Longer than any server waits for a sign of a client. */
  private static final Duration GIVEN_UP_BY_SERVERS = Duration.ofSeconds(20);

  private final String uri;
  private final WikiModel model;
  private final FaultTable table;
  private final Ledger ledger = new Ledger();

  FaultTrial(String uri, WikiModel model, FaultTable table) {
    this.uri = uri;
    this.model = model;
    this.table = table;
  }

  /** Kills something; all writers must then go on, before it is healed and after. */
  void survive(String fault, long seed, Runnable kill, Runnable heal) {
    run(
        fault,
        seed,
        kill,
        observation -> observation.awaitOfEachWriter(EDITS_OF_EACH, fault),
        heal);
  }

  /**
   * Lets writers work while something is killed and healed, then checks the store for errors.
   *
   * @param outage gets the writers' observation after the kill; waits until they have seen the
   *     required effect
   */
  void run(String fault, long seed, Runnable kill, Consumer<Observation> outage, Runnable heal) {
    Observation observation = new Observation(WRITERS);
    try (Store store = Stores.openOrCreate(uri, model.design());
        Writers writers = new Writers(Wikis.of(store), ledger, observation, 0, WRITERS, seed)) {
      writers.start();
      observation.awaitOfEachWriter(EDITS_OF_EACH / 2, "before " + fault);
      observation.beginTiming();
      observation.awaitOfEachWriter(EDITS_OF_EACH, "before " + fault);
      observation.phase(Phase.DURING);
      kill.run();
      outage.accept(observation);
      heal.run();
      observation.phase(Phase.AFTER);
      observation.awaitOfEachWriter(EDITS_OF_EACH, "after " + fault);
      writers.stop();
      table.add(fault, observation);
      observation.assertTroublesAreTyped();
      Settling.assertSettled(store);
      assertThat(Audit.findings(Wikis.of(store), ledger)).as(fault).isEmpty();
    }
    assertNothingLost(fault);
  }

  /**
   * Holds a server for a time while writers go on, lets it continue while they still write, and
   * heals it.
   */
  void holdServer(long seed, Supplier<ProcessHandle> server, Duration time, Runnable heal) {
    String fault = "a server, held for " + time.toSeconds() + " s";
    AtomicReference<Held> hold = new AtomicReference<>();
    try {
      run(
          fault,
          seed,
          () -> hold.set(Held.of(List.of(server.get()))),
          seen -> {
            seen.awaitOfEachWriter(EDITS_OF_EACH, fault);
            hold.get().awaitTime(time);
            hold.get().close();
            seen.awaitOfEachWriter(EDITS_OF_EACH, "after " + fault);
          },
          heal);
    } finally {
      Optional.ofNullable(hold.get()).ifPresent(Held::close);
    }
  }

  /** Kills a process of writers several times, each time at a moment that the seed chooses. */
  void killClient(long seed, int rounds) {
    ClientKills.Result result = ClientKills.run(uri, model, ledger, WRITERS, seed, rounds);
    try (Store store = Stores.open(uri)) {
      Settling.assertSettled(store);
    }
    assertNothingLost("client killed");
    table.addClientKills(result);
  }

  /**
   * Holds two clients while a third edits the same pages and sweeps, until other processes have
   * ended their sessions and finished their writes; then lets them go on. An engine with
   * transactions has no sessions: there the clients are held until the servers have given them up.
   */
  void holdClients(long seed) {
    String fault = "two clients of three, held";
    try (Store store = Stores.openOrCreate(uri, model.design());
        Clients going = clients(0, CLIENT_WRITERS, seed, ONE);
        Clients held = clients(CLIENT_WRITERS, CLIENT_WRITERS, seed + 1, TWO)) {
      held.seen().awaitStarted();
      going.seen().awaitStarted();
      going.seen().beginTiming();
      going.seen().awaitOfEachWriter(EDITS_OF_EACH / 2, "before " + fault);
      going.seen().phase(Phase.DURING);
      Duration time = hold(store, going, held);
      going.seen().phase(Phase.AFTER);
      held.seen().awaitOfEachWriter(EDITS_OF_EACH, "after they were " + fault);
      going.seen().awaitOfEachWriter(1, "after " + fault);
      finish(fault + " for " + time.toSeconds() + " s", store, going, held);
    }
  }

  private Duration hold(Store store, Clients going, Clients held) {
    if (store.guarantee() == Store.Guarantee.ATOMIC) {
      try (Held hold = Held.of(held.handles())) {
        hold.awaitTime(GIVEN_UP_BY_SERVERS);
        going.seen().awaitOfEachWriter(EDITS_OF_EACH, "while clients are held");
        return hold.time();
      }
    }
    try (SessionsOf sessions = new SessionsOf(uri, held.handles())) {
      Set<Long> before = sessions.joined();
      Duration time;
      try (Held hold = Held.of(held.handles())) {
        sessions.awaitEnded(store);
        going.seen().awaitOfEachWriter(EDITS_OF_EACH, "after the sessions of clients were ended");
        time = hold.time();
      }
      held.seen().awaitOfEachWriter(1, "after they were held");
      assertThat(sessions.joined())
          .as("sessions after the hold")
          .doesNotContainAnyElementsOf(before);
      return time;
    }
  }

  /**
   * Holds clients and servers, one at a time, for moments so short that no process gives them up.
   *
   * @param servers the servers that may be held besides the clients
   */
  void holdForMoments(long seed, int times, List<ProcessHandle> servers) {
    RandomGenerator random = new SplittableRandom(seed);
    try (Store store = Stores.openOrCreate(uri, model.design());
        Clients clients = clients(0, CLIENT_WRITERS, seed, TWO)) {
      clients.seen().awaitStarted();
      clients.seen().beginTiming();
      clients.seen().awaitOfEachWriter(EDITS_OF_EACH / 4, "before anything is held");
      clients.seen().phase(Phase.DURING);
      List<ProcessHandle> all = new ArrayList<>(clients.handles());
      all.addAll(servers);
      for (int time = 0; time < times; time++) {
        long edits = clients.seen().acknowledged(Phase.DURING);
        try (Held hold = Held.of(List.of(all.get(random.nextInt(all.size()))))) {
          hold.awaitTime(Duration.ofMillis(random.nextLong(MOMENT.toMillis())));
        }
        clients.seen().awaitMore(1 + random.nextInt(3), edits, Phase.DURING);
      }
      clients.seen().phase(Phase.AFTER);
      clients.seen().awaitOfEachWriter(EDITS_OF_EACH / 4, "after moments in which one was held");
      finish("a client or a server, held for a moment, " + times + " times", store, clients);
    }
  }

  /**
   * Lets clients with wrong wall clocks edit the same pages. Only for engines of rows.
   *
   * @param ahead how far each client's clock is ahead, the last one furthest
   */
  void clocksApart(long seed, List<Duration> ahead) {
    List<Setting> clocks = ahead.stream().map(Setting::ahead).toList();
    Duration furthest = ahead.get(ahead.size() - 1);
    try (Store store = Stores.openOrCreate(uri, model.design());
        Clients clients = clients(0, CLIENT_WRITERS, seed, clocks)) {
      clients.seen().awaitStarted();
      clients.seen().beginTiming();
      clients.seen().phase(Phase.DURING);
      clients.seen().awaitOfEachWriter(EDITS_OF_EACH, "with clocks apart");
      try (SessionsOf sessions = new SessionsOf(uri, clients.handles())) {
        assertThat(sessions.renewed()).isAfter(Instant.now().plus(furthest.dividedBy(2)));
      }
      finish(
          "nothing, but the clocks of clients are ahead by "
              + ahead.stream().map(each -> each.toSeconds() + " s").collect(joining(", ")),
          store,
          clients);
    }
  }

  /** A client whose clock is two days ahead is refused, and nothing is changed. */
  void clockDaysAhead() {
    try (Store ahead =
        Stores.openOrCreate(uri, model.design(), WritersProcess.clockAhead(Duration.ofDays(2)))) {
      assertThatThrownBy(() -> save(Wikis.of(ahead), "Page", "by a clock two days ahead"))
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining("ahead of that of the servers");
    }
    try (Store store = Stores.open(uri)) {
      save(Wikis.of(store), "Page", "by a right clock");
      Settling.assertSettled(store);
    }
    assertNothingLost("a clock two days ahead");
  }

  /**
   * Splits the network while a client with a majority goes on, until other processes have ended the
   * sessions of the clients that are cut off; then joins it again. An engine with transactions has
   * no sessions: there the split lasts until the servers have given up these clients.
   *
   * @param join joins the network, and restarts servers that the split has ended
   */
  void split(long seed, Host going, List<Host> cutOff, Runnable split, Runnable join) {
    String fault = "network split: a server with a client, and a client alone";
    List<Setting> cutSettings = cutOff.stream().map(Setting::on).toList();
    int writersCut = cutOff.size() * CLIENT_WRITERS;
    try (Store store = Stores.openOrCreate(uri, model.design());
        Clients majority = clients(0, CLIENT_WRITERS, seed, List.of(Setting.on(going)));
        Clients others = clients(CLIENT_WRITERS, CLIENT_WRITERS, seed + 1, cutSettings)) {
      others.seen().awaitStarted();
      majority.seen().awaitStarted();
      majority.seen().beginTiming();
      majority.seen().awaitOfEachWriter(EDITS_OF_EACH / 2, "before " + fault);
      Runnable cut =
          () -> {
            majority.seen().phase(Phase.DURING);
            split.run();
            majority.seen().awaitOfEachWriter(EDITS_OF_EACH, fault);
            others.seen().assertRefusals(writersCut, fault);
            others.seen().phase(Phase.DURING);
          };
      Runnable rejoin =
          () -> {
            majority.seen().awaitOfEachWriter(EDITS_OF_EACH, "after others were given up");
            // At most one edit of each writer: it was committed before the split, and the work
            // after its commit was given up.
            assertThat(others.seen().acknowledged(Phase.DURING))
                .as("edits acknowledged to who is cut, beyond those under way")
                .isLessThanOrEqualTo(writersCut);
            others.seen().phase(Phase.AFTER);
            join.run();
            majority.seen().phase(Phase.AFTER);
            others.seen().awaitBack(EDITS_OF_EACH, "after " + fault);
          };
      if (store.guarantee() == Store.Guarantee.ATOMIC) {
        cut.run();
        Held.pause(GIVEN_UP_BY_SERVERS);
        rejoin.run();
      } else {
        try (SessionsOf sessions = new SessionsOf(uri, others.handles())) {
          Set<Long> before = sessions.joined();
          cut.run();
          sessions.awaitEnded(store);
          rejoin.run();
          assertThat(sessions.joined()).doesNotContainAnyElementsOf(before);
        }
      }
      majority.seen().awaitOfEachWriter(1, "after " + fault);
      table.add("clients cut off by it", others.seen());
      finish(fault, store, majority, others);
    }
  }

  private void save(Wiki wiki, String title, String text) {
    Save save = new Save(title, title, wiki.revisionId(title).orElse(0), text);
    ledger.asked(save);
    Edit edit = new Edit(title, text, "Right clock", "", false, save.base(), Instant.now());
    try {
      SaveOutcome outcome = wiki.save(edit);
      ledger.acknowledged(text, ((SaveOutcome.Saved) outcome).revision().id());
    } catch (RuntimeException failure) {
      ledger.refused(text, failure.toString());
      throw failure;
    }
  }

  private Clients clients(int first, int writers, long seed, List<Setting> settings) {
    return new Clients(uri, model, first, writers, seed, settings);
  }

  /**
   * Ends all clients and checks the answers that they got.
   *
   * @param shown the clients whose experience the table shows, first of all
   */
  private void finish(String fault, Store store, Clients shown, Clients... others) {
    shown.stop(ledger);
    for (Clients clients : others) {
      clients.stop(ledger);
    }
    table.add(fault, shown.seen());
    Settling.assertSettled(store);
    assertNothingLost(fault);
  }

  /** Opens the store again and compares its content with the ledger. */
  private void assertNothingLost(String fault) {
    try (Store store = Stores.open(uri)) {
      assertThat(Audit.findings(Wikis.of(store), ledger)).as(fault).isEmpty();
    }
  }
}
