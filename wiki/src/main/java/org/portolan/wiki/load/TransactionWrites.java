package org.portolan.wiki.load;

import java.util.List;
import java.util.Optional;
import org.portolan.wiki.storage.ImportState;
import org.portolan.wiki.storage.ImportTable;

/** Each batch in one buffered write, beside what is in the wiki already. Thread-safe. */
record TransactionWrites(ImportTable imports) implements BatchWrites {

  @Override
  public void write(List<PreparedEntry> batch, Optional<ImportState> reached) {
    imports.write(BatchWrites.pages(batch), reached);
  }
}
