package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.Columns;
import org.portolan.data.Item;
import org.portolan.data.MovableRuntime;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.data.internal.session.SessionTable;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.SchemaText;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.fixture.ClientKilledError;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/**
 * Opens stores of format 1 as the last release of that format left them, commit 90d085a: recorded
 * by {@link FormatOneRecorder}, which was run by the code of that release.
 */
class UpgradeTest {
  private static final List<String> PAGES =
      List.of(
          "All",
          "Decided 1",
          "Decided 2",
          "Decided 3",
          "Folded",
          "Half rolled 1",
          "Half rolled 2",
          "Half rolled 3",
          "Late batch",
          "Locked",
          "Outbox",
          "Overtaken",
          "Part",
          "Rolled 1",
          "Rolled 2",
          "Rolled 3",
          "Unfolded");

  private static final List<String> ABSENT =
      List.of("Gone", "Never", "Removed", "Undecided 1", "Undecided 2", "Undecided 3");

  /** The last moment of the recordings. */
  private static final Instant RECORDED = Instant.parse("2024-05-01T18:00:11Z");

  enum Kind {
    ROWS,
    COLUMNS
  }

  /** A cluster that holds a recorded store. */
  private static final class Recorded {
    final MemoryCluster cluster;
    final Engine engine;
    final List<Mutation> late = new ArrayList<>();

    Recorded(Kind kind) {
      this.cluster =
          kind == Kind.ROWS
              ? MemoryCluster.ofRows("upgraded", 1)
              : MemoryCluster.ofColumns("upgraded", 1);
      this.engine = cluster.connect();
      boolean isLate = false;
      for (String line : lines("format-1-" + (kind == Kind.ROWS ? "rows" : "columns") + ".txt")) {
        if (line.equals("late")) {
          isLate = true;
        } else if (line.startsWith("table ")) {
          String schema = line.substring("table ".length());
          engine.createTable(SchemaText.parse(schema.replace("\\t", "\t").replace("\\n", "\n")));
        } else if (isLate) {
          late.add(RecordedChanges.parse(line));
        } else {
          Mutation mutation = RecordedChanges.parse(line);
          assertThat(engine.mutate(mutation, Durability.BUFFERED)).as(line).isTrue();
        }
      }
    }

    private static List<String> lines(String name) {
      try (InputStream in = UpgradeTest.class.getResourceAsStream(name)) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    String format() {
      return (String)
          engine
              .get(Get.of("portolan_store", Tuple.of("format"), FamilyRead.all("value")))
              .family("value")
              .orElseThrow()
              .get(0);
    }
  }

  private static Store open(Engine engine, StoreOptions options) {
    String uri = FixtureEngines.register(() -> engine);
    try {
      return Stores.open(uri, options);
    } finally {
      FixtureEngines.forget(uri);
    }
  }

  private static void requireRight(Store store) {
    requireRight(store, "of Unfolded", 0);
  }

