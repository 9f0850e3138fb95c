package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Mapping;
import org.portolan.design.MappingReader;
import org.portolan.engine.Durability;
import org.portolan.types.Tuple;

/**
 * The way back into tables of PostgreSQL whose constraints it checks late, by triggers: as a
 * superuser, for whom these do not run, and as an ordinary user.
 */
@Tag("servers")
class PostgreSqlConstraintsTest extends OnPostgreSql {
  private WayBack store() {
    return new WayBack(directory);
  }

  private WayBack.Outcome into(WayBack store, boolean ordinary, String... statements)
      throws IOException {
    String url = server.emptyDatabase();
    Databases.run(url, List.of(statements));
    return store.into(ordinary ? PostgreSqlServer.ordinary(url) : url, List.of());
  }

  @Test
  void deferrableUniqueKeys_areChecked() throws Exception {
    for (boolean ordinary : new boolean[] {false, true}) {
      for (String when : List.of("DEFERRABLE", "DEFERRABLE INITIALLY DEFERRED")) {
        WayBack rows =
            store()
                .with(1, "v", "text", "a")
                .with(2, "v", "text", "b")
                .with(3, "v", "text", "a")
                .with(4, "v", "text", "a")
                .withNulls(5)
                .withNulls(6);
        WayBack.Outcome outcome =
            into(
                rows,
                ordinary,
                "CREATE TABLE n (id INT PRIMARY KEY, v TEXT, CONSTRAINT one_v UNIQUE (v) "
                    + when
                    + ")");
        assertThat(outcome.rejects())
            .hasSize(2)
            .allMatch(one -> one.contains("one_v"))
            .anyMatch(one -> one.contains("\"key\":{\"id\":3}"))
            .anyMatch(one -> one.contains("\"key\":{\"id\":4}"));
        assertThat(outcome.rows())
            .containsExactly("id=1 | v=a", "id=2 | v=b", "id=5 | v=null", "id=6 | v=null");
        assertThat(outcome.summary().rejected()).isEqualTo(2);
      }
    }
  }

  @Test
  void deferrableUniqueKeyOfSuperuser_isTold() throws Exception {
    WayBack rows = store().with(1, "v", "text", "a").with(3, "v", "text", "a");
    assertThat(
            into(
                    rows,
                    false,
                    "CREATE TABLE n (id INT PRIMARY KEY, v TEXT, CONSTRAINT one_v UNIQUE (v)"
                        + " DEFERRABLE)")
                .rejects())
        .singleElement()
        .asString()
        .contains("\"column\":\"v\"")
        .contains("another row is there by one_v, UNIQUE (v) DEFERRABLE");
  }

  @Test
  void deferrableUniqueKeyOfAPartition_isChecked() throws Exception {
    WayBack rows = store();
    for (int id : List.of(1, 2, 11, 12)) {
      rows.with(id, "v", "text", "same").with(id, "w", "int", 1);
    }
    WayBack.Outcome outcome =
        into(
            rows,
            false,
            "CREATE TABLE n (id INT PRIMARY KEY, v TEXT, w INT) PARTITION BY RANGE (id)",
            "CREATE TABLE n0 PARTITION OF n FOR VALUES FROM (0) TO (10)",
            "CREATE TABLE n1 PARTITION OF n FOR VALUES FROM (10) TO (20)",
            "ALTER TABLE n0 ADD CONSTRAINT \"one %s\" UNIQUE (v, w) DEFERRABLE");
    assertThat(outcome.rejects())
        .singleElement()
        .asString()
        .contains("\"key\":{\"id\":2},\"column\":\"\"", "one %s");
    assertThat(outcome.rows()).hasSize(3);
  }

  /** As if they had come one by one: 3 meets only 2, which is not there. */
  @Test
  void deferrableExclusions_areChecked() throws Exception {
    for (boolean ordinary : new boolean[] {false, true}) {
      WayBack rows =
          store()
              .with(1, "v", "text", "[1,5)")
              .with(2, "v", "text", "[4,8)")
              .with(3, "v", "text", "[7,9)")
              .with(4, "v", "text", "[8,9)")
              .with(5, "v", "text", "[20,30)")
              .with(6, "v", "text", "[25,26)")
              .with(106, "v", "text", "[25,26)")
              .withNulls(7);
      WayBack.Outcome outcome =
          into(
              rows,
              ordinary,
              "CREATE TABLE n (id INT PRIMARY KEY, v INT4RANGE, CONSTRAINT apart EXCLUDE USING gist"
                  + " ((v * int4range(0, 90)) WITH &&) WHERE (id < 100) DEFERRABLE INITIALLY"
                  + " DEFERRED)");
      assertThat(outcome.rejects())
          .hasSize(3)
          .allMatch(one -> one.contains("apart"))
          .anyMatch(one -> one.contains("\"key\":{\"id\":2}"))
          .anyMatch(one -> one.contains("\"key\":{\"id\":4}"))
          .anyMatch(one -> one.contains("\"key\":{\"id\":6}"));
      assertThat(outcome.rows()).hasSize(5);
    }
  }

