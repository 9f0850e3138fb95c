package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.target.Target;
import org.portolan.rehearsal.run.Outcome;

/** Two columns that seem to refer to each other may not take the same values. */
class UnlikeRulesTest {
  private static final String JOIN =
      "SELECT o.id, k.label FROM orders o JOIN kinds k ON k.kind = o.kind WHERE o.id = 3;\n";

  private static final String GET = "SELECT * FROM orders WHERE id = 3;\n";

  @TempDir Path directory;

  private List<Outcome> outcomes(String key, String referring, String log) throws Exception {
    String schema =
        """
            CREATE TABLE `kinds` (`kind` %s NOT NULL, `label` varchar(20) NOT NULL,
              PRIMARY KEY (`kind`)) ENGINE=InnoDB;
            CREATE TABLE `orders` (`id` bigint NOT NULL AUTO_INCREMENT, `kind` %s NOT NULL,
              PRIMARY KEY (`id`)) ENGINE=InnoDB;
            """
            .formatted(key, referring);
    RelationalModel model = Models.written(directory, schema, log);
    Proposal proposal = Proposer.propose(model, Target.ROCKSDB, "shop", Choices.NONE);
    Rehearsal.Result result = Models.tried(directory, model, proposal);
    assertThat(result.isRight()).isTrue();
    return List.copyOf(result.outcomes().values());
  }

  @Test
  void rows_haveTheValuesThatBothAllow() throws Exception {
    assertThat(outcomes("enum('shop','web','x')", "enum('web','shop')", GET + JOIN))
        .hasSize(2)
        .allMatch(Outcome::isAsEstimated);
  }

  @Test
  void unlikeEnums_areTriedApart() throws Exception {
    List<Outcome> outcomes = outcomes("enum('x','y')", "enum('web','shop')", GET + JOIN);
    assertThat(outcomes).hasSize(2).first().matches(Outcome::isAsEstimated);
  }

  /** No two rows may have these values by the table's collation. */
  @Test
  void rowsThatTheStoreRefuses_leaveTheStatementsUntried() throws Exception {
    assertThat(outcomes("int", "enum('a','A') UNIQUE", GET))
        .singleElement()
        .satisfies(outcome -> assertThat(outcome.executed()).isFalse())
        .satisfies(
            outcome ->
                assertThat(outcome.reason())
                    .startsWith("the store refuses a row that was made for it: "));
  }

  /** A number may have more digits than the other column takes. */
  @Test
  void numbersOutOfRange_areLeftOut() throws Exception {
    assertThat(outcomes("int", "decimal(2,1)", GET)).allMatch(Outcome::isAsEstimated);
  }
}
