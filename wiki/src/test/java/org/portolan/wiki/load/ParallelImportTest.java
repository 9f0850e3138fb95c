package org.portolan.wiki.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.engine.Engine;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.fixture.Call;
import org.portolan.engine.fixture.ClientKilledError;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.wiki.Answers;
import org.portolan.wiki.ReferenceWiki;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.WikiStore;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.load.ImportSource.Broken;
import org.portolan.wiki.storage.ImportState;

/** Imports into engines of rows, which commit several batches at once. */
class ParallelImportTest {
  private static final long SEED = Long.getLong("portolan.kills.seed", 1);
  private static final int KILLS = Integer.getInteger("portolan.kills", 12);

  /** Seven batches: more than are written at once. */
  private static final int PAGES = 1_300;

  /** The kinds of engines. */
  enum Kind {
    ROWS,
    COLUMNS;

    MemoryCluster cluster() {
      return this == ROWS
          ? MemoryCluster.ofRows("rows", SEED)
          : MemoryCluster.ofColumns("columns", SEED);
    }
  }

  private static WikiStore opened(Engine engine) {
    // The network closes the engine.
    return new WikiStore(WikiModel.WIDE_ROW, FixtureEngines.register(() -> engine));
  }

  private static DumpText dump() {
    DumpText dump = DumpText.named("many.xml").site("Wiki", "wiki");
    StringBuilder pages = new StringBuilder();
    for (int number = 1; number <= PAGES; number++) {
      pages.append(
          DumpText.page(
              "P" + number, number, 10L * number, List.of("old", "[[A]] [[P" + number / 2 + "]]")));
    }
    return dump.add(pages.toString());
  }

  private static void assertComplete(WikiStore store, DumpText dump, String when) {
    ReferenceWiki reference = Imports.reference(dump.open());
    Answers.assertSame(
        store.wiki(), reference, List.of("A", "P1", "P200", "P201", "P" + PAGES), 500, when);
    store.assertClean();
  }

  @ParameterizedTest
  @EnumSource
  void import_killedAtAnyCall_endsAsUndisturbedWhenResumed(Kind kind) {
    Random random = new Random(SEED);
    DumpText dump = dump();
    try (FaultyNetwork network = new FaultyNetwork(kind.cluster().connect())) {
      int resumed = 0;
      int killed = 0;
      for (int kill = 0; kill < KILLS; kill++) {
        long before = progress(network);
        // Two kills in three come soon, the third mostly after some states were stored: a resumed
        // import makes a few calls for each row that was left half made.
        int calls = 1 + random.nextInt(kill % 3 == 2 ? 4_000 : 80);
        AtomicInteger left = new AtomicInteger(calls);
        boolean done = importOnce(network, dump, call -> killed(left, random));
        killed += done ? 0 : 1;
        resumed += progress(network) > before ? 1 : 0;
        if (done) {
          break;
        }
      }
      String when = kind + " after " + killed + " kills with seed " + SEED;
      System.out.println("import into " + when + ", " + resumed + " of them moved the state");
      assertThat(killed).as(when).isPositive();
      WikiStore store = opened(network.client(FaultPlan.NONE));
      Imports.run(store.store(), dump.open(), true, new ArrayList<>());
      assertComplete(store, dump, when);
      store.close();
    }
  }

  /** Kills at one call; the calls of other threads fail afterwards, too. */
  private static Fault killed(AtomicInteger left, Random random) {
    if (left.decrementAndGet() > 0) {
      return Fault.none();
    }
    return random.nextBoolean()
        ? Fault.killBefore()
        : new Fault(Fault.Answer.KILLED, random.nextLong(), Fault.Rest.NEVER);
  }

  private static long progress(FaultyNetwork network) {
    try (WikiStore store = opened(network.client(FaultPlan.NONE))) {
      return Wikis.storage(store.store())
          .imports()
          .state("many.xml")
          .map(ImportState::pages)
          .orElse(0L);
    }
  }

  private static boolean importOnce(FaultyNetwork network, DumpText dump, FaultPlan plan) {
    var client = network.client(FaultPlan.NONE);
    WikiStore store = opened(client);
    client.startOver(plan);
    try {
      Imports.run(store.store(), dump.open(), true, new ArrayList<>());
      return true;
    } catch (ImportException | ClientKilledError e) {
      return false;
    } finally {
      closeDead(store);
    }
  }

  private static void closeDead(WikiStore store) {
    try {
      store.close();
    } catch (ClientKilledError e) {
      // The process of this client is dead and closes nothing.
    }
  }

