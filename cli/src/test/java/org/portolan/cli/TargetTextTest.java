package org.portolan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.data.plan.TargetPlan;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.AtomicAdd;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Capabilities.TransactionScope;
import org.portolan.wiki.WikiModel;

/**
 * What is printed for engines that need not be on the class path, by what they can do. {@code
 * -Dportolan.testdata.rewrite=true} writes what comes out instead.
 */
class TargetTextTest {
  private static final Path EXPECTED = Path.of("src/test/resources/testdata/targets");

  @ParameterizedTest
  @CsvSource({
    "wide-row, rows, ROW, TABLE, true, ROW",
    "wide-row, columns, COLUMNS, WITHIN_PARTITION, true, NONE",
    "wide-row, grid, STORE, NONE, false, IN_TRANSACTION",
    "read-delta, rows, ROW, TABLE, true, ROW",
    "hashed, columns, COLUMNS, WITHIN_PARTITION, true, NONE",
    "hashed, grid, STORE, NONE, false, IN_TRANSACTION"
  })
  void of_model_onWhatAnEngineCanDo(
      String model,
      String engine,
      TransactionScope transactions,
      KeyOrder order,
      boolean items,
      AtomicAdd add)
      throws IOException {
    Capabilities capabilities =
        new Capabilities(
            transactions, order, items, true, true, add, false, false, 1_000, 1_000_000, 1_000_000);
    TargetPlan plan = TargetPlan.of(WikiModel.of(model).design(), capabilities);
    String actual = TargetText.of(model, engine, plan);
    Path expected = EXPECTED.resolve(model + "-" + engine + ".expected");
    if (Boolean.getBoolean("portolan.testdata.rewrite")) {
      Files.writeString(expected, actual);
    }
    assertThat(actual).isEqualTo(Files.readString(expected));
  }
}
