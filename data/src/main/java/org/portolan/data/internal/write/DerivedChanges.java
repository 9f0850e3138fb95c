package org.portolan.data.internal.write;

import org.portolan.data.internal.index.IndexChanges;

/** What follows from changes of rows: index entries and counts. */
public record DerivedChanges(IndexChanges indexes, CounterChanges counters) {
  public DerivedChanges() {
    this(new IndexChanges(), new CounterChanges());
  }
}
