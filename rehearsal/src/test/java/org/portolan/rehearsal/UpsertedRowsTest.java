package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.serve.Served;
import org.portolan.data.DuplicateValueException;
import org.portolan.data.EntityRow;
import org.portolan.data.RowExistsException;
import org.portolan.rehearsal.run.Outcome;

/** The lines of an INSERT whose row may exist do what the database does. */
class UpsertedRowsTest {
  private static final String NEW = "INSERT INTO accounts (email, staff, name, visits) VALUES ";

  /** The same with the key that the database would have drawn. */
  private static final String NEW_WITH_KEY =
      "INSERT INTO accounts (id, email, staff, name, visits) VALUES (9, ";

  @TempDir Path directory;

  /**
   * A statement.
   *
   * @param log as the log has it
   * @param database as the database executes it: the same with the key of a new row
   */
  record Case(String log, String database, Map<String, Object> values) {
    @Override
    public String toString() {
      return log;
    }
  }

  private static Case of(String row, String clause, Object... values) {
    return apart(row, clause, clause, values);
  }

  private static Case apart(String row, String clause, String ofDatabase, Object... values) {
    String key = NEW_WITH_KEY + row.substring(1);
    boolean ignores = ofDatabase.equals("IGNORE");
    String database =
        ignores
            ? key.replace("INSERT", "INSERT IGNORE")
            : key + " ON DUPLICATE KEY UPDATE " + ofDatabase;
    String log =
        clause.equals("IGNORE")
            ? NEW.replace("INSERT", "INSERT IGNORE") + row
            : NEW + row + (clause.startsWith("ON") ? " " : " ON DUPLICATE KEY UPDATE ") + clause;
    Map<String, Object> named = new HashMap<>();
    for (int place = 0; place < values.length; place += 2) {
      named.put((String) values[place], values[place + 1]);
    }
    named.put("id", 9L);
    String[] parts = row.substring(1, row.length() - 1).split(", ", -1);
    Map<String, Object> account = new HashMap<>();
    account.put("email", parts[0].replace("'", ""));
    account.put("staff", parts[1].equals("TRUE"));
    account.put("name", parts[2].equals("NULL") ? null : parts[2].replace("'", ""));
    account.put("visits", parts[3].equals("NULL") ? null : Integer.valueOf(parts[3]));
    named.put("accounts", account);
    return new Case(log, database, named);
  }

  private static Function<EntityRow, Object> row(Function<EntityRow, Object> value) {
    return value;
  }

