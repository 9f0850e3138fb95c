package org.portolan.data.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Columns;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Stores;
import org.portolan.data.Trace;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Expectations;
import org.portolan.design.ExpectationsReader;
import org.portolan.design.explain.About;
import org.portolan.engine.Engines;
import org.portolan.engine.StoredSizes;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** Estimated sizes are those of rows that stores really read and write. */
class SizesTest {
  /** Estimates count engines' lengths and keys a little otherwise than traces do. */
  private static final double FACTOR = 1.4;

  private static final int ROWS = 400;

  /** As many as a text of some pages may have, so that it deflates like one. */
  private static final List<String> WORDS =
      new Random(1)
          .ints(1_000, 1 << 26, 1 << 30)
          .mapToObj(number -> Integer.toString(number, 26).substring(0, 3 + number % 4))
          .toList();

  @TempDir Path directory;

  private static Design design(String representation) {
    return DesignReader.read(
        """
        format: 1
        design: sizes
        entities:
          order:
            key: {shop: text, number: long}
            families:
              main: {customer: text, note: text, long_note: compressed text, tags: set of text}
              sums: {placed: timestamp, total: "decimal(12,2)", pieces: int, paid: boolean}
            collections:
              lines:
                key: {sku: text}
                storage: STORAGE
                columns: {quantity: int, remark: text}
            indexes:
              of_customer: {on: [customer], order: [placed desc], layout: STORAGE hashed(4)}
              by_tag: {on: [tags], layout: STORAGE single}
        """
            .replace("STORAGE", representation),
        "sizes");
  }

  private static Expectations expectations(Design design) {
    return ExpectationsReader.read(
        """
        expected:
          order:
            rows: 400
            bytes: {shop: 8, customer: 5, note: 60, long_note: 3000, tags: 6}
            elements: {tags: 3}
            collections: {lines: {items: 50, bytes: {sku: 10, remark: 30}}}
            indexes: {of_customer: {rows: 400}, by_tag: {rows: 400}}
        """,
        design,
        "expectations");
  }

  private static Map<String, Object> row(int number) {
    Random random = new Random(number);
    StringBuilder note = new StringBuilder();
    while (note.length() < 3_000) {
      note.append(WORDS.get(random.nextInt(WORDS.size()))).append(' ');
    }
    return Map.of(
        "customer",
        "clara",
        "note",
        "n".repeat(60),
        "long_note",
        note.substring(0, 3_000),
        "tags",
        new LinkedHashSet<>(Set.of("spring", "summer", "winter")),
        "placed",
        Instant.ofEpochSecond(1_700_000_000L + number),
        "total",
        new BigDecimal(number + ".25"),
        "pieces",
        number,
        "paid",
        true);
  }

  private static void fill(Store store) {
    for (int number = 0; number < ROWS; number++) {
      Tuple key = Tuple.of("riga-001", (long) number);
      Map<String, Object> row = row(number);
      write(store, transaction -> transaction.put("order", key, row));
    }
    write(
        store,
        transaction -> {
          for (int number = 0; number < 50; number++) {
            transaction.putItem(
                "order",
                Tuple.of("riga-001", 0L),
                "lines",
                Tuple.of("sku-%06d".formatted(number)),
                Map.of("quantity", number, "remark", "r".repeat(30)));
          }
        });
  }

  private static void write(Store store, Consumer<StoreTransaction> work) {
    store.write(
        transaction -> {
          work.accept(transaction);
          return null;
        });
  }

  private static SizeEstimate estimate(TargetPlan plan, String subject) {
    return plan.sizes().stream()
        .filter(each -> each.subject().equals(subject))
        .findFirst()
        .orElseThrow();
  }

  private static long bytesRead(Store store, Consumer<Store> work) {
    Trace trace = new Trace();
    work.accept(store.traced(trace));
    return trace.counts().bytesRead();
  }

  private static void near(String what, long estimated, long traced) {
    assertThat((double) estimated)
        .as("%s: estimated %d bytes, traced %d", what, estimated, traced)
        .isBetween(traced / FACTOR, traced * FACTOR);
  }

  /** Compares rows, items and lists; under an engine that adds nothing to what it encodes. */
  private static void compareReads(Store store, TargetPlan plan) {
    SizeEstimate row = estimate(plan, "order");
    near(
        "a row",
        row.unitBytes(),
        bytesRead(store, on -> on.get("order", Tuple.of("riga-001", 7L), Columns.ALL)));
    near(
        "items",
        50 * estimate(plan, "order.lines").unitBytes(),
        bytesRead(
            store,
            on -> on.items("order", Tuple.of("riga-001", 0L), "lines", Paging.first(1_000))));
    near(
        "list of the customer",
        ROWS * estimate(plan, "of_customer").unitBytes(),
        bytesRead(store, on -> on.index("of_customer", Tuple.of("clara"), Paging.first(1_000))));
    near(
        "list of the tag",
        ROWS * estimate(plan, "by_tag").unitBytes(),
        bytesRead(store, on -> on.index("by_tag", Tuple.of("winter"), Paging.first(1_000))));
  }