  @Test
  void rowsThatDeferredTriggersChange_areRejected() throws Exception {
    for (boolean ordinary : new boolean[] {false, true}) {
      WayBack rows = store();
      for (int id = 1; id <= 40; id++) {
        rows.with(id, "v", "text", "v" + id);
      }
      WayBack.Outcome outcome =
          into(
              rows,
              ordinary,
              "CREATE TABLE n (id INT PRIMARY KEY, v TEXT)",
              "CREATE FUNCTION late() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN IF NEW.id = 3"
                  + " THEN UPDATE n SET v = 'changed' WHERE id = NEW.id; END IF; RETURN NULL; END"
                  + " $$",
              "CREATE CONSTRAINT TRIGGER late AFTER INSERT ON n DEFERRABLE INITIALLY DEFERRED FOR"
                  + " EACH ROW EXECUTE FUNCTION late()",
              ordinary ? "SELECT 1" : "ALTER TABLE n ENABLE ALWAYS TRIGGER late");
      assertThat(outcome.rejects())
          .singleElement()
          .asString()
          .contains("is 'v3', and would come back as 'changed'; the table has triggers, late");
      assertThat(outcome.rows()).hasSize(39);
    }
  }

  /** A trigger of one partition, too, may change rows after the statement. */
  @Test
  void rowsThatTriggersOfAPartitionChange_areRejected() throws Exception {
    WayBack.Outcome outcome =
        into(
            store().with(1, "v", "text", "a").with(11, "v", "text", "b"),
            true,
            "CREATE TABLE n (id INT PRIMARY KEY, v TEXT) PARTITION BY RANGE (id)",
            "CREATE TABLE n0 PARTITION OF n FOR VALUES FROM (0) TO (10)",
            "CREATE TABLE n1 PARTITION OF n FOR VALUES FROM (10) TO (20)",
            "CREATE FUNCTION other() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN UPDATE n SET v ="
                + " 'changed' WHERE id = NEW.id; RETURN NULL; END $$",
            "CREATE TRIGGER other AFTER INSERT ON n1 FOR EACH ROW EXECUTE FUNCTION other()");
    assertThat(outcome.rejects())
        .singleElement()
        .asString()
        .contains("is 'b', and would come back as 'changed'; the table has triggers, other");
  }

  @Test
  void triggersOfATableWithoutAKey_areNoted() throws Exception {
    WayBack.Outcome outcome =
        into(
            store().withoutKey().with(1, "v", "text", "a"),
            true,
            "CREATE TABLE n (id INT, v TEXT)",
            "CREATE FUNCTION other() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN UPDATE n SET v ="
                + " 'changed' WHERE id = NEW.id; RETURN NULL; END $$",
            "CREATE TRIGGER other AFTER INSERT ON n FOR EACH ROW EXECUTE FUNCTION other()");
    assertThat(outcome.summary().notes())
        .anyMatch(
            note ->
                note.contains(
                    "table n has no key by which its rows could be read again after its triggers"
                        + " ran: compare it by --no-copy --verify=full"));
  }

  /** A trigger may put off what it causes until the transaction ends. */
  @Test
  void refusalsAtTheEndOfATransaction_areRejectsOfTheRows() throws Exception {
    WayBack rows = store();
    for (int id = 1; id <= 40; id++) {
      rows.with(id, "v", "text", id == 20 ? "this is too long" : "v");
    }
    WayBack.Outcome outcome =
        into(
            rows,
            true,
            "CREATE TABLE log (id INT)",
            "CREATE TABLE n (id INT PRIMARY KEY, v VARCHAR(5))",
            "CREATE FUNCTION refuse() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN IF NEW.id IN (3,"
                + " 30) THEN RAISE EXCEPTION 'not %', NEW.id; END IF; RETURN NULL; END $$",
            "CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON log DEFERRABLE INITIALLY DEFERRED FOR"
                + " EACH ROW EXECUTE FUNCTION refuse()",
            "CREATE FUNCTION late() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN SET CONSTRAINTS"
                + " ALL DEFERRED; INSERT INTO log VALUES (NEW.id); RETURN NULL; END $$",
            "CREATE CONSTRAINT TRIGGER late AFTER INSERT ON n DEFERRABLE INITIALLY DEFERRED FOR"
                + " EACH ROW EXECUTE FUNCTION late()");
    assertThat(outcome.rejects())
        .hasSize(3)
        .anyMatch(one -> one.contains("not 3\""))
        .anyMatch(one -> one.contains("not 30\""))
        .anyMatch(one -> one.contains("\"key\":{\"id\":20}"));
    assertThat(outcome.rows()).hasSize(37);
    assertThat(outcome.summary().rejected()).isEqualTo(3);
  }

