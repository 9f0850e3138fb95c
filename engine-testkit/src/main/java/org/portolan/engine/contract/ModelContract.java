package org.portolan.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Capabilities.TransactionScope;
import org.portolan.engine.Durability;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.Transaction;

/** Random operations; each answer must be the answer of {@link ReferenceTable}. */
abstract class ModelContract extends EngineFixture {
  private static final int STEPS = 2_500;

  private ReferenceTable model;
  private ReferenceTable modelInTransaction;
  private Transaction transaction;

  @Test
  void operations_fromAFixedSeed_answerLikeTheModel() {
    run(20_100_301L);
  }

  @Test
  void operations_fromANewSeed_answerLikeTheModel() {
    run(System.nanoTime());
  }

  private void run(long seed) {
    model = new ReferenceTable(ContractTables.events(capabilities()));
    RandomOperations random = new RandomOperations(new Random(seed), capabilities());
    for (int step = 0; step < STEPS; step++) {
      String place = "seed " + seed + ", step " + step;
      try {
        step(random, place);
      } catch (RuntimeException failure) {
        throw new AssertionError("failed at " + place, failure);
      }
    }
    endTransaction(false);
  }

  private void step(RandomOperations random, String place) {
    int dice = random.below(100);
    if (dice < 40) {
      mutate(random.mutation(transaction == null), place);
    } else if (dice < 70) {
      List<Get> gets = random.gets();
      List<Row> rows = transaction == null ? engine.get(gets) : transaction.get(gets);
      assertThat(sizeless(rows))
          .as("%s: %s", place, gets)
          .isEqualTo(gets.stream().map(current()::get).toList());
    } else if (dice < 90) {
      if (capabilities().keyOrder() == KeyOrder.TABLE) {
        scan(random.scan(), place);
      }
    } else if (dice < 98) {
      if (capabilities().transactions() == TransactionScope.STORE) {
        if (transaction == null) {
          transaction = engine.begin(Durability.BUFFERED);
          modelInTransaction = model.copy();
        } else {
          endTransaction(random.below(4) > 0);
        }
      }
    } else if (transaction == null && random.below(4) == 0) {
      reopen();
    }
  }

  private ReferenceTable current() {
    return transaction == null ? model : modelInTransaction;
  }

  private void mutate(Mutation mutation, String place) {
    if (transaction != null) {
      transaction.mutate(mutation);
      modelInTransaction.mutate(mutation);
    } else {
      assertThat(engine.mutate(mutation, Durability.BUFFERED))
          .as("%s: %s", place, mutation)
          .isEqualTo(model.mutate(mutation));
    }
  }

  private void scan(Scan scan, String place) {
    ScanPage page = transaction == null ? engine.scan(scan) : transaction.scan(scan);
    assertThat(sizeless(page.rows()))
        .as("%s: %s", place, scan)
        .isEqualTo(current().scan(scan).rows());
    if (page.next().isPresent()) {
      assertThat(page.next()).contains(page.rows().get(page.rows().size() - 1).key());
    } else {
      assertThat(current().scan(unlimited(scan)).rows()).as(place).hasSameSizeAs(page.rows());
    }
  }

  private static Scan unlimited(Scan scan) {
    return new Scan(
        scan.table(),
        scan.range(),
        scan.reversed(),
        Integer.MAX_VALUE,
        Scan.BYTES_DEFAULT,
        scan.families());
  }

  private void endTransaction(boolean commit) {
    if (transaction != null) {
      if (commit) {
        transaction.commit();
        model = modelInTransaction;
      }
      transaction.close();
      transaction = null;
    }
  }

  private static List<Row> sizeless(List<Row> rows) {
    List<Row> all = new ArrayList<>();
    for (Row row : rows) {
      assertThat(row.bytes() == 0).isEqualTo(row.isEmpty());
      all.add(new Row(row.key(), row.columns(), row.items(), row.counters(), 0));
    }
    return all;
  }
}
