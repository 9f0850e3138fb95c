package org.portolan.data.internal.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.portolan.data.StillRuntime;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.StoreCheck.Options;
import org.portolan.data.StoreCheck.Result;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.counter.CounterReads;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.DesignReader;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.Transaction;
import org.portolan.engine.simulated.Client;
import org.portolan.engine.simulated.SimulatedCluster;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.types.Tuple;

/** Checks of a right counter beside renames, on an engine whose reads show no single moment. */
class CounterOfAGridTest {
  private static final int ROWS = 1_500;
  private static final Options REPAIR = new Options(true, false, Duration.ofMillis(500), 100);
  private static final Options REPORT = new Options(false, false, Duration.ofMillis(500), 100);
  private static final StoreSchema SCHEMA =
      new StoreSchema(
          DesignReader.read(
              """
              format: 1
              design: looks
              entities:
                page:
                  key: {title: text}
                  key-layout: plain
                  families:
                    main: {text: text}
                  counters:
                    exact: {layout: single}
                    lagging: {layout: single, transactional: false}
              """,
              "looks"),
          Guarantee.ATOMIC);

  private final List<String> findings = new ArrayList<>();
  private Engine engine;
  private long pages;
  private int number;

  private void open(Kind kind, int rows) {
    engine = SimulatedCluster.calm(kind, new Random(1)).connect(Client.calm(new Random(2)));
    engine.createTable(StoreSchema.metaTable());
    SCHEMA.tables().forEach(engine::createTable);
    for (int row = 0; row < rows; row++) {
      put("P" + row);
    }
    add("exact", rows);
    add("lagging", rows);
    pages = rows;
  }

  private void put(String title) {
    mutate("page", Tuple.of(title), new Change.PutColumns("main", List.of("text")));
  }

  private void mutate(String table, Tuple key, Change change) {
    engine.mutate(Mutation.of(table, key, change), Durability.SYNCED);
  }

  private void add(String counter, long delta) {
    mutate(
        CounterSchema.TABLE,
        SCHEMA.counter(counter).shards().get(0),
        new Change.Add(CounterSchema.FAMILY, delta));
  }

  private long value(String counter) {
    return CounterReads.value(new Access(engine, null), SCHEMA.counter(counter));
  }

  private Result check(Options options, CounterLook look) {
    return new CheckRun(
            engine,
            SCHEMA,
            new StoreMeta(engine),
            new AtomicEntryLook(engine, new StillRuntime(1)),
            look,
            options,
            new StillRuntime(1))
        .run(finding -> findings.add(finding.toString()), looked -> {});
  }

  private List<Tuple> firstPage() {
    ScanPage page =
        engine.scan(Scan.of("page", KeyRange.ALL, 1_000, new FamilyRead.Presence("main")));
    return page.rows().stream().map(row -> row.key()).toList();
  }

  /** As AtomicAttempts: the difference of the counter is 0, so the counter is not changed. */
  private void renameFromTheFirstPageToALaterOne() {
    List<Tuple> first = firstPage();
    while (true) {
      String title = "N" + number++;
      put(title);
      Set<Tuple> now = new HashSet<>(firstPage());
      boolean isLater = !now.contains(Tuple.of(title));
      mutate("page", Tuple.of(title), new Change.DeleteFamily("main"));
      if (isLater) {
        try (Transaction rename = engine.begin(Durability.SYNCED)) {
          rename.mutate(Mutation.of("page", first.get(0), new Change.DeleteFamily("main")));
          rename.mutate(
              Mutation.of("page", Tuple.of(title), new Change.PutColumns("main", List.of("text"))));
          rename.commit();
        }
        return;
      }
    }
  }

  private CounterLook renamingDuringEachLook() {
    CounterLook looks = new AtomicCounterLook(engine, new ReentrantLock());
    return (counter, correction, looked) -> {
      boolean[] renamed = {!counter.name().equals("exact")};
      return looks.look(
          counter,
          correction,
          rows -> {
            if (!renamed[0]) {
              renamed[0] = true;
              renameFromTheFirstPageToALaterOne();
            }
          });
    };
  }

  @Test
  void check_whilePagesAreRenamedOnAGrid_changesNothing() {
    open(Kind.STORE, ROWS);
    assertThat(value("exact")).isEqualTo(pages);

    check(REPAIR, renamingDuringEachLook());

    assertThat(value("exact")).as("the counter was right; %s", findings).isEqualTo(pages);
  }

  @Test
  void report_whileAPageIsRenamedOnAGrid_findsNothing() {
    open(Kind.STORE, ROWS);

    check(REPORT, renamingDuringEachLook());

    assertThat(findings).isEmpty();
  }
}
