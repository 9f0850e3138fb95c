package org.portolan.advisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.sql.Dialect;
import org.portolan.advisor.workload.StatementKind;
import org.portolan.advisor.workload.StatementTemplate;

/** Logs read beside a schema, to the model. */
class ReadLogsTest {
  @TempDir Path directory;

  private RelationalModel read(String log) throws IOException {
    Path schema =
        Files.writeString(
            directory.resolve("schema.sql"),
            "create table orders (id int primary key, status text);"
                + "create table pg_settings (id int primary key, title text);");
    RelationalReader reader = new RelationalReader();
    reader.readSchema(schema, Optional.empty());
    Path file = Files.writeString(directory.resolve("server.log"), log);
    reader.readLog(file, Optional.empty(), Optional.empty(), count -> {});
    return reader.model();
  }

  @Test
  void queriesOfCursors_countAsQueries() throws IOException {
    RelationalModel model =
        read(
            """
            2026-11-30 01:00:00 UTC [7] LOG:  statement: /* shop:export */ DECLARE "c 1" NO SCROLL \
            CURSOR WITH HOLD FOR SELECT id FROM orders WHERE status = 'x'
            2026-11-30 01:00:00 UTC [7] LOG:  statement: FETCH FORWARD 100 FROM "c 1"
            2026-11-30 01:00:01 UTC [7] LOG:  statement: declare c cursor for
            \tselect id from orders where status = 'y'
            """);
    assertThat(model.workload().templates(StatementKind.DATA))
        .extracting(each -> each.count() + "x " + each.operation() + ": " + each.text())
        .containsExactlyInAnyOrder(
            "1x shop:export: SELECT id FROM orders WHERE status = ?",
            "1x : SELECT id FROM orders WHERE status = ?");
    assertThat(model.workload().count(StatementKind.SESSION)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT id FROM orders WHERE status = 'a' | DATA",
        "SELECT title FROM pg_photos WHERE album = 7 | DATA",
        "SELECT id FROM orders WHERE status COLLATE pg_catalog.\"default\" = 'a' | DATA",
        "SET STATEMENT max_statement_time=30 FOR SELECT id FROM orders WHERE status = 'a' | DATA",
        "SET STATEMENT sql_mode='x for y', max_statement_time=3 FOR SELECT id FROM orders | DATA",
        "SET @x = (SELECT status FROM orders WHERE id = 3) | DATA",
        "SET @x = 3, @y = (SELECT status FROM orders WHERE id IN (1, 2)) + (1) | DATA",
        "SET @x = place_order(7) | SESSION",
        "BEGIN NOT ATOMIC UPDATE orders SET status = 'x'; END | CALL",
        "BEGIN | TRANSACTION",
        "SELECT title FROM pg_settings WHERE id = 7 | DATA",
        "SELECT id FROM portolan_readings | DATA",
        "SELECT id FROM portolan_migrates | DATA",
        "INSERT INTO orders (status) VALUES ('portolan_read /* portolan:migrate */') | DATA",
        "WITH u AS (UPDATE orders SET status = 'x' RETURNING id) SELECT * FROM u | DATA",
        "SELECT CURDATE() | CATALOG",
        "SELECT RAND(), ROUND(1.5), DATE_FORMAT(NOW(), '%Y') | CATALOG",
        "SELECT place_order(7, 'x') | CALL",
        "SELECT shop.place_order(7) AS done | CALL",
        "DO release_stock(7) | CALL",
        "DO $$ BEGIN UPDATE orders SET status = 'x'; END $$ | CALL",
        "DO RELEASE_LOCK('x') | SESSION",
        "SELECT 1 | CATALOG",
        "SELECT current_catalog | CATALOG",
        "SELECT VERSION(), pg_backend_pid() | CATALOG",
        "SELECT nextval('orders_id_seq') | CATALOG",
        "SELECT t.oid FROM pg_catalog.pg_type t | CATALOG",
        "SELECT n.nspname FROM x JOIN pg_namespace n ON true | CATALOG",
        "SELECT * FROM information_schema.tables | CATALOG"
      })
  void statement_isOfItsKind(String statement, StatementKind kind) throws IOException {
    RelationalModel model =
        read("2026-11-30 01:00:00 UTC [7] LOG:  statement: " + statement + "\n");
    assertThat(model.workload().count(kind)).as(statement).isEqualTo(1);
  }

  /** In MySQL, pg_user is a table like others. */
  @Test
  void catalogueOfAnotherServer_isNone() throws IOException {
    Path file = Files.writeString(directory.resolve("q.sql"), "SELECT id FROM pg_user;\n");
    RelationalReader reader = new RelationalReader();
    reader.readLog(file, Optional.empty(), Optional.of(Dialect.MYSQL), count -> {});
    assertThat(reader.model().workload().count(StatementKind.DATA)).isEqualTo(1);
  }

