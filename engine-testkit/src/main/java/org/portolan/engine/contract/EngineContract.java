package org.portolan.engine.contract;

import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.Isolated;
import org.portolan.engine.Engine;

/**
 * The contract suite: every promise of {@link Engine}, its transactions and its {@linkplain
 * org.portolan.engine.Capabilities capabilities}, as JUnit tests. A test class of an adapter's
 * module extends this class and says how to open a store; the adapter needs nothing else. The
 * subclass may have tags, callbacks and more tests.
 *
 * <ul>
 *   <li>The suite asks the engine for its capabilities. If the engine lacks one, the suite tests
 *       that the engine refuses its use, and skips the other tests of it with a message.
 *   <li>Each test creates the table {@code events} in a separate store, and some create more
 *       tables. The suite drops neither tables nor stores.
 *   <li>Each limit that the engine declares is tried, at it and above it, unless that takes more
 *       than a heap of 1 GiB.
 *   <li>Random operations and histories take a new seed in each run. If one fails, the message has
 *       the seed.
 *   <li>Tests of the servers' time and of versions assume that servers and tests have the same
 *       clock.
 * </ul>
 *
 * <p>Nested classes may run at the same time, if the adapter's module enables JUnit's parallel
 * execution. The suite runs in one process and stops no server. That acknowledged writes survive
 * the death of a process or of a server needs tests of the engine's own.
 */
public abstract class EngineContract {

  /**
   * Opens the store of the running test. The first call creates it. Later calls open it again,
   * after the test has closed the previous engine, and must find all that was written. No other
   * test sees this store: name it by a field that JUnit makes anew for each test, such as a
   * temporary directory, or by a counter.
   *
   * @return an open engine; the suite closes it
   */
  protected abstract Engine open();

  /**
   * Opens the store of the running test once more, while {@link #open} has it open, as another
   * process would. Override this method if several clients can have the store open: the suite then
   * also tests what one of them sees when another alters a table.
   *
   * @return an open engine, which the suite closes; empty if only one client can have the store
   */
  protected Optional<Engine> openBeside() {
    return Optional.empty();
  }

  @Nested
  @Execution(ExecutionMode.CONCURRENT)
  class Tables extends TableContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  @Execution(ExecutionMode.CONCURRENT)
  class Alterations extends AlterContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  @Execution(ExecutionMode.CONCURRENT)
  class ItemAlterations extends ItemAlterContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  @Execution(ExecutionMode.CONCURRENT)
  class SharedAlterations extends SharedAlterContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }

    @Override
    Optional<Engine> openBeside() {
      return EngineContract.this.openBeside();
    }
  }

  @Nested
  @Execution(ExecutionMode.CONCURRENT)
  class Rows extends RowContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  @Execution(ExecutionMode.CONCURRENT)
  class Items extends ItemContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  @Execution(ExecutionMode.CONCURRENT)
  class Conditions extends ConditionContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  @Execution(ExecutionMode.CONCURRENT)
  class Scans extends ScanContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  @Execution(ExecutionMode.CONCURRENT)
  class Partitions extends PartitionContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  @Execution(ExecutionMode.CONCURRENT)
  class Transactions extends TransactionContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  @Execution(ExecutionMode.CONCURRENT)
  class Conflicts extends ConflictContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  @Execution(ExecutionMode.CONCURRENT)
  class Histories extends HistoryContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  @Execution(ExecutionMode.CONCURRENT)
  class Stores extends StoreContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  @Execution(ExecutionMode.CONCURRENT)
  class Model extends ModelContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  @Execution(ExecutionMode.CONCURRENT)
  class WholeTables extends WholeTableContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  @Execution(ExecutionMode.CONCURRENT)
  class Versions extends VersionContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  @Execution(ExecutionMode.CONCURRENT)
  class Limits extends LimitContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  @Execution(ExecutionMode.CONCURRENT)
  class ItemRanges extends ItemRangeContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  @Execution(ExecutionMode.CONCURRENT)
  class Bulk extends BulkContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  @Isolated("counters of servers count the work of all tests")
  class Metrics extends ServerMetricsContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }
}
