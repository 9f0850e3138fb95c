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
 * A transaction that keeps what it has read and what it will write, and asks the cluster for one of
 * its own only at the commit. That one reads again all that was read here, compares it, writes, and
 * is validated by Ignite. So nothing is held on a server while a user thinks, any thread may go on
 * with the transaction, a server may die between two reads, and a conflict is known by its rows,
 * which Ignite does not name; the price is that rows which a write depends on are read twice.
 */
final class IgniteTransaction implements Transaction {
  private final IgniteEngine engine;
  private final PartMap<Object> seen = new PartMap<>();
  private final PartMap<Write> writes = new PartMap<>();
  private final PartMap<RowKey> rows = new PartMap<>();
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
      seen.putAll(engine.fetch(unseen));
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

  /** What is as it was at its first read was so at the end of all first reads. */
  @Override
  public void validate() {
    engine.within(
        () -> {
          requireNotEnded();
          if (!seen.isEmpty()) {
            Set<RowKey> changed = changed(engine.fetch(seen));
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

  /** Returns the rows of which something is not what was seen. */
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
   * Returns the rows that others changed between the comparison and the commit. What was changed
   * and changed back looks untouched; where nothing differs, any of what was read may have been the
   * cause.
   *
   * @param before what the commit had found
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
  }
}
