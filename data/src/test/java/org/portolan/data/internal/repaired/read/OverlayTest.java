package org.portolan.data.internal.repaired.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.FollowUp.Target;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** Random changes over random rows read as if the engine had made them. */
class OverlayTest {
  private static final int SEEDS = Integer.getInteger("portolan.overlay.seeds", 100);
  private static final List<String> TITLES = List.of("A", "B", "C", "D");
  private static final int NUMBERS = 6;

  /** One seed on one kind of engine: the rows, the changes over them, and the rows with them. */
  private static final class Case implements AutoCloseable {
    private final Random random;
    private final boolean ordered;
    private final Parts parts;
    private final CollectionSchema history;
    private final CollectionSchema texts;
    private final Engine below;
    private final Engine made;
    private final Overlay overlay;

    Case(boolean ordered, int seed) {
      this.random = new Random(seed);
      this.ordered = ordered;
      this.parts = new Parts(ordered);
      this.history = parts.schema.entity("note").collection("history");
      this.texts = parts.schema.entity("note").collection("texts");
      this.below = engine(seed);
      this.made = engine(seed);
      this.overlay = new Overlay(below, parts.store.codecs(), below.capabilities().keyOrder());
      fill();
      if (seed % 10 != 0) {
        change();
      }
    }

    private Engine engine(int seed) {
      MemoryCluster cluster =
          ordered ? MemoryCluster.ofRows("case", seed) : MemoryCluster.ofColumns("case", seed);
      Engine engine = cluster.connect();
      engine.createTables(parts.schema.tables());
      return engine;
    }

    private void fill() {
      for (int number = random.nextInt(40); number > 0; number--) {
        FollowUp stored = followUp(1);
        make(below, stored);
        make(made, stored);
      }
    }

    private void change() {
      // What earlier writes have committed: of each target the newest, which is met first.
      Set<Target> earlier = new HashSet<>();
      for (int number = random.nextInt(15); number > 0; number--) {
        FollowUp followUp = followUp(2);
        overlay.put(followUp, false);
        if (earlier.add(followUp.target())) {
          make(made, followUp);
        }
      }
      for (int number = random.nextInt(15); number > 0; number--) {
        FollowUp followUp = followUp(20 - number);
        overlay.put(followUp, true);
        make(made, followUp);
        // What is met of an earlier write later on lies below this write's own change.
        if (random.nextInt(4) == 0) {
          overlay.put(new FollowUp(followUp.target(), values(followUp.target()), 2), false);
        }
      }
    }

    private static void make(Engine engine, FollowUp followUp) {
      engine.mutateAll(FollowUp.mutations(List.of(followUp)), Durability.SYNCED);
    }

    private FollowUp followUp(long version) {
      Tuple title = Tuple.of(TITLES.get(random.nextInt(TITLES.size())));
      int number = random.nextInt(NUMBERS);
      Target target =
          random.nextBoolean()
              ? new Target(history.table(), title, history.family(), Optional.of(Tuple.of(number)))
              : new Target(
                  texts.table(), Tuple.of(title.get(0), number), texts.family(), Optional.empty());
      return new FollowUp(target, random.nextInt(3) == 0 ? null : values(target), version);
    }

    private List<Object> values(Target target) {
      return List.of(target.family() + random.nextInt(1000));
    }

    private KeyRange numbers() {
      return range(Tuple.EMPTY);
    }

    /** A range of numbers below some leading columns. */
    private KeyRange range(Tuple leading) {
      return new KeyRange(end(leading), random.nextBoolean(), end(leading), random.nextBoolean());
    }

    private Tuple end(Tuple leading) {
      return random.nextInt(4) == 0 ? leading : leading.append(Tuple.of(random.nextInt(NUMBERS)));
    }

    private FamilyRead historyRead() {
      if (random.nextInt(3) == 0) {
        List<Tuple> keys =
            IntStream.range(0, NUMBERS)
                .filter(number -> random.nextBoolean())
                .mapToObj(number -> Tuple.of(number))
                .toList();
        return new FamilyRead.ItemsByKey(
            history.family(), keys.isEmpty() ? List.of(Tuple.of(0)) : keys);
      }
      return new FamilyRead.Items(
          history.family(), numbers(), 1 + random.nextInt(NUMBERS), random.nextBoolean());
    }

    private FamilyRead textRead() {
      return random.nextBoolean()
          ? FamilyRead.all(texts.family())
          : new FamilyRead.Presence(texts.family());
    }

