package org.portolan.data.internal.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.portolan.data.StillRuntime;
import org.portolan.data.StoreCheck.Options;
import org.portolan.data.StoreCheck.Result;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.engine.Durability;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.Transaction;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.types.Tuple;

/** Checks of a right counter beside renames, on an engine whose reads show no single moment. */
class CounterOfAGridTest {
  private static final int ROWS = 1_500;
  private static final Options REPAIR = new Options(true, false, Duration.ofMillis(500), 100);
  private static final Options REPORT = new Options(false, false, Duration.ofMillis(500), 100);

  private final List<String> findings = new ArrayList<>();
  private final CountedPages pages = CountedPages.laggingAndExact(Kind.STORE);
  private int number;

  @BeforeEach
  void put() {
    for (int row = 0; row < ROWS; row++) {
      pages.put("P" + row);
    }
    pages.add("exact", ROWS);
    pages.add("lagging", ROWS);
  }

  @AfterEach
  void close() {
    pages.close();
  }

  private Result check(Options options, CounterLook look) {
    return new CheckRun(
            pages.engine,
            pages.engine::begin,
            pages.schema,
            new StoreMeta(pages.engine),
            new AtomicEntryLook(pages.engine::begin, new StillRuntime(1)),
            look,
            options,
            new StillRuntime(1))
        .run(finding -> findings.add(finding.toString()), looked -> {});
  }

  private List<Tuple> firstPage() {
    ScanPage page =
        pages.engine.scan(Scan.of("page", KeyRange.ALL, 1_000, new FamilyRead.Presence("main")));
    return page.rows().stream().map(row -> row.key()).toList();
  }

  /** As AtomicAttempts: the difference of the counter is 0, so the counter is not changed. */
  private void renameFromTheFirstPageToALaterOne() {
    List<Tuple> first = firstPage();
    while (true) {
      String title = "N" + number++;
      pages.put(title);
      Set<Tuple> now = new HashSet<>(firstPage());
      boolean isLater = !now.contains(Tuple.of(title));
      pages.delete(title);
      if (isLater) {
        try (Transaction rename = pages.engine.begin(Durability.SYNCED)) {
          rename.mutate(CountedPages.deletionOf((String) first.get(0).get(0)));
          rename.mutate(CountedPages.puttingOf(title));
          rename.commit();
        }
        return;
      }
    }
  }

  private CounterLook renamingDuringEachLook() {
    CounterLook looks =
        new AtomicCounterLook(
            pages.engine::begin, pages.engine.capabilities(), new ReentrantLock());
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
    assertThat(pages.value("exact")).isEqualTo(ROWS);

    check(REPAIR, renamingDuringEachLook());

    assertThat(pages.value("exact")).as("the counter was right; %s", findings).isEqualTo(ROWS);
  }

  @Test
  void report_whileAPageIsRenamedOnAGrid_findsNothing() {
    check(REPORT, renamingDuringEachLook());

    assertThat(findings).isEmpty();
  }
}
