package org.portolan.wiki.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.InterruptedWaitException;
import org.portolan.data.RetryPolicy;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.fixture.Call;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.wiki.Edit;
import org.portolan.wiki.PageHistory;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.load.ImportSource.Broken;
import org.portolan.wiki.storage.ImportState;

/**
 * Another writer changes the pages of an import at every commit: no page counts as broken because
 * of that.
 */
class DisturbedImportTest {
  private static final DumpText TWO_PAGES =
      DumpText.named("two.xml")
          .site("Wiki", "wiki")
          .page("A", 1, 10, "one")
          .page("B", 2, 20, "two");

  @TempDir private Path folder;
  private final AtomicInteger meetings = new AtomicInteger();
  private final List<Broken> broken = new ArrayList<>();
  private FaultyNetwork network;
  private FaultyEngine engine;
  private Store store;
  private Store others;

  @BeforeEach
  void open() {
    network =
        new FaultyNetwork(
            Engines.open("rocksdb:" + folder.resolve("a"), OpenMode.CREATE_IF_MISSING));
    engine = network.client(FaultPlan.NONE);
    store = opened(engine);
    others = opened(network.client(FaultPlan.NONE));
    // The page that others edit is the one that is imported.
    RevisionInfo first = new RevisionInfo(5, 0, Instant.EPOCH, "Ann", "", false, 6, "wikitext");
    Wikis.of(others).put(new PageHistory("A", 0, 1, List.of(new FullRevision(first, "before"))));
  }

  private static Store opened(Engine engine) {
    String uri = FixtureEngines.register(() -> engine);
    try {
      return Stores.openOrCreate(
          uri,
          WikiModel.WIDE_ROW.design(),
          new RetryPolicy(2, Duration.ZERO, Duration.ofMillis(1)));
    } finally {
      FixtureEngines.forget(uri);
    }
  }

  @AfterEach
  void close() {
    engine.startOver(FaultPlan.NONE);
    store.close();
    others.close();
    network.close();
  }

  private void meetAtEveryCommit(Runnable besides) {
    Wiki wiki = Wikis.of(others);
    engine.startOver(
        call -> {
          if (call.kind() == Call.Kind.COMMIT) {
            long base = wiki.revisionId("A").orElse(0);
            String text = "edit " + meetings.incrementAndGet();
            wiki.save(new Edit("A", text, "somebody", "", false, base, Instant.now()));
            besides.run();
          }
          return Fault.none();
        });
  }

  private void resumesToTheEnd() {
    engine.startOver(FaultPlan.NONE);
    ImportState state = Imports.run(store, TWO_PAGES.open(), true, broken);
    assertThat(state.finished()).isTrue();
    assertThat(state.failed()).isZero();
    assertThat(broken).isEmpty();
    assertThat(Wikis.of(store).revision("A", 10).orElseThrow().text()).isEqualTo("one");
    assertThat(Wikis.of(store).page("B").orElseThrow().text()).isEqualTo("two");
  }

  @Test
  void conflictsAtEveryAttempt_endTheImportInsteadOfBreakingAPage() {
    meetAtEveryCommit(() -> {});
    assertThatThrownBy(() -> Imports.run(store, TWO_PAGES.open(), false, broken))
        .isInstanceOf(WriteConflictException.class);
    assertThat(broken).isEmpty();
    resumesToTheEnd();
  }

  @Test
  void interrupt_endsTheImportInsteadOfBreakingItsPages() {
    // The first commit writes the site information, the second a job; they have no conflict.
    meetAtEveryCommit(
        () -> {
          if (meetings.get() > 2) {
            Thread.currentThread().interrupt();
          }
        });
    try {
      assertThatThrownBy(() -> Imports.run(store, TWO_PAGES.open(), false, broken))
          .isInstanceOf(InterruptedWaitException.class);
      assertThat(meetings).hasValue(3);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(broken).isEmpty();
    resumesToTheEnd();
  }
}