  /** The parser's own visitor fails on some of its forms. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT trim(both FROM status) FROM orders",
        "SELECT id FROM orders WHERE trim(FROM status) = 'x'",
        "SELECT count(*) FILTER (WHERE status = 'x') OVER (ORDER BY id) FROM orders",
        "SELECT string_agg(status, ',' ORDER BY id) FROM orders",
        "SELECT extract(epoch FROM now()) FROM orders WHERE (id, id) OVERLAPS (id, id)",
        "SELECT json_agg(id) FILTER (WHERE id > 3), array_agg(id) FROM orders",
        "SELECT id FROM orders WHERE status = ANY (ARRAY['x', 'y']) OR id = ALL (SELECT 3)",
        "SELECT (ARRAY[1, 2])[id] FROM orders",
        "SELECT position('x' IN status), substring(status FROM 2 FOR 3) FROM orders",
        "SELECT id FROM orders WHERE status IS NOT DISTINCT FROM 'x' AND id IS NOT TRUE",
        "SELECT CASE WHEN id = 3 THEN 1 END FROM orders GROUP BY ROLLUP (id)"
      })
  void statement_isAnalysed(String statement) throws IOException {
    RelationalModel model =
        read("2026-11-30 01:00:00 UTC [7] LOG:  statement: " + statement + "\n");
    assertThat(model.statements())
        .singleElement()
        .satisfies(of -> assertThat(of.failure()).doesNotContain("a bug in Portolan"));
  }

  /** WITH that changes rows, and the query that SET assigns, have their tables. */
  @Test
  void changeWithinWith_isAnalysed() throws IOException {
    RelationalModel model =
        read(
            """
            2026-11-30 01:00:00 UTC [7] LOG:  statement: WITH u AS (UPDATE orders SET status = 'x' \
            WHERE id = 3 RETURNING id), d AS (DELETE FROM pg_settings WHERE id = 4 RETURNING id), \
            i AS (INSERT INTO orders (id) VALUES (7) RETURNING id) SELECT * FROM u
            """);
    assertThat(model.statements().get(0).failure()).isEmpty();
    assertThat(model.statements().get(0).path().orElseThrow().tables())
        .extracting(use -> use.role() + " " + use.table() + " " + use.equal())
        .containsExactly("UPDATED orders [id]", "DELETED pg_settings [id]", "INSERTED orders []");
  }

  @Test
  void dumpOfPartitionsAndHeirs_hasTheTablesOfTheApplication() throws IOException {
    Path dump =
        Files.writeString(
            directory.resolve("dump.sql"),
            """
            CREATE TABLE public.part (id integer NOT NULL, at date NOT NULL) PARTITION BY RANGE (at);
            CREATE TABLE public.part_1 (id integer NOT NULL, at date NOT NULL);
            CREATE TABLE public.part_2 PARTITION OF public.part FOR VALUES FROM ('2020-01-01') TO ('2021-01-01');
            CREATE TABLE public.parent (id integer NOT NULL, v text);
            CREATE TABLE public.child (extra text) INHERITS (public.parent);
            ALTER TABLE ONLY public.part ATTACH PARTITION public.part_1 FOR VALUES FROM ('2019-01-01') TO ('2020-01-01');
            COPY public.part_1 (id, at) FROM stdin;
            1\t2019-02-01
            2\t2019-02-01
            \\.
            INSERT INTO public.part_2 VALUES (3, '2020-02-01');
            ALTER TABLE ONLY public.part ADD CONSTRAINT part_pkey PRIMARY KEY (id, at);
            ALTER TABLE ONLY public.part_1 ADD CONSTRAINT part_1_pkey PRIMARY KEY (id, at);
            ALTER TABLE ONLY public.part_2 ADD CONSTRAINT part_2_pkey PRIMARY KEY (id, at);
            CREATE INDEX part_1_at ON public.part_1 USING btree (at);
            COMMENT ON TABLE public.part_1 IS 'the past';
            ALTER INDEX public.part_pkey ATTACH PARTITION public.part_1_pkey;
            """);
    RelationalReader reader = new RelationalReader();
    reader.readSchema(dump, Optional.empty());
    RelationalModel model = reader.model();
    assertThat(model.problems()).isEmpty();
    assertThat(model.schema().tables())
        .extracting(table -> table.name() + " " + table.columns().size() + " " + table.rows())
        .containsExactlyInAnyOrder(
            "part 2 OptionalLong[3]", "parent 2 OptionalLong.empty", "child 3 OptionalLong.empty");
  }

  @Test
  void ourOwnStatements_areNoneOfTheApplication() throws IOException {
    RelationalModel model =
        read(
            """
            2026-11-30 01:00:00 UTC [7] LOG:  statement: SELECT id FROM orders WHERE status = 'x'
            2026-11-30 01:00:00 UTC [7] LOG:  statement: SELECT count(*) FROM orders portolan_read
            2026-11-30 01:00:00 UTC [7] LOG:  execute <unnamed>: /* portolan:migrate */ SELECT id FROM orders
            2026-11-30 01:00:00 UTC [7] LOG:  statement: /* portolan:orders */ SELECT id FROM orders
            """);
    assertThat(model.workload().templates(StatementKind.DATA))
        .extracting(StatementTemplate::text)
        .containsExactlyInAnyOrder(
            "SELECT id FROM orders WHERE status = ?", "SELECT id FROM orders");
    assertThat(model.files().get(1).statements()).isEqualTo(2);
  }

  @Test
  void logWithoutStatements_saysWhatToSet() throws IOException {
    RelationalModel model =
        read(
            """
            2026-11-30 01:00:00 UTC [7] LOG:  Anweisung: SELECT id FROM orders
            2026-11-30 01:00:00 UTC [7] LOG:  Dauer: 1.5 ms
            """);
    assertThat(model.problems())
        .singleElement()
        .satisfies(
            problem ->
                assertThat(problem.reason())
                    .contains("no statement was found", "log_statement", "lc_messages = 'C'"));
  }

  @ParameterizedTest
  @CsvSource({"BZh9, bzip2", "\u00fd7zXZ, xz", "(\u00b5/\u00fd, zstd", "PK\u0003\u0004x, zip"})
  void fileThatAnotherProgramCompressed_isNamed(String start, String program) throws IOException {
    Path file = directory.resolve("log");
    Files.write(file, (start + "more").getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> TextFile.open(file, 10))
        .hasMessageContaining(file.toString())
        .hasMessageContaining("compressed by " + program);
    assertThatThrownBy(() -> TextFile.open(directory, 10))
        .hasMessageContaining(directory + ", which is a directory");
  }
}
