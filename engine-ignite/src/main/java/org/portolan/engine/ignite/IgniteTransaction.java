package org.portolan.engine.ignite;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.Transaction;

/**
 * A transaction that keeps its reads and its writes. It reads in a transaction of Ignite, which it
 * suspends in between: it holds nothing on a server while a user thinks, and any thread may
 * continue it. At the commit it writes in the same transaction, and Ignite validates all. If that
 * one is lost meanwhile, because a server has died or its time has passed, another reads all parts
 * again, compares them, and writes. After a conflict the parts are read once more, since Ignite
 * does not name the rows.
 */
final class IgniteTransaction implements Transaction {
  private final IgniteEngine engine;
  private final PartMap<Object> seen = new PartMap<>();
  private final PartMap<Write> writes = new PartMap<>();
  private final PartMap<RowKey> rows = new PartMap<>();
  private final OpenReads open = new OpenReads();
  private long bytes;
  private boolean ended;

  IgniteTransaction(IgniteEngine engine) {
    this.engine = engine;
  }

  @Override
  public List<Row> get(List<Get> gets) {
    return engine.within(
        () -> {
          requireNotEnded();
          return RowReader.read(gets, engine::table, this::fetch);
        });
  }

  private PartMap<Object> fetch(PartMap<RowKey> wanted) {
    PartMap<RowKey> unseen = new PartMap<>();
    wanted.forEach(
        (cache, key, row) -> {
          Write write = writes.get(cache, key);
          if (!seen.contains(cache, key) && (write == null || write instanceof Write.Add)) {
            unseen.put(cache, key, row);
          }
        });
    if (!unseen.isEmpty()) {
      seen.putAll(engine.commit().read(open, unseen).orElseGet(() -> engine.fetch(unseen)));
      rows.putAll(unseen);
    }
    PartMap<Object> found = new PartMap<>();
    wanted.forEach(
        (cache, key, row) -> {
          Object stored = seen.get(cache, key);
          Write write = writes.get(cache, key);
          found.put(cache, key, write == null ? stored : write.applied(stored));
        });
    return found;
  }

  @Override
  public ScanPage scan(Scan scan) {
    requireNotEnded();
    return engine.scan(scan);
  }

  @Override
  public void mutate(Mutation mutation) {
    engine.within(
        () -> {
          requireNotEnded();
          if (mutation.condition().isPresent()) {
            throw new IllegalArgumentException(
                "a mutation in a transaction takes no condition: read the row instead; row "
                    + mutation.rowKey());
          }
          EncodedMutation encoded = EncodedMutation.of(engine.table(mutation.table()), mutation);
          Limits.requireTransaction(bytes + encoded.bytes());
          bytes += encoded.bytes();
          encoded
              .writes()
              .forEach(
                  (cache, key, write) -> {
                    Write before = writes.get(cache, key);
                    writes.put(cache, key, before == null ? write : before.then(write));
                    rows.put(cache, key, encoded.row());
                  });
          return null;
        });
  }

  /**
   * Reads all parts again, in one transaction of Ignite: if none has changed, they had their values
   * at one moment. Plain reads do not show that, since a commit reaches its servers one by one.
   */
  @Override
  public void validate() {
    engine.within(
        () -> {
          requireNotEnded();
          if (!seen.isEmpty()) {
            Set<RowKey> changed = changed(engine.commit().readTogether(seen));
            if (!changed.isEmpty()) {
              throw new ConflictException(changed);
            }
          }
          return null;
        });
  }

  @Override
  public void commit() {
    engine.within(
        () -> {
          requireNotEnded();
          ended = true;
          if (!writes.isEmpty() || !seen.isEmpty()) {
            commitChecked();
          }
          return null;
        });
  }

  private void commitChecked() {
    PartMap<Object> reads = new PartMap<>();
    reads.putAll(seen);
    EncodedMutation.addCounters(
        writes,
        (cache, key) -> {
          if (!seen.contains(cache, key)) {
            reads.put(cache, key, null);
          }
        });
    boolean committed =
        engine
            .commit()
            .run(
                "commit a transaction",
                reads,
                writes.byCache().keySet(),
                open,
                found -> {
                  Set<RowKey> changed = changed(found);
                  if (!changed.isEmpty()) {
                    throw new ConflictException(changed);
                  }
                  reads.putAll(found);
                  return writes;
                });
    if (!committed) {
      throw new ConflictException(conflicting(reads));
    }
  }

  /** Returns the rows of the parts that have changed since they were seen. */
  private Set<RowKey> changed(PartMap<Object> found) {
    Set<RowKey> changed = new LinkedHashSet<>();
    seen.forEach(
        (cache, key, before) -> {
          if (!Objects.equals(before, found.get(cache, key))) {
            changed.add(rows.get(cache, key));
          }
        });
    return changed;
  }

  /**
   * Returns the rows that others changed between the comparison and the commit. A part that was
   * changed and changed back looks untouched; if nothing differs, all rows that were read may be
   * the cause.
   *
   * @param before the values that the commit had found
   */
  private Set<RowKey> conflicting(PartMap<Object> before) {
    Set<RowKey> all = new LinkedHashSet<>();
    Set<RowKey> changed = new LinkedHashSet<>();
    if (before.isEmpty()) {
      writes.forEach((cache, key, write) -> all.add(rows.get(cache, key)));
      return all;
    }
    PartMap<Object> now = engine.fetch(before);
    before.forEach(
        (cache, key, value) -> {
          RowKey row = rows.get(cache, key);
          all.add(row);
          if (!Objects.equals(value, now.get(cache, key))) {
            changed.add(row);
          }
        });
    return changed.isEmpty() ? all : changed;
  }

  private void requireNotEnded() {
    if (ended) {
      throw new IllegalStateException("the transaction has ended; begin a new one");
    }
  }

  @Override
  public void close() {
    ended = true;
    open.end();
  }
}