  @Test
  void objectsOfRocksDb_areReadAndRewrittenAsEstimated() {
    Design design = design("object");
    TargetPlan plan = TargetPlan.of(design, Engines.provider("rocksdb"), expectations(design));
    try (Store store = open("rocksdb:" + directory.resolve("objects"), design)) {
      fill(store);
      compareReads(store, plan);
      // A page of ten reads a list whole, so its cost grows with the list.
      SizeEstimate list = estimate(plan, "of_customer");
      near(
          "a page of ten",
          list.listBytes(ROWS),
          bytesRead(store, on -> on.index("of_customer", Tuple.of("clara"), Paging.first(10))));
      Trace trace = new Trace();
      Tuple key = Tuple.of("riga-001", (long) ROWS);
      write(store.traced(trace), transaction -> transaction.put("order", key, row(ROWS)));
      long rewritten = list.changeBytes(ROWS) + 3 * estimate(plan, "by_tag").changeBytes(ROWS);
      near("read by a put", rewritten, trace.counts().bytesRead());
      // The written row counts with its text before compression.
      near("written by a put", rewritten + 3_200, trace.counts().bytesWritten());
    }
  }

  @Test
  void sample_ofAStore_measuresLengthsAndNumbersInBoundedReads() {
    Design design = design("cells");
    try (Store store = open("rocksdb:" + directory.resolve("sample"), design)) {
      fill(store);
      Trace trace = new Trace();
      StoreSample.Result sample =
          StoreSample.of(store.traced(trace), true, Duration.ofMinutes(1), () -> 0);
      assertThat(sample.looked())
          .containsExactly(
              "order: 400 rows, all there are, and of 20 of them at most 50 items of lines, 400"
                  + " rows of one value of of_customer, 400 rows of one value of by_tag");
      Expectations.OfEntity order = sample.measured().entity("order");
      assertThat(order.rows()).hasValue(ROWS);
      assertThat(order.columns().bytes())
          .containsEntry("note", 60)
          .containsEntry("long_note", 3_000)
          .containsEntry("tags", 6)
          .containsEntry("shop", 8);
      assertThat(order.columns().elements()).containsEntry("tags", 3);
      assertThat(order.collection("lines").columns().bytes()).containsEntry("sku", 10);
      assertThat(trace.counts().roundTrips()).isBetween(60L, 70L);
      // No time, no reads.
      assertThat(StoreSample.of(store, true, Duration.ZERO, () -> 0).looked())
          .containsExactly("order: 0 rows in stored order");
    }
  }

  @Test
  void cellsOfRocksDb_areReadAsEstimated() {
    Design design = design("cells");
    TargetPlan plan = TargetPlan.of(design, Engines.provider("rocksdb"), expectations(design));
    try (Store store = open("rocksdb:" + directory.resolve("cells"), design)) {
      fill(store);
      compareReads(store, plan);
    }
  }

  @Test
  void cellsOfEnginesOfRows_areReadAsEstimated() {
    for (MemoryCluster cluster :
        new MemoryCluster[] {
          MemoryCluster.ofRows("sizes rows", 1), MemoryCluster.ofColumns("sizes columns", 1)
        }) {
      Design design = design("cells");
      String uri = FixtureEngines.register(cluster::connect);
      try (Store store = open(uri, design);
          var engine = cluster.connect()) {
        fill(store);
        compareReads(
            store,
            TargetPlan.of(
                design, engine.capabilities(), StoredSizes.ENCODED, expectations(design)));
      } finally {
        FixtureEngines.forget(uri);
      }
    }
  }

  private static Store open(String uri, Design design) {
    return Stores.openOrCreate(
        uri, design, StoreOptions.DEFAULT.sweeping(Duration.ZERO, Duration.ZERO));
  }

  @Test
  void patterns_haveTheLengthOfTheirTexts() {
    assertThat(PatternLength.of("[A-Z]{2}")).hasValue(2);
    assertThat(PatternLength.of("\\d{4}-[0-9]{2,4}")).hasValue(8);
    assertThat(PatternLength.of("ab?c\\.")).hasValue(4);
    assertThat(PatternLength.of("[a-z]+")).isEmpty();
    assertThat(PatternLength.of("(ab){2}")).isEmpty();
    assertThat(PatternLength.of("a{2")).isEmpty();
    assertThat(PatternLength.of("\\p{L}{3}")).isEmpty();
    assertThat(PatternLength.of("[^]a]")).isEmpty();
  }

  @Test
  void numbersForPeople_haveTheDigitsOfAnEstimate() {
    assertThat(About.number(99)).isEqualTo("99");
    assertThat(About.number(1_299_999)).isEqualTo("1,200,000");
    assertThat(About.bytes(999)).isEqualTo("999 bytes");
    assertThat(About.bytes(1_500)).isEqualTo("1.5 KB");
    assertThat(About.bytes(22_400)).isEqualTo("22 KB");
    assertThat(About.bytes(100_000_000)).isEqualTo("100 MB");
    assertThat(About.bytes(2_000_000_000)).isEqualTo("2 GB");
  }
}
