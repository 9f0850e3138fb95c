package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.data.Store;
import org.portolan.migrate.sql.Database;
import org.portolan.migrate.sql.JdbcSource;
import org.portolan.migrate.sql.KeyedRows.Visibility;

/**
 * Random rows with keys that only the database tells apart, while they are copied, followed with
 * deaths of the process, compared at the end, and copied again: each row is in the store, or
 * rejected for a reason that is true, and no place is empty that a row could have. More: {@code
 * -Dportolan.histories=1000}; one again: {@code -Dportolan.histories=1 -Dportolan.seed=2}.
 */
class RandomRivalsTest {
  private static final long HISTORIES = Long.getLong("portolan.histories", 12);
  private static final long SEED = Long.getLong("portolan.seed", 1);
  private static final int STEPS = 40;

  @TempDir Path directory;

  static LongStream seeds() {
    return LongStream.range(SEED, SEED + HISTORIES);
  }

  @ParameterizedTest(name = "portolan.seed={0}")
  @MethodSource("seeds")
  void rows_areInTheStoreOrRejectedForTrueReasons(long seed) {
    Random random = new Random(seed);
    ContestedPeople database = new ContestedPeople(directory, false);
    database.inRangesOf(1 + random.nextInt(4));
    try (RandomRivals writer = new RandomRivals(database, random);
        Store store = database.open();
        Store fresh = database.open("fresh")) {
      for (int step = 0; step < STEPS; step++) {
        writer.step();
      }
      MigrationSummary unused = database.copy(store);
      requireIn(store, database, writer, "copy");
      int known = writer.log().size();
      for (int step = random.nextInt(STEPS); step > 0; step--) {
        writer.step();
      }
      follow(store, database, writer, random, known);
      requireIn(store, database, writer, "cut-over");
      for (int step = random.nextInt(STEPS); step > 0; step--) {
        writer.step();
      }
      MigrationSummary resumed = database.copy(store);
      requireIn(store, database, writer, "resume");
      Map<String, String> before = ContestedPeople.people(store, RivalsModel.SHOWN);
      List<String> differences = database.verify(store, true, true);
      assertThat(differences).allMatch(each -> each.startsWith("missing"));
      assertThat(differences.isEmpty()).isEqualTo(resumed.rejected() == 0);
      assertThat(ContestedPeople.people(store, RivalsModel.SHOWN)).isEqualTo(before);
      MigrationSummary anew = database.copy(fresh);
      requireIn(fresh, database, writer, "fresh copy");
      assertThat(anew.read()).isPositive();
    }
  }

  /**
   * Follows from a place in the log, dies and goes on, and compares at the end as a switch does.
   */
  private static void follow(
      Store store, ContestedPeople database, RandomRivals writer, Random random, int known) {
    int place = known;
    int noted = known;
    ChangeApplier applier = applier(store, database);
    FollowNote note = FollowNote.begun("db", "place").at("place", applier);
    for (int round = 4 + random.nextInt(8); round > 0; round--) {
      for (int step = random.nextInt(6); step > 0; step--) {
        writer.step();
      }
      int end = place + random.nextInt(writer.log().size() - place + 1);
      applier.apply(writer.log().subList(place, end), Visibility.SURE);
      place = end;
      if (random.nextBoolean()) {
        note = note.at("place", applier);
        noted = place;
      }
      if (random.nextInt(3) == 0) {
        applier.close();
        applier = applier(store, database);
        applier.resume(note);
        place = noted;
      }
    }
    try (ChangeApplier last = applier) {
      last.apply(writer.log().subList(place, writer.log().size()), Visibility.SURE);
      long before = Long.MAX_VALUE;
      while (last.waiting() > 0 && last.waiting() < before) {
        before = last.waiting();
        last.retry();
      }
      try (JdbcSource source = new JdbcSource(database.url(), 1, false)) {
        Migration migration = database.migration(source);
        Collection<String> compared = last.compared().keySet();
        long unused = FinalComparison.run(migration, store, compared);
        List<String> differences = new ArrayList<>();
        List<Verification.TableResult> results =
            new Verification(
                    migration, store, true, false, each -> differences.add(each.toString()))
                .run();
        assertThat(results).hasSize(6);
        assertThat(differences).allMatch(each -> each.startsWith("missing"));
      }
    }
  }

  private static ChangeApplier applier(Store store, ContestedPeople database) {
    try (JdbcSource source = new JdbcSource(database.url(), 1, false)) {
      ChangeApplier applier =
          new ChangeApplier(database.migration(source), store, new Database(database.url()));
      applier.findRivals(source);
      return applier;
    }
  }

  private static void requireIn(
      Store store, ContestedPeople database, RandomRivals writer, String step) {
    Map<String, String> stored = ContestedPeople.people(store, RivalsModel.SHOWN);
    RivalsModel model = new RivalsModel(writer.rows(), writer.caseless(), stored.keySet());
    assertThat(stored).as(step).isEqualTo(model.expected());
    model.requireReasons(database.linesAsWritten(), step);
    StoreChecks.assertClean(store);
  }
}