  @ParameterizedTest
  @EnumSource
  void storeUnavailableForOneBatch_endsTheImportBeforeIt(Kind kind) {
    DumpText dump = dump();
    List<Broken> broken = new ArrayList<>();
    try (FaultyNetwork network = new FaultyNetwork(kind.cluster().connect())) {
      var client = network.client(FaultPlan.NONE);
      WikiStore store = opened(client);
      AtomicInteger batches = new AtomicInteger();
      // The read of the pages of a batch in the middle fails.
      client.startOver(
          call ->
              call.kind() == Call.Kind.READ
                      && call.what().contains("200 rows")
                      && batches.incrementAndGet() == 3
                  ? Fault.unavailable()
                  : Fault.none());

      assertThatThrownBy(() -> Imports.run(store.store(), dump.open(), false, broken))
          .isInstanceOf(UnavailableException.class);

      client.startOver(FaultPlan.NONE);
      // The read that failed may be that of the first batch: then no state is stored.
      long reached =
          Wikis.storage(store.store())
              .imports()
              .state("many.xml")
              .map(ImportState::pages)
              .orElse(0L);
      assertThat(reached).isLessThan(PAGES).matches(pages -> pages % 200 == 0);
      Wiki wiki = Wikis.of(store.store());
      for (long page = 1; page <= reached; page++) {
        assertThat(wiki.revisionId("P" + page)).as("page %d", page).hasValue(10 * page + 1);
      }
      assertThat(broken).isEmpty();

      Imports.run(store.store(), dump.open(), true, broken);
      assertThat(broken).isEmpty();
      assertComplete(store, dump, kind.toString());
      store.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void pageThatTheEngineRefuses_inTheMiddle_countsAsBrokenAlone(Kind kind) {
    String link = "[[" + "L".repeat(200);
    StringBuilder tooMuch = new StringBuilder();
    for (int number = 0; number < 120_000; number++) {
      tooMuch.append(link).append(number).append("]] ");
    }
    DumpText good = dump();
    DumpText dump =
        DumpText.named("many.xml")
            .site("Wiki", "wiki")
            .page("First", 5_000, 1, "one")
            .page("Refused", 5_001, 1, tooMuch.toString())
            .add(good.xml().substring(good.xml().indexOf("<page>")));
    List<Broken> broken = new ArrayList<>();
    try (FaultyNetwork network = new FaultyNetwork(kind.cluster().connect())) {
      WikiStore store = opened(network.client(FaultPlan.NONE));

      ImportState state = Imports.run(store.store(), dump.open(), false, broken);

      assertThat(broken).extracting(Broken::title).containsExactly("Refused");
      assertThat(broken.get(0).reason()).isNotBlank();
      assertThat(state.pages()).isEqualTo(PAGES + 2);
      assertThat(state.failed()).isEqualTo(1);
      Answers.assertSame(
          store.wiki(),
          Imports.reference(good.page("First", 5_000, 1, "one").open()),
          List.of("A", "P1", "P" + PAGES, "First"),
          500,
          kind.toString());
      store.assertClean();
      store.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void pagesReadAndNotYetCommitted_areBounded(Kind kind) {
    int threads = Runtime.getRuntime().availableProcessors();
    // The batches that are written, those that are prepared, and the one that is read.
    long most = 200L * (ParallelCommits.BATCHES_MAX + threads + 2);
    AtomicLong read = new AtomicLong();
    AtomicLong committed = new AtomicLong();
    AtomicLong ahead = new AtomicLong();
    try (FaultyNetwork network = new FaultyNetwork(kind.cluster().connect());
        ImportSource source =
            new CountedSource(
                Imports.synthetic(3_000),
                pages ->
                    ahead.accumulateAndGet(read.addAndGet(pages) - committed.get(), Math::max))) {
      WikiStore store = opened(network.client(FaultPlan.NONE));

      new WikiImport(store.store(), source, false, any -> {}, state -> committed.set(state.pages()))
          .run();

      assertThat(read).hasValue(3_000);
      assertThat(ahead.get()).isBetween(400L, most);
      store.close();
    }
  }

  /** Tells how many pages each batch of another source has. */
  private static final class CountedSource extends ForwardingSource {
    private final LongConsumer counted;

    CountedSource(ImportSource source, LongConsumer counted) {
      super(source);
      this.counted = counted;
    }

    @Override
    public List<Entry> next(int pagesMax, long bytesMax) {
      List<Entry> entries = super.next(pagesMax, bytesMax);
      counted.accept(entries.size());
      return entries;
    }
  }

  @ParameterizedTest
  @EnumSource
  void samePageInTwoBatches_isWrittenInTheOrderOfTheSource(Kind kind) {
    DumpText dump = dump().page("P1", 1, 12, "older [[B]]", "newer of the same page [[C]]");
    try (FaultyNetwork network = new FaultyNetwork(kind.cluster().connect())) {
      WikiStore store = opened(network.client(FaultPlan.NONE));

      Imports.run(store.store(), dump.open());

      assertThat(store.wiki().page("P1").orElseThrow().text())
          .isEqualTo("newer of the same page [[C]]");
      assertComplete(store, dump, kind.toString());
      store.close();
    }
  }
}
