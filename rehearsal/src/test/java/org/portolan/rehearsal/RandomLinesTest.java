package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.advisor.serve.Served;
import org.portolan.rehearsal.RandomStatements.Statement;
import org.portolan.rehearsal.run.Outcome;

/**
 * Random statements, by their lines on a store and beside it on a database with the same rows: both
 * find the same rows, change the same number, and have the same rows afterwards. Each group has one
 * design, so that statements are served by indexes that others want. More: {@code
 * -Dportolan.groups=N}; one of them again: {@code -Dportolan.groups=1 -Dportolan.seed=N}.
 */
class RandomLinesTest {
  private static final int GROUPS = Integer.getInteger("portolan.groups", 5);
  private static final long SEED = Long.getLong("portolan.seed", 0);
  private static final int STATEMENTS = 10;

  @TempDir Path directory;

  @Test
  void statements_doWhatTheDatabaseDoes() throws Exception {
    int executed = 0;
    for (long seed = SEED; seed < SEED + GROUPS; seed++) {
      System.out.println("random lines: -Dportolan.seed=" + seed);
      try {
        executed += executed(seed);
      } catch (Exception | AssertionError e) {
        throw new AssertionError("-Dportolan.groups=1 -Dportolan.seed=" + seed, e);
      }
    }
    assertThat(executed).isGreaterThan(GROUPS * STATEMENTS / 2);
  }

  private int executed(long seed) throws Exception {
    RandomStatements random = new RandomStatements(seed);
    List<Statement> statements = new ArrayList<>();
    Set<String> templates = new HashSet<>();
    StringBuilder log = new StringBuilder();
    while (statements.size() < STATEMENTS) {
      Statement next = random.next();
      // The lines of two that differ in LIMIT alone would have the limit of one of them.
      if (!templates.add(template(next.text()))) {
        continue;
      }
      statements.add(next);
      log.append("-- weight: ").append(1 + (statements.size() * 37) % 100).append('\n');
      log.append(next.text()).append(";\n");
    }
    Path place = Files.createDirectory(directory.resolve("" + seed));
    int executed = 0;
    try (BesideDatabase beside = new BesideDatabase(place, log.toString())) {
      for (Statement statement : statements) {
        int number = number(beside, statement);
        if (number < 0 || !beside.hasLines(number)) {
          continue;
        }
        executed++;
        if (statement.query().isPresent()) {
          beside.find(number, statement.query().get(), statement.values());
        } else if (statement.text().startsWith("INSERT")) {
          beside.insert(number, statement.text(), statement.values());
        } else {
          beside.change(number, statement.text(), statement.values());
        }
      }
      tried(beside, place, log.toString(), seed);
    }
    return executed;
  }

  /** The number of a statement: those that differ in their values alone are one. */
  private static int number(BesideDatabase beside, Statement statement) {
    List<Served> all = beside.proposal().served();
    String wanted = template(statement.text());
    for (int number = 0; number < all.size(); number++) {
      if (template(all.get(number).statement().template().text()).equals(wanted)) {
        return number;
      }
    }
    throw new AssertionError("no statement is like " + wanted);
  }

  private static String template(String text) {
    return text.replaceAll("'[^']*'|\\b\\d+\\b|-\\d+|\\bNULL\\b", "?")
        .replaceAll("\\(\\?(, \\?)*\\)", "(?)");
  }

  private static void tried(BesideDatabase beside, Path place, String log, long seed)
      throws Exception {
    Rehearsal.Result tried =
        Rehearsal.run(
            beside.proposal(),
            TwinRows.model(place, log),
            "rocksdb:" + place.resolve("tried"),
            new Rehearsal.Options(seed, 200));
    assertThat(tried.findings()).isEmpty();
    for (Map.Entry<Served, Outcome> entry : tried.outcomes().entrySet()) {
      assertThat(entry.getValue())
          .as(entry.getKey().statement().template().text())
          .matches(outcome -> outcome.isAsEstimated() || !outcome.executed());
    }
  }
}
