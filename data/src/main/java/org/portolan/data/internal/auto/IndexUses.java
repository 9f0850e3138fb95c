package org.portolan.data.internal.auto;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.portolan.data.internal.schema.IndexSchema;

/**
 * What is counted of the automatic indexes of an open store, by their names, whatever the epoch of
 * its design. Thread-safe.
 */
public final class IndexUses {
  /** Counts nothing. */
  public static final IndexUses NONE = new IndexUses();

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
