package org.portolan.wiki.store;

import java.util.List;
import org.portolan.data.StoreLoad;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.EngineException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.wiki.storage.ImportLoad;
import org.portolan.wiki.storage.PreparedPage;

/**
 * Pages by a load of the store. The pages of a call are one write of it: what derives from them is
 * the same as from {@link StoreImports#write}. Thread-safe.
 */
record StoreImportLoad(StoreLoad load, StoreWiki wiki) implements ImportLoad {

  @Override
  public void write(List<PreparedPage> pages) {
    PageWrites writes = wiki.writes();
    try {
      load.write(
          PageColumns.PAGE, transaction -> pages.forEach(page -> writes.putNew(transaction, page)));
    } catch (CapabilityException refused) {
      throw refused;
    } catch (EngineException failure) {
      // Whatever its kind: what was written is not counted, so no page may be written again here.
      throw new OutcomeUnknownException(failure.getMessage(), failure);
    }
  }

  @Override
  public void flush() {
    load.flush();
  }

  @Override
  public void close() {
    load.close();
  }

  @Override
  public void abandon() {
    load.abandon();
  }
}