  /**
   * @param moreNotes how many notes there are beyond those of the recording
   */
  private static void requireRight(Store store, String textOfUnfolded, int moreNotes) {
    for (String title : PAGES) {
      Map<String, Object> expected = FormatOneRecorder.content(title);
      if (title.equals("Overtaken")) {
        expected = Map.of("text", "second", "links", Set.of("Latvia", "second"), "size", 9);
      } else if (title.equals("Unfolded") && moreNotes > 0) {
        Set<String> links = Set.of("Latvia", textOfUnfolded);
        expected = Map.of("text", textOfUnfolded, "links", links, "size", 8);
      }
      Tuple key = Tuple.of(title);
      assertThat(store.get("page", key, Columns.ALL).orElseThrow().values())
          .as(title)
          .isEqualTo(expected);
      assertThat(store.items("page", key, "cell_notes", Paging.first(9)).entries())
          .as(title)
          .containsExactly(new Item(FormatOneRecorder.NOTE, Map.of("text", title)));
      assertThat(store.items("page", key, "row_notes", Paging.first(9)).entries())
          .as(title)
          .hasSize(title.equals("Overtaken") ? 3 : title.equals("Unfolded") ? 1 + moreNotes : 1);
    }
    for (String title : ABSENT) {
      assertThat(store.get("page", Tuple.of(title), Columns.ALL)).as(title).isEmpty();
      assertThat(store.items("page", Tuple.of(title), "row_notes", Paging.first(9)).entries())
          .as(title)
          .isEmpty();
    }
    for (String index : List.of("within", "cells_single", "cells_hashed")) {
      assertThat(store.index(index, Tuple.of("Latvia"), Paging.first(99)).entries())
          .as(index)
          .containsExactlyInAnyOrderElementsOf(PAGES.stream().map(Tuple::of).toList());
      for (String title : List.of("Overtaken", "first", "Removed", "Undecided 1", "Never")) {
        assertThat(store.index(index, Tuple.of(title), Paging.first(9)).entries())
            .as(index + " of " + title)
            .isEmpty();
      }
      assertThat(store.index(index, Tuple.of("second"), Paging.first(9)).entries())
          .as(index)
          .containsExactly(Tuple.of("Overtaken"));
    }
    assertThat(store.counter("pages")).as("pages").isEqualTo(PAGES.size());
    assertThat(store.counter("cells")).as("cells").isEqualTo(PAGES.size());
    assertThat(store.counter("notes")).as("notes").isEqualTo(PAGES.size() + 2 + moreNotes);
    List<StoreCheck.Finding> findings = new ArrayList<>();
    StoreCheck.Result result =
        store
            .check(new StoreCheck.Options(false, false, Duration.ZERO, 20))
            .run(findings::add, looked -> {});
    assertThat(result.isClean()).as(result.summary() + findings).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void open_formatOne_everythingIsThere(Kind kind) {
    Recorded recorded = new Recorded(kind);
    assertThat(recorded.format()).isEqualTo("1");
    try (Store store = open(recorded.cluster.connect(), RowStores.OPTIONS)) {
      assertThat(recorded.format()).isEqualTo("2");
      requireRight(store);
      assertThat(store.sweep().finished()).isZero();
      requireRight(store);
    }
    try (Store store = open(recorded.cluster.connect(), RowStores.OPTIONS)) {
      requireRight(store);
    }
  }

  /** The processes of the older release were killed just now: their locks look alive. */
  @ParameterizedTest
  @EnumSource
  void open_formatOneOfJustNow_everythingIsThere(Kind kind) {
    Recorded recorded = new Recorded(kind);
    MovableRuntime now = new MovableRuntime(() -> RECORDED);
    try (Store store = open(recorded.cluster.connect(), RowStores.OPTIONS.in(now))) {
      requireRight(store);
    }
  }

  @ParameterizedTest
  @EnumSource
  void open_byTwoProcessesAtOnce_bothGoOn(Kind kind) {
    for (int run = 0; run < 5; run++) {
      Recorded recorded = new Recorded(kind);
      var first =
          CompletableFuture.supplyAsync(() -> open(recorded.cluster.connect(), RowStores.OPTIONS));
      try (Store second = open(recorded.cluster.connect(), RowStores.OPTIONS);
          Store other = first.join()) {
        requireRight(second);
        requireRight(other);
        put(second, "by the second");
        put(other, "by the other");
        assertThat(second.counter("pages")).isEqualTo(PAGES.size() + 2);
      }
    }
  }

  private static void put(Store store, String title) {
    store.write(
        transaction -> {
          transaction.put("page", Tuple.of(title), Map.of("text", "new"));
          return null;
        });
  }

  /** Kills a process at each call of the upgrade, before or after the call was made. */
  @ParameterizedTest
  @EnumSource
  void open_killedAtEachCall_theNextOneUpgrades(Kind kind) {
    boolean killed = true;
    int call = 1;
    for (; killed; call++) {
      Recorded recorded = new Recorded(kind);
      Fault fault = call % 2 == 0 ? Fault.killBefore() : Fault.killAfter();
      killed = isKilled(recorded, FaultPlan.at(call, fault));
      try (Store store = open(recorded.cluster.connect(), RowStores.OPTIONS)) {
        requireRight(store);
      }
    }
    assertThat(call).isGreaterThan(30);
  }

  private static boolean isKilled(Recorded recorded, FaultPlan plan) {
    FaultyNetwork network = new FaultyNetwork(recorded.cluster.connect());
    FaultyEngine client = network.client(plan);
    try {
      open(client, RowStores.OPTIONS).close();
    } catch (ClientKilledError e) {
      return true;
    }
    return client.killed();
  }

  /** Calls that were still under way when the older release ended arrive after the upgrade. */
  @ParameterizedTest
  @EnumSource
  void open_formatOneWithLateCalls_areFoundByTheCheck(Kind kind) {
    Recorded recorded = new Recorded(kind);
    assertThat(recorded.late).hasSizeGreaterThan(5);
    try (Store store = open(recorded.cluster.connect(), RowStores.OPTIONS)) {
      // Everything is folded: the receipt of the late commit comes below the watermark.
      put(store, "Riga");
      store.write(transaction -> transaction.delete("page", Tuple.of("Riga")));
      store.sweep();
      store.sweep();
      for (Mutation mutation : recorded.late) {
        assertThat(recorded.engine.mutate(mutation, Durability.SYNCED)).isTrue();
      }
      requireChecked(store);
      requireRight(store, "of a late commit", 1);
    }
  }

  /** A check finishes unfinished rows before it looks. */
  private static void requireChecked(Store store) {
    store
        .check(new StoreCheck.Options(false, false, Duration.ZERO, 20))
        .run(finding -> {}, looked -> {});
  }

  @ParameterizedTest
  @EnumSource
  void open_rowThatCannotBeFinished_isNamedAndTheStoreStaysAsItIs(Kind kind) {
    Recorded recorded = new Recorded(kind);
    HookedEngine engine = new HookedEngine(recorded.cluster.connect());
    engine.beforeWrite =
        mutations -> {
          if (mutations.stream().anyMatch(each -> each.table().equals("counters"))) {
            throw new UnavailableException("the test lets nobody write counters");
          }
        };
    assertThatThrownBy(() -> open(engine, RowStores.OPTIONS))
        .isInstanceOf(StoreMismatchException.class)
        .hasMessageContaining("cannot be upgraded to format 2")
        .hasMessageContaining("page(Outbox)");
    assertThat(recorded.format()).isEqualTo("1");
    assertThat(recorded.engine.tables()).anyMatch(table -> table.name().equals(SessionTable.NAME));
    try (Store store = open(recorded.cluster.connect(), RowStores.OPTIONS)) {
      requireRight(store);
    }
  }
}
