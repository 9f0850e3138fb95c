package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.sql.Dialect;
import org.portolan.advisor.target.Target;

/**
 * Joins of texts of two collations: MySQL compares both by one of them, and a key or an index that
 * has the other finds other rows.
 */
class JoinedTextsTest {
  private static final String SCHEMA =
      """
      CREATE TABLE products (id bigint NOT NULL PRIMARY KEY, vendor int NOT NULL,
        sku varchar(20) COLLATE utf8mb4_0900_ai_ci NOT NULL, day date NOT NULL, KEY (sku))
        ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
      CREATE TABLE prices (sku varchar(20) COLLATE utf8mb4_bin NOT NULL, cur char(3) NOT NULL,
        amount int NOT NULL, PRIMARY KEY (sku, cur)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
      CREATE TABLE labels (sku varchar(20) NOT NULL PRIMARY KEY, label varchar(20) NOT NULL)
        ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
      """;

  @TempDir Path directory;

  private Served served(String statement) throws Exception {
    RelationalModel model =
        Models.written(directory, SCHEMA, statement + ";\n", Optional.of(Dialect.MYSQL));
    Path choices =
        Files.writeString(
            directory.resolve("choices.yaml"),
            "products: an entity\nprices: an entity\nlabels: an entity\n");
    return Proposer.propose(model, Target.ROCKSDB, "joined", Choices.read(choices)).served().get(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE p FROM products p JOIN prices r ON r.sku = p.sku WHERE r.sku = 'x' AND r.cur = 'EUR'",
        "DELETE FROM products WHERE sku IN (SELECT sku FROM prices WHERE cur = 'EUR' AND sku = 'x')",
        "SELECT * FROM products p JOIN prices r ON r.sku = p.sku WHERE p.id = 3",
        "UPDATE prices r JOIN products p ON r.sku = p.sku SET r.amount = 5 WHERE p.id = 3"
      })
  void textsOfTwoCollations_findNoRows(String statement) throws Exception {
    Served served = served(statement);
    assertThat(served.refusal())
        .hasValueSatisfying(
            reason ->
                assertThat(reason)
                    .contains("sku = sku joins texts of two collations")
                    .contains("give both columns one collation"));
  }

  @Test
  void textsOfTwoCollations_areComparedByTheApplication() throws Exception {
    Served served =
        served(
            "SELECT * FROM products p JOIN prices r ON r.sku = p.sku WHERE p.id = 3 AND r.sku = 'x'"
                + " AND r.cur = 'EUR'");
    assertThat(served.refusal()).isEmpty();
    assertThat(served.notes())
        .contains(
            "the application checks sku = sku, of two collations, by the one that the database takes");
  }

  /** A date is kept as a text, and the database compares it as a date. */
  @Test
  void dateBesideAText_isOfAnotherType() throws Exception {
    Served served =
        served("SELECT * FROM products p JOIN labels l ON l.sku = p.day WHERE p.id = 3");
    assertThat(served.refusal())
        .hasValueSatisfying(reason -> assertThat(reason).contains("joins columns of two types"));
  }

  @Test
  void textsOfOneCollation_findRows() throws Exception {
    Served served =
        served("SELECT * FROM products p JOIN labels l ON l.sku = p.sku WHERE p.id = 3");
    assertThat(served.refusal()).isEmpty();
    assertThat(served.notes()).isEmpty();
  }
}
