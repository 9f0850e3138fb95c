package org.portolan.data.internal.write;

import org.portolan.data.internal.index.IndexChanges;

/** The changes that follow from changes of rows: of index entries and counters. */
public record DerivedChanges(IndexChanges indexes, CounterChanges counters) {
  public DerivedChanges() {
    this(new IndexChanges(), new CounterChanges());
  }
}
