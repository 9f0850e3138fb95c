package org.portolan.dump;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.dump.DumpLine.ItemLine;
import org.portolan.dump.DumpLine.RowLine;
import org.portolan.dump.StoreExport.Options;
import org.portolan.types.Tuple;

/** Exports while others write: what {@code docs/dump-format.md} promises under consistency. */
class ExportBesideWritersTest {
  private static final int ROWS = 400;
  private static final int BALANCE = 1_000;

  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: accounts
          entities:
            account:
              key: {id: int}
              families: {main: {balance: int, write: long}}
              collections:
                history: {key: {n: int}, storage: cells, columns: {write: long}}
          """,
          "accounts");

  @TempDir Path directory;

  /** The writes that were committed, by row. */
  private final Map<Integer, Map<Long, Boolean>> committed = new ConcurrentHashMap<>();

  private final AtomicLong writes = new AtomicLong();

  @ParameterizedTest
  @EnumSource
  void dump_madeBesideWriters_hasEachRowOnceAsItWasCommitted(Kinds kind) throws Exception {
    Path dump = directory.resolve("dump");
    ExecutorService threads = Executors.newFixedThreadPool(2);
    String uri = kind.uri(directory, "accounts-" + kind);
    try (Store store = Stores.openOrCreate(uri, kind.placed(DESIGN))) {
      fill(store);
      AtomicBoolean ended = new AtomicBoolean();
      Future<Long> writer = threads.submit(() -> writeUntil(store, ended));
      while (writes.get() < ROWS + 20) {
        Thread.onSpinWait();
      }
      // Small segments, so that the export takes a while.
      StoreExport.Summary summary =
          new StoreExport(store, dump, new Options(2_000, 2_000), rows -> {}).run();
      ended.set(true);
      assertThat(writer.get()).isGreaterThan(20);
      assertThat(summary.rows()).isEqualTo(ROWS);
      assertThat(new DumpCheck(dump, finding -> {}, rows -> {}).run().isClean()).isTrue();
    } finally {
      threads.shutdownNow();
    }
    assertCommitted(dump, kind);
    JsonNode source = Manifest.JSON.readTree(Files.readString(dump.resolve(DumpFiles.SOURCE)));
    assertThat(source.get("consistency").asText())
        .isEqualTo(kind == Kinds.EMBEDDED ? "one moment" : "rows at different moments");
  }

  private void fill(Store store) {
    for (int id = 0; id < ROWS; id++) {
      write(store, Map.of(id, BALANCE));
    }
  }

  /** Puts balances, each with the number of the write in its row and in an item. */
  private void write(Store store, Map<Integer, Integer> balances) {
    long number = writes.incrementAndGet();
    // Noted before: a reader may see the write before its writer returns.
    balances
        .keySet()
        .forEach(
            id ->
                committed.computeIfAbsent(id, any -> new ConcurrentHashMap<>()).put(number, true));
    store.write(
        tx -> {
          balances.forEach(
              (id, balance) -> {
                Map<String, Object> values = Map.of("balance", balance, "write", number);
                tx.put("account", Tuple.of(id), values);
                tx.putItem(
                    "account", Tuple.of(id), "history", Tuple.of(1), Map.of("write", number));
              });
          return null;
        });
  }

  /** Moves money from account to account; returns the number of writes. */
  private long writeUntil(Store store, AtomicBoolean ended) {
    Random random = new Random(1);
    Map<Integer, Integer> balances = new HashMap<>();
    for (int id = 0; id < ROWS; id++) {
      balances.put(id, BALANCE);
    }
    long count = 0;
    while (!ended.get()) {
      int from = random.nextInt(ROWS);
      int to = (from + 1 + random.nextInt(ROWS - 1)) % ROWS;
      balances.merge(from, -1, Integer::sum);
      balances.merge(to, 1, Integer::sum);
      write(store, Map.of(from, balances.get(from), to, balances.get(to)));
      count++;
    }
    return count;
  }

  private void assertCommitted(Path path, Kinds kind) {
    boolean oneMoment = kind == Kinds.EMBEDDED;
    Dump dump = Dump.open(path);
    long sum = 0;
    Long write = null;
    Integer id = null;
    for (Segment segment : dump.manifest().segments()) {
      try (SegmentReader lines = dump.lines(segment)) {
        for (DumpLine line = lines.next(); line != null; line = lines.next()) {
          if (line instanceof RowLine row) {
            sum += (Integer) row.values().get("balance");
            write = (Long) row.values().get("write");
            id = (Integer) row.key().get(0);
            assertThat(committed.get(id)).containsKey(write);
          } else if (line instanceof ItemLine item) {
            Long ofItem = (Long) item.values().get("write");
            assertThat(committed.get(id)).containsKey(ofItem);
            // The item is read after its row. In another table, as on Cassandra, it lags behind.
            if (kind != Kinds.COLUMNS) {
              assertThat(ofItem).isGreaterThanOrEqualTo(write);
            }
            if (oneMoment) {
              assertThat(ofItem).isEqualTo(write);
            }
          }
        }
      }
    }
    if (oneMoment) {
      assertThat(sum).isEqualTo((long) ROWS * BALANCE);
    }
  }
}
