package org.portolan.engine.contract;

import org.junit.jupiter.api.Nested;
import org.portolan.engine.Engine;

/**
 * The contract suite. An engine's module extends this class; every test opens its own store. If an
 * engine lacks a capability, the suite tests that the engine refuses its use.
 */
public abstract class EngineContract {

  /**
   * Opens the store of the running test. The first call creates it. Later calls open it again,
   * after the test has closed the previous engine. No other test sees this store.
   */
  protected abstract Engine open();

  @Nested
  class Tables extends TableContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Rows extends RowContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Items extends ItemContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Conditions extends ConditionContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Scans extends ScanContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Transactions extends TransactionContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Conflicts extends ConflictContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Histories extends HistoryContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Stores extends StoreContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Model extends ModelContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class WholeTables extends WholeTableContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Versions extends VersionContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Limits extends LimitContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class ItemRanges extends ItemRangeContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }

  @Nested
  class Metrics extends ServerMetricsContract {
    @Override
    Engine open() {
      return EngineContract.this.open();
    }
  }
}
