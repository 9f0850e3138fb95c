package org.portolan.migrate;

import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.portolan.data.Store;

/**
 * The tables of which changes were applied. Their ranges are not what they were when they were
 * copied, so this notes in the store that they are unsure, before the first change of each: a
 * second pass then does not take them for known. Used by one thread.
 */
final class TouchedTables {
  private final Migration migration;
  private final Store store;
  private final RowWriter writer;
  private final Set<String> names = new HashSet<>();

  TouchedTables(Migration migration, Store store, RowWriter writer) {
    this.migration = migration;
    this.store = store;
    this.writer = writer;
  }

  /** Notes that rows of a table change. When this returns for the first time, it is durable. */
  void add(FollowedTable table) {
    add(table.plan());
  }

  /** Notes that rows of a table change. When this returns for the first time, it is durable. */
  void add(TablePlan table) {
    if (!names.add(table.name())) {
      return;
    }
    try (Rejects rejects = new Rejects(migration.options().rejects(), true)) {
      Checkpoint checkpoint =
          new Checkpoint(store, writer, rejects, migration.plan().tables().size());
      checkpoint.load();
      Checkpoint.Header header =
          Checkpoint.header(store)
              .orElseThrow(() -> new IllegalStateException("nothing was copied as yet"));
      Set<String> unsure = new TreeSet<>(names);
      unsure.addAll(header.unsure());
      checkpoint.header(Checkpoint.Header.begun(header.fingerprint(), header.database(), unsure));
      checkpoint.reopen(table);
      checkpoint.save();
    }
  }
}