    private Get get() {
      String title = TITLES.get(random.nextInt(TITLES.size()));
      return random.nextBoolean()
          ? Get.of(history.table(), Tuple.of(title), historyRead())
          : Get.of(texts.table(), Tuple.of(title, random.nextInt(NUMBERS)), textRead());
    }

    void requireGetsAlike() {
      List<Get> gets = Stream.generate(this::get).limit(1 + random.nextInt(5)).toList();
      List<Row> found = overlay.get(gets);
      List<Row> expected = made.get(gets);
      for (int position = 0; position < gets.size(); position++) {
        assertThat(content(found.get(position), gets.get(position).families()))
            .as(gets.get(position).toString())
            .isEqualTo(content(expected.get(position), gets.get(position).families()));
      }
    }

    void requireScansAlike() {
      boolean ofTexts = random.nextBoolean();
      Tuple title = Tuple.of(TITLES.get(random.nextInt(TITLES.size())));
      boolean within = ofTexts && random.nextBoolean();
      boolean all = !within && (!ordered || random.nextBoolean());
      KeyRange range =
          within
              ? range(title)
              : all ? KeyRange.ALL : new KeyRange(title, random.nextBoolean(), last(), true);
      // Both ends below one title, as every read of a collection has them.
      Scan scan =
          new Scan(
              ofTexts ? texts.table() : history.table(),
              range,
              (ordered || within) && random.nextBoolean(),
              1 + random.nextInt(4),
              Scan.BYTES_DEFAULT,
              List.of(ofTexts ? textRead() : historyRead()));
      List<Row> expected = rows(made::scan, scan);
      if (!ordered && !within) {
        Set<Tuple> standing = new HashSet<>();
        rows(below::scan, standing(scan)).forEach(row -> standing.add(row.key()));
        expected = expected.stream().filter(row -> standing.contains(row.key())).toList();
      }
      assertThat(contents(rows(overlay::scan, scan), scan.families()))
          .as(scan.toString())
          .isEqualTo(contents(expected, scan.families()));
    }

    private Tuple last() {
      return random.nextBoolean() ? Tuple.EMPTY : Tuple.of(TITLES.get(TITLES.size() - 1));
    }

    /** A row of which the scan finds nothing below is only in the overlay to it. */
    private static Scan standing(Scan scan) {
      return new Scan(
          scan.table(),
          scan.range(),
          scan.reversed(),
          scan.rowsMax(),
          scan.bytesMax(),
          scan.families().stream().map(Case::without).toList());
    }

    private static FamilyRead without(FamilyRead read) {
      return read instanceof FamilyRead.Items items
          ? new FamilyRead.Items(items.family(), items.range(), NUMBERS, items.reversed())
          : read;
    }

    private interface Pages {
      ScanPage scan(Scan scan);
    }

    private static List<Row> rows(Pages pages, Scan scan) {
      List<Row> rows = new ArrayList<>();
      Scan next = scan;
      while (true) {
        ScanPage page = pages.scan(next);
        assertThat(page.rows()).hasSizeLessThanOrEqualTo(scan.rowsMax());
        rows.addAll(page.rows());
        if (page.next().isEmpty()) {
          return rows;
        }
        next = next.following(page);
      }
    }

    private static List<Object> contents(List<Row> rows, List<FamilyRead> reads) {
      return rows.stream().map(row -> content(row, reads)).toList();
    }

    /** A row without its size; of a family whose presence was asked, no values. */
    private static Object content(Row row, List<FamilyRead> reads) {
      Map<String, Object> content = new TreeMap<>();
      for (FamilyRead read : reads) {
        String family = read.family();
        if (read instanceof FamilyRead.Presence) {
          content.put(family, row.family(family).isPresent());
        } else if (read instanceof FamilyRead.Columns) {
          content.put(family, row.family(family));
        } else {
          content.put(family, row.itemsOf(family));
        }
      }
      return List.of(row.key(), content);
    }

    @Override
    public void close() {
      below.close();
      made.close();
      parts.close();
    }
  }

  static Stream<Boolean> kinds() {
    return Stream.of(true, false);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void reads_ofRandomChanges_areAsIfTheyWereMade(boolean ordered) {
    for (int seed = 1; seed <= SEEDS; seed++) {
      try (Case each = new Case(ordered, seed)) {
        for (int number = 0; number < 20; number++) {
          each.requireGetsAlike();
          each.requireScansAlike();
        }
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
    }
  }
}
