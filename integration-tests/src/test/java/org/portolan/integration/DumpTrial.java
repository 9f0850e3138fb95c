package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.Stores;
import org.portolan.data.history.RandomValues;
import org.portolan.design.CollectionDesign;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.EntityDesign;
import org.portolan.dump.DumpCheck;
import org.portolan.dump.StoreExport;
import org.portolan.dump.StoreImport;
import org.portolan.types.Tuple;

/**
 * A random store on an engine: its dump has the segments of the same store on RocksDB, and imports
 * into another store of the engine, whose dump is the same again. {@code -Dportolan.rows=N} writes
 * more rows.
 */
final class DumpTrial {
  private static final int WRITES = Integer.getInteger("portolan.rows", 200);

  /** Segments that end within rows, and sorts that need files. */
  private static final StoreExport.Options OPTIONS = new StoreExport.Options(8_000, 4_000);

  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: everything
          entities:
            thing:
              key: {name: {type: text, collation: ai_ci}, number: long desc, at: timestamp}
              key-layout: {md5-modulo: {range: 7}}
              families:
                main: {label: text, n: int, flag: boolean, price: "decimal(8,2)"}
                rest: {changed: timestamp, tags: set of text, words: list of text, body: compressed text, digest: bytes}
              collections:
                parts: {key: {position: int}, columns: {comment: text, size: long}}
                marks: {key: {kind: text, position: int desc}}
              indexes:
                by_tag: {on: [tags], layout: hashed(2)}
              counters:
                things: {layout: random(4)}
                all_parts: {counts: parts, layout: single}
            word:
              key: {text: text}
              families: {main: {n: int}}
          """,
          "everything");

  private DumpTrial() {}

  static void run(String uri, String otherUri, Path directory, long seed) throws IOException {
    System.out.println("DumpTrial uri=" + uri + " seed=" + seed);
    List<String> expected =
        export("rocksdb:" + directory.resolve("reference"), directory.resolve("expected"), seed);
    Path dump = directory.resolve("dump");
    assertThat(export(uri, dump, seed)).as("segments of %s", uri).isEqualTo(expected);
    StoreImport work = new StoreImport(dump, rows -> {});
    try (Store store = work.open(otherUri, Optional.of(DESIGN))) {
      assertThat(work.run(store).rows()).isEqualTo(work.expectedRows());
      StoreCheck.Result check =
          store
              .check(new StoreCheck.Options(false, false, Duration.ofMillis(500), 100))
              .run(finding -> System.out.println("DumpTrial " + finding), looked -> {});
      assertThat(check.isClean()).as("%s", check).isTrue();
      Path again = directory.resolve("again");
      assertThat(new StoreExport(store, again, OPTIONS, rows -> {}).run().rows())
          .isEqualTo(work.expectedRows());
      assertThat(segments(again)).as("segments of %s", otherUri).isEqualTo(expected);
    }
  }

  /** Fills a store and exports it; returns the sums of its segments. */
  private static List<String> export(String uri, Path dump, long seed) throws IOException {
    try (Store store = Stores.openOrCreate(uri, DESIGN)) {
      fill(store, seed);
      StoreExport.Summary summary = new StoreExport(store, dump, OPTIONS, rows -> {}).run();
      System.out.println("DumpTrial uri=" + uri + " " + summary);
      assertThat(summary.segments()).isGreaterThan(2);
    }
    assertThat(new DumpCheck(dump, finding -> {}, rows -> {}).run().isClean()).isTrue();
    return segments(dump);
  }

  private static void fill(Store store, long seed) {
    Random random = new Random(seed);
    RandomValues values = new RandomValues(random);
    for (int row = 0; row < WRITES; row++) {
      EntityDesign entity = DESIGN.entities().get(row % 5 == 0 ? 1 : 0);
      Tuple key = values.key(entity.key());
      var columns = values.row(entity);
      long items = random.nextLong();
      store.write(
          tx -> {
            tx.put(entity.name(), key, columns);
            Random ofRow = new Random(items);
            RandomValues itemValues = new RandomValues(ofRow);
            for (CollectionDesign collection : entity.collections()) {
              for (int item = ofRow.nextInt(5); item > 0; item--) {
                tx.putItem(
                    entity.name(),
                    key,
                    collection.name(),
                    itemValues.key(collection.itemKey()),
                    itemValues.values(collection.columns(), 0.8));
              }
            }
            return null;
          });
    }
  }

  private static List<String> segments(Path dump) throws IOException {
    return Files.readAllLines(dump.resolve("SHA256SUMS")).stream()
        .filter(line -> line.endsWith(".jsonl.gz"))
        .toList();
  }
}