  static List<Case> cases() {
    String there = "('a@x', FALSE, 'new', 7)";
    String nulls = "('b@x', TRUE, NULL, NULL)";
    String absent = "('q@x', TRUE, 'q', 1)";
    String all = "email = VALUES(email), staff = VALUES(staff), name = VALUES(name)";
    return List.of(
        of(there, all),
        of(absent, all),
        of(nulls, all),
        of(there, "name = VALUES(email)"),
        of(there, "name = 'z'", "newName", "z"),
        of(absent, "name = 'z'", "newName", "z"),
        of(there, "name = CONCAT(VALUES(name), 'z')", "newName", "newz"),
        of(
            there,
            "name = CONCAT(accounts.name, VALUES(name)), staff = VALUES(staff)",
            "newName",
            row(row -> row.value("name") + "new")),
        of(there, "visits = visits + 1", "addedVisits", 1L),
        of(there, "visits = visits + VALUES(visits), name = login", "addedVisits", 7L),
        of(nulls, "visits = visits + 1", "addedVisits", 1L),
        of(
            there,
            "visits = visits * 2",
            "newVisits",
            row(row -> (Integer) row.value("visits") * 2)),
        of(there, "name = login"),
        apart(
            there, "ON CONFLICT (email) DO UPDATE SET name = excluded.name", "name = VALUES(name)"),
        apart(
            absent,
            "ON CONFLICT (email) DO UPDATE SET name = excluded.name",
            "name = VALUES(name)"),
        apart(
            there,
            "ON CONFLICT (email) DO UPDATE SET visits = accounts.visits + excluded.visits, admin ="
                + " NULL",
            "visits = visits + VALUES(visits), admin = TRUE",
            "addedVisits",
            7L,
            "newAdmin",
            true),
        apart(there, "ON CONFLICT (email) DO NOTHING", "IGNORE"),
        apart(absent, "ON CONFLICT (email) DO NOTHING", "IGNORE"),
        apart(there, "ON CONFLICT DO NOTHING", "IGNORE"),
        of(there, "IGNORE"),
        of(absent, "IGNORE"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void insert_doesWhatTheDatabaseDoes(Case of) throws Exception {
    try (BesideDatabase beside = new BesideDatabase(directory, of.log() + ";\n")) {
      assertThat(beside.served(0).notes()).isEmpty();
      beside.insert(0, of.log(), of.database(), of.values());
    }
  }

  /** Keys of several columns, without case, and with a null, which equals none. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"1 | ANN", "7 | ANN", "7 | new", "7 | NULL", "2 | NULL"})
  void ignored_byAnyOfSeveralKeys_isLeftOut(long id, String login) throws Exception {
    String insert =
        "INSERT IGNORE INTO accounts (id, login, email, staff) VALUES (%d, %s, 'q@x', TRUE)"
            .formatted(id, login.equals("NULL") ? login : "'" + login + "'");
    Map<String, Object> account = new HashMap<>();
    account.put("login", login.equals("NULL") ? null : login);
    account.put("email", "q@x");
    account.put("staff", true);
    try (BesideDatabase beside = new BesideDatabase(directory, insert + ";\n")) {
      beside.insert(0, insert, insert, Map.of("id", id, "accounts", account));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"'s1', 2", "'S1', 3", "'s9', 9"})
  void upsert_byTheKey_leavesTheOtherColumns(String key) throws Exception {
    String insert =
        "INSERT INTO stock (sku, wh, qty, reserved) VALUES (%s, 4, 8) ON DUPLICATE KEY UPDATE"
            + " reserved = VALUES(reserved)";
    insertStock(directory, insert, key);
  }

  /**
   * Inserts 4 and 8 into stock, beside the database.
   *
   * @param key the values of the key, which take the place of %s in the statement
   */
  static void insertStock(Path directory, String insert, String key) throws Exception {
    String text = insert.formatted(key);
    String[] parts = key.split(", ", -1);
    try (BesideDatabase beside = new BesideDatabase(directory, text + ";\n")) {
      beside.insert(
          0,
          text,
          Map.of(
              "sku",
              parts[0].replace("'", ""),
              "wh",
              Integer.valueOf(parts[1]),
              "stock",
              Map.of("qty", 4, "reserved", 8)));
    }
  }

  /** REPLACE deletes the row of each unique key, and inserts a new one. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"NULL | a@x", "NULL | q@x", "ANN | a@x", "CEE | a@x", "cee | q@x", "q | c@x"})
  void replaced_byUniqueColumns_isDeletedAndInsertedAnew(String login, String email)
      throws Exception {
    String value = login.equals("NULL") ? login : "'" + login + "'";
    String replace =
        "REPLACE INTO accounts (login, email, staff, name) VALUES (%s, '%s', TRUE, 'new')"
            .formatted(value, email);
    String database =
        "DELETE FROM accounts WHERE login = %s OR email = '%s'; INSERT INTO accounts (id, login,"
            + " email, staff, name) VALUES (9, %s, '%s', TRUE, 'new')";
    Map<String, Object> account = new HashMap<>();
    account.put("login", login.equals("NULL") ? null : login);
    account.put("email", email);
    account.put("staff", true);
    account.put("name", "new");
    try (BesideDatabase beside = new BesideDatabase(directory, replace + ";\n")) {
      assertThat(beside.served(0).notes()).isEmpty();
      beside.insert(
          0,
          replace,
          database.formatted(value, email, value, email),
          Map.of("id", 9L, "accounts", account));
    }
  }

  /** The trial executes it, in the estimated round trips; what changes nothing commits nothing. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO accounts (email, staff) VALUES ('a', TRUE) ON CONFLICT (email) DO UPDATE SET email"
            + " = accounts.email RETURNING id",
        "INSERT INTO stock (sku, wh, qty, reserved) VALUES ('a', 1, 2, 3) ON DUPLICATE KEY UPDATE sku ="
            + " VALUES(sku)",
        "REPLACE INTO accounts (email, staff) VALUES ('a', TRUE)",
        "REPLACE INTO accounts (login, email, staff) VALUES ('a', 'b', TRUE)"
      })
  void rowThatExists_isTriedAsEstimated(String statement) throws Exception {
    Rehearsal.Result result = TwinRows.tried(directory, statement + ";\n");
    assertThat(result.findings()).isEmpty();
    assertThat(result.outcomes().values()).singleElement().matches(Outcome::isAsEstimated);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "accounts (login, staff) VALUES ('a', TRUE) | the REPLACE does not tell email of the unique"
            + " key (email)",
        "orders (status, state, total) VALUES ('a', 'open', 3) | the REPLACE does not tell id of the"
            + " unique key (id)"
      })
  void replaced_byAKeyThatIsNotTold_hasAReasonForNoLines(String replace, String reason)
      throws Exception {
    var proposal = TwinRows.propose(directory, "REPLACE INTO " + replace + ";\n");
    assertThat(new AccessPathLines(proposal).of(proposal.served().get(0)))
        .singleElement()
        .asString()
        .startsWith("// the lines are not written: " + reason);
  }

  /** Another key than the one that the statement names refuses the row, as on the database. */
  @Test
  void otherKey_isRefused() throws Exception {
    String insert =
        "INSERT INTO accounts (id, email, login, staff) VALUES (?, ?, ?, ?) ON CONFLICT (email) DO"
            + " NOTHING";
    try (BesideDatabase beside = new BesideDatabase(directory, insert + ";\n")) {
      Map<String, Object> taken = Map.of("email", "q@x", "login", "ANN", "staff", true);
      assertThatThrownBy(() -> beside.call(0, Map.of("id", 9L, "accounts", taken)))
          .isInstanceOf(InvocationTargetException.class)
          .hasCauseInstanceOf(DuplicateValueException.class);
      Map<String, Object> other = Map.of("email", "q@x", "login", "q", "staff", true);
      assertThatThrownBy(() -> beside.call(0, Map.of("id", 1L, "accounts", other)))
          .isInstanceOf(InvocationTargetException.class)
          .hasCauseInstanceOf(RowExistsException.class);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "(id, email, staff) VALUES (9, 'a', TRUE) ON DUPLICATE KEY UPDATE name = 'x' |"
            + " it may meet one row of accounts by id, and another by email",
        "(login, email, staff) VALUES ('a', 'a', TRUE) ON DUPLICATE KEY UPDATE name = 'x' |"
            + " it may meet one row of accounts by email, and another by login",
        "(login, staff) VALUES ('a', TRUE) ON DUPLICATE KEY UPDATE name = 'x' |"
            + " the INSERT does not tell email of the unique key (email)",
        "(email, staff) VALUES ('a', TRUE) ON CONFLICT (name) DO NOTHING | no unique key of accounts",
        "(email, staff) VALUES ('a', TRUE) ON CONFLICT (lower(email)) DO NOTHING | ON CONFLICT names",
        "(email, staff) VALUES ('a', TRUE) ON CONFLICT (email) WHERE staff DO NOTHING | ON CONFLICT"
            + " names",
        "(email, staff) VALUES ('a', TRUE) ON CONFLICT ON CONSTRAINT nope DO NOTHING | the schema has"
            + " no key nope",
        "(email, staff) VALUES ('a', TRUE) ON CONFLICT (email) DO UPDATE SET name = 'x' WHERE"
            + " accounts.staff | the condition of DO UPDATE",
        "(email, staff) VALUES ('a', TRUE) ON DUPLICATE KEY UPDATE id = 7 | it changes id",
        "(email, staff) VALUES ('a', TRUE) ON DUPLICATE KEY UPDATE id = LAST_INSERT_ID(id) |"
            + " LAST_INSERT_ID keeps the key",
        "(email, staff) VALUES ('a', TRUE) ON DUPLICATE KEY UPDATE visits = 7, name = visits |"
            + " a value is computed from a column that the statement assigns before",
        "(email, staff) VALUES ('a', TRUE) ON DUPLICATE KEY UPDATE name = 'x', name = 'y' |"
            + " a column is assigned twice",
        "(email, staff) VALUES ('a', TRUE) ON DUPLICATE KEY UPDATE colour = 'x' | a column is"
            + " assigned that",
        "(email, staff) VALUES ('a', TRUE) AS n(e, s) ON DUPLICATE KEY UPDATE name = e | the columns"
            + " of the new row",
        "(email, staff) VALUES ('a', TRUE) ON DUPLICATE KEY UPDATE name = (SELECT nick FROM people"
            + " WHERE id = 1) | ",
        "(email, staff) SELECT nick, TRUE FROM people WHERE kind = 'bot' ON DUPLICATE KEY UPDATE name"
            + " = 'x' | each row"
      })
  void upsert_thatIsNotSurelyRight_hasAReasonForNoLines(String insert, String reason)
      throws Exception {
    var proposal = TwinRows.propose(directory, "INSERT INTO accounts " + insert + ";\n");
    Served served = proposal.served().get(0);
    assertThat(served.refusal()).isEmpty();
    assertThat(new AccessPathLines(proposal).of(served))
        .singleElement()
        .asString()
        .startsWith("// the lines are not written: " + (reason == null ? "" : reason));
  }

  /** What exists may be a unique value, which fails at the end of the write, with all rows. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT IGNORE INTO accounts (email, staff) SELECT nick, TRUE FROM people WHERE kind = 'bot'",
        "INSERT INTO accounts (email, staff) SELECT nick, TRUE FROM people WHERE kind = 'bot' ON"
            + " CONFLICT (email) DO NOTHING",
        "INSERT INTO accounts (id, email, staff) SELECT id, nick, TRUE FROM people WHERE kind = 'bot'"
            + " ON CONFLICT DO NOTHING"
      })
  void ignoredRowsOfAQuery_haveAReasonForNoLinesAndATrueNote(String insert) throws Exception {
    var proposal = TwinRows.propose(directory, insert + ";\n");
    Served served = proposal.served().get(0);
    assertThat(served.notes())
        .contains(
            "a row that exists stays as it is: the application looks for it in the same write, by its"
                + " key and its unique columns, and does not insert the new one")
        .noneMatch(note -> note.contains("RowExistsException"));
    assertThat(new AccessPathLines(proposal).of(served))
        .singleElement()
        .asString()
        .startsWith("// the lines are not written: each row of the SELECT may be there");
  }
}
