package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.advisor.RelationalReader;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.target.Target;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.types.Tuple;

/** The lines as they are written, on lists that have more entries than a page can have. */
class LongListsTest {
  private static final int LENGTH = Paging.LIMIT_MAX + 20;

  private static final int AT_ONE_MOMENT = 1_500;

  private static final String SCHEMA =
      """
      CREATE TABLE accounts (id int PRIMARY KEY, name varchar(20) NOT NULL);
      CREATE TABLE events (id int PRIMARY KEY, topic int NOT NULL, at int NOT NULL,
        state int NOT NULL, KEY (topic, at));
      CREATE TABLE lines (account_id int NOT NULL, pos int NOT NULL, kind int NOT NULL,
        PRIMARY KEY (account_id, pos), FOREIGN KEY (account_id) REFERENCES accounts (id));
      """;

  private static final List<String> STATEMENTS =
      List.of(
          "SELECT count(*) FROM events WHERE topic = 1",
          "SELECT id FROM events WHERE topic = 1 AND state = 3 ORDER BY at LIMIT 5",
          "SELECT max(pos) FROM lines WHERE account_id = 1",
          "UPDATE events SET at = at + 100000 WHERE topic = 1 AND at > 5",
          "DELETE FROM events WHERE topic = 1",
          "DELETE FROM lines WHERE account_id = 1 AND pos > 10010",
          "DELETE FROM lines WHERE account_id = 1",
          "SELECT id FROM events WHERE topic = 1 AND state <> 1 AND at <= 7 ORDER BY at DESC LIMIT 1000",
          "SELECT id FROM events WHERE topic = 1 AND state <> 1 AND at >= 7 ORDER BY at LIMIT 1000");

  private static final String INDEX = "events_by_topic_and_at";

  @TempDir Path directory;
  private Proposal proposal;
  private Class<?> lines;
  private Store store;

  /** Calls the lines of a statement, and returns what they return or have found. */
  private Object called(int statement, Map<String, Object> values) throws Exception {
    Method method = CompiledLines.method(lines, number(statement)).orElseThrow();
    return method.invoke(null, CompiledLines.arguments(method, store, values));
  }

  private Proposal propose() throws Exception {
    Path schema =
        Files.writeString(
            directory.resolve("schema.sql"), SCHEMA.replace(");\n", ") ENGINE=InnoDB;\n"));
    Path log =
        Files.writeString(directory.resolve("queries.sql"), String.join(";\n", STATEMENTS) + ";\n");
    RelationalReader reader = new RelationalReader();
    reader.readSchema(schema, Optional.empty());
    reader.readLog(log, Optional.empty(), Optional.empty(), count -> {});
    Choices choices =
        Choices.read(
            Files.writeString(
                directory.resolve("choices.yaml"),
                "accounts: an entity\nevents: an entity\nlines: items of accounts\n"));
    return Proposer.propose(reader.model(), Target.ROCKSDB, "long", choices);
  }

  /** Those at the end of each list alone have state 3. */
  private void fill() {
    for (int from = 1; from <= LENGTH; from += 1_000) {
      int first = from;
      store.write(
          transaction -> {
            if (first == 1) {
              transaction.put("accounts", Tuple.of(1), Map.of("name", "a"));
            }
            for (int id = first; id < first + 1_000 && id <= LENGTH; id++) {
              int state = id > LENGTH - 5 ? 3 : 1;
              transaction.put("events", Tuple.of(id), Map.of("topic", 1, "at", id, "state", state));
              transaction.putItem(
                  "accounts", Tuple.of(1), "lines", Tuple.of(id), Map.of("kind", state));
            }
            return null;
          });
    }
  }

  /** Topic 2 has many events at the same moment; the last of these alone have state 3. */
  private void fillOneMoment() {
    store.write(
        transaction -> {
          for (int number = 1; number <= AT_ONE_MOMENT + 3; number++) {
            int state = number > AT_ONE_MOMENT - 6 ? 3 : 1;
            int at = number > AT_ONE_MOMENT ? 8 : 7;
            transaction.put(
                "events",
                Tuple.of(2 * LENGTH + number),
                Map.of("topic", 2, "at", at, "state", state));
          }
          return null;
        });
  }

  /** The number of the statement's method: a proposal orders the statements by their count. */
  private int number(int statement) {
    String wanted = STATEMENTS.get(statement).replaceAll("\\b\\d+\\b", "?");
    int number = 0;
    while (!proposal.served().get(number).statement().template().text().equals(wanted)) {
      number++;
    }
    return number + 1;
  }

  @Test
  void lines_readAndChangeListsToTheirEnds() throws Exception {
    proposal = propose();
    lines =
        CompiledLines.returningLongPages(
            proposal, Files.createDirectory(directory.resolve("classes")));
    try (Store opened =
        Stores.openOrCreate("rocksdb:" + directory.resolve("store"), proposal.design())) {
      store = opened;
      fill();
      fillOneMoment();
      Map<String, Object> one = Map.of("topic", 1, "accountId", 1);
      assertThat((List<?>) called(0, one)).hasSize(LENGTH);
      assertThat((List<?>) called(1, Map.of("topic", 1, "state", 3))).hasSize(5);
      assertThat((List<?>) called(7, Map.of("topic", 2, "notState", 1, "toAt", 7))).hasSize(6);
      assertThat((List<?>) called(8, Map.of("topic", 2, "notState", 1, "fromAt", 7))).hasSize(9);
      List<?> all = (List<?>) called(2, one);
      assertThat(((Item) all.get(all.size() - 1)).key()).isEqualTo(Tuple.of(LENGTH));
      assertThat(called(3, Map.of("topic", 1, "fromAt", 5, "addedAt", 100_000L)))
          .isEqualTo(LENGTH - 5);
      assertThat(store.index(INDEX, Tuple.of(1), Paging.first(1)).entries())
          .containsExactly(Tuple.of(LENGTH));
      assertThat(called(4, one)).isEqualTo(LENGTH);
      assertThat(store.index(INDEX, Tuple.of(1), Paging.first(1)).entries()).isEmpty();
      assertThat(called(5, Map.of("accountId", 1, "fromPos", 10_010))).isEqualTo(LENGTH - 10_010);
      assertThat(called(6, one)).isEqualTo(10_010);
      assertThat(store.items("accounts", Tuple.of(1), "lines", Paging.first(1)).entries())
          .isEmpty();
    }
  }
}