  /** The references are not the design's: one goes away by null, one is to a unique column. */
  @Test
  void tablesOfAnOrdinaryUser_areFilledInTheOrderOfTheForeignKeys() throws Exception {
    Design design =
        DesignReader.read(
            """
            format: 1
            design: press
            entities:
              articles: {key: {id: int}, families: {main: {author: int}}}
              badges: {key: {id: int}, families: {main: {email: text}}}
              users: {key: {id: int}, families: {main: {email: text}}}
            """,
            "press.yaml");
    Mapping mapping =
        MappingReader.read(
            """
            format: 1
            design: press
            tables:
              articles: {entity: articles, columns: {id: id, author: author}}
              badges: {entity: badges, columns: {id: id, email: email}}
              users: {entity: users, columns: {id: id, email: email}}
            """,
            design,
            "mapping.yaml");
    String url = server.emptyDatabase();
    Databases.run(
        url,
        List.of(
            "CREATE TABLE users (id INT PRIMARY KEY, email VARCHAR(40) UNIQUE)",
            "CREATE TABLE badges (id INT PRIMARY KEY, email VARCHAR(40) REFERENCES users (email))",
            "CREATE TABLE articles (id INT PRIMARY KEY, author INT REFERENCES users ON DELETE SET"
                + " NULL)"));
    Path rejects = directory.resolve("rejects.jsonl");
    try (Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), design)) {
      store.write(
          Durability.BUFFERED,
          transaction -> {
            transaction.put("users", Tuple.of(1), Map.of("email", "a@x"));
            transaction.put("articles", Tuple.of(1), Map.of("author", 1));
            transaction.put("badges", Tuple.of(1), Map.of("email", "a@x"));
            return null;
          });
      try (ReturnMigration work =
          new ReturnMigration(
              store, mapping, PostgreSqlServer.ordinary(url), rejects, rows -> {})) {
        assertThat(work.run().rejected()).isZero();
      }
    }
    assertThat(Files.exists(rejects)).isFalse();
    assertThat(Databases.rows(url, "articles")).containsExactly("id=1 | author=1");
    assertThat(Databases.rows(url, "badges")).containsExactly("id=1 | email=a@x");
  }

  @Test
  void foreignKeysThatMatchInFull_admitNoNullInAPart() throws Exception {
    for (boolean ordinary : new boolean[] {false, true}) {
      WayBack rows =
          store()
              .withNulls(1)
              .with(2, "a", "int", 1)
              .with(3, "b", "int", 1)
              .with(4, "a", "int", 1)
              .with(4, "b", "int", 1)
              .with(5, "a", "int", 1)
              .with(5, "b", "int", 2);
      WayBack.Outcome outcome =
          into(
              rows,
              ordinary,
              "CREATE TABLE up (a INT, b INT, PRIMARY KEY (a, b))",
              "INSERT INTO up VALUES (1, 1)",
              "CREATE TABLE n (id INT PRIMARY KEY, a INT, b INT, FOREIGN KEY (a, b) REFERENCES up"
                  + " MATCH FULL)");
      if (ordinary) {
        assertThat(outcome.rejects()).hasSize(3).allMatch(one -> one.contains("n_a_b_fkey"));
        assertThat(outcome.rows()).containsExactly("id=1 | a=null | b=null", "id=4 | a=1 | b=1");
      } else {
        // The mapping does not fill the other table.
        assertThat(outcome.summary().notes())
            .anyMatch(note -> note.contains("3 rows refer by n_a_b_fkey to up("));
      }
    }
    WayBack.Outcome outcome =
        into(
            store().with(1, "a", "int", 1).with(2, "b", "int", 1).withNulls(3),
            false,
            "CREATE TABLE n (id INT PRIMARY KEY, a INT, b INT, UNIQUE (a, b), FOREIGN KEY (a, b)"
                + " REFERENCES n (a, b) MATCH FULL)");
    assertThat(outcome.rejects())
        .hasSize(2)
        .anyMatch(one -> one.contains("refers to n(1, null), which was not brought back"));
    assertThat(outcome.rows()).containsExactly("id=3 | a=null | b=null");
  }

  /** In a ring one table comes first; what it refers to is not there. */
  @Test
  void ringsOfAnOrdinaryUser_areRejectedRowByRow() throws Exception {
    WayBack rows =
        store()
            .with(1, "up", "int", 2)
            .withNulls(2)
            .with(3, "up", "int", 1)
            .with(4, "up", "int", 99)
            .with(5, "up", "int", 5);
    WayBack.Outcome outcome =
        into(
            rows,
            true,
            "CREATE TABLE n (id INT PRIMARY KEY, up INT REFERENCES n DEFERRABLE INITIALLY"
                + " DEFERRED)");
    assertThat(outcome.rejects())
        .isNotEmpty()
        .anyMatch(one -> one.contains("\"key\":{\"id\":4}"))
        .allMatch(one -> one.contains("n_up_fkey"));
    assertThat(outcome.rows()).contains("id=2 | up=null", "id=5 | up=5");
  }
}
