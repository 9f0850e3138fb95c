package org.portolan.data.internal.auto;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.portolan.data.internal.schema.IndexSchema;

/**
 * What is counted of the automatic indexes of an open store, by their names, whatever the epoch of
 * its design. Thread-safe.
 */
public final class IndexUses {
  /** Counts nothing. */
  public static final IndexUses NONE = new IndexUses();

  private final LongAdder writes = new LongAdder();
  private final LongAdder writeNanos = new LongAdder();
  private final Map<String, IndexUse> uses = new ConcurrentHashMap<>();

  /** Returns the counts of an index; null if its layout is not automatic. */
  public IndexUse of(IndexSchema index) {
    return this == NONE || !index.design().automatic() ? null : of(index.name());
  }

  /** Returns the counts of an automatic index. */
  public IndexUse of(String index) {
    return uses.computeIfAbsent(index, any -> new IndexUse());
  }

  /** Returns whether nothing was counted so far, so that nobody needs the times of attempts. */
  public boolean isEmpty() {
    return uses.isEmpty();
  }

  /** Counts a committed write of the store with its time, waits and failed attempts included. */
  public void wrote(long nanos) {
    writes.increment();
    writeNanos.add(nanos);
  }

  /**
   * The committed writes of the store.
   *
   * @param nanos their time in all
   */
  record Writes(long count, long nanos) {
    static final Writes NONE = new Writes(0, 0);

    Writes plus(Writes other) {
      return new Writes(count + other.count, nanos + other.nanos);
    }

    Writes since(Writes before) {
      return new Writes(count - before.count, nanos - before.nanos);
    }
  }

  Writes writes() {
    return new Writes(writes.sum(), writeNanos.sum());
  }

  /** Counts an attempt that failed at some indexes, among them those of names not known here. */
  public void conflicted(Collection<String> indexes, long nanos) {
    for (String index : indexes) {
      IndexUse use = uses.get(index);
      if (use != null) {
        use.conflicted(nanos / indexes.size());
      }
    }
  }
}
