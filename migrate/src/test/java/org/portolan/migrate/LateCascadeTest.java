package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Columns;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.MappingReader;
import org.portolan.migrate.sql.JdbcSource;

/**
 * Rows that would go with a row that is rejected late, because their reference says {@code
 * cascade}: each is in the store or in the file of rejects.
 */
class LateCascadeTest {
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: accounts
          entities:
            account:
              key: {id: long}
              families: {main: {parent: long}}
              references:
                parent: {on: [parent], to: account, on-delete: cascade}
            purchase:
              key: {id: long}
              families: {main: {account: long}}
              references:
                account: {on: [account], to: account, on-delete: cascade}
            remark:
              key: {id: long}
              families: {main: {purchase: long}}
              collections:
                lines: {key: {n: long}, columns: {text: text}}
              references:
                purchase: {on: [purchase], to: purchase, on-delete: cascade}
          """,
          "accounts.yaml");

  private static final String MAPPING =
      """
      format: 1
      design: accounts
      tables:
        accounts: {entity: account, columns: {id: id, parent: parent}}
        purchases: {entity: purchase, columns: {id: id, account: account}}
        remarks: {entity: remark, columns: {id: id, purchase: purchase}}
        remark_lines:
          collection: remark.lines
          owner: [remark]
          columns: {n: n, text: text}
      """;

  @TempDir Path directory;

  @Test
  void rowsThatReferToARowThatIsRejectedLate_areRejectedToo() throws Exception {
    String url = "jdbc:h2:" + directory.resolve("db");
    Databases.run(
        url,
        List.of(
            "CREATE TABLE accounts (id BIGINT PRIMARY KEY, parent BIGINT)",
            "CREATE TABLE purchases (id BIGINT PRIMARY KEY, account BIGINT)",
            "CREATE TABLE remarks (id BIGINT PRIMARY KEY, purchase BIGINT)",
            "CREATE TABLE remark_lines (remark BIGINT, n BIGINT, text VARCHAR(9),"
                + " PRIMARY KEY (remark, n))",
            "INSERT INTO accounts VALUES (1, NULL), (2, 1), (3, 99), (4, 3)",
            "INSERT INTO purchases SELECT x, MOD(x, 4) + 1 FROM SYSTEM_RANGE(1, 40)",
            "INSERT INTO remarks SELECT x, x FROM SYSTEM_RANGE(1, 40)",
            "INSERT INTO remark_lines SELECT x, 1, 'a' FROM SYSTEM_RANGE(1, 40)"));
    Path rejected = directory.resolve("rejects.jsonl");
    try (Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), DESIGN);
        JdbcSource source = new JdbcSource(url, 1, false)) {
      MigrationSummary summary =
          new Migration(
                  source,
                  MappingReader.read(MAPPING, DESIGN, "mapping.yaml"),
                  DESIGN,
                  MigrationOptions.of(rejected),
                  rows -> {})
              .run(store);
      // Accounts 3 and 4, twenty purchases of theirs, and as many remarks with a line each.
      assertThat(summary.rejected()).isEqualTo(2 + 20 + 20 + 20);
      assertThat(Files.readAllLines(rejected)).hasSize(62);
      assertThat(count(store, "account")).isEqualTo(2);
      assertThat(count(store, "purchase")).isEqualTo(20);
      assertThat(count(store, "remark")).isEqualTo(20);
    }
  }

  private static long count(Store store, String entity) {
    return Paging.first(500).stream(page -> store.scanStored(entity, Columns.NONE, page)).count();
  }
}
