package org.portolan.data.internal.write;

import java.util.Set;
import org.portolan.engine.ConflictException;
import org.portolan.engine.RowKey;

/**
 * Ends an attempt that has met no conflict, before its commit: it is made again together with other
 * writes of this process. It is a {@link ConflictException} so that an attempt ends as after a
 * conflict, but the writer does not count it as one.
 */
final class Together extends ConflictException {
  private static final long serialVersionUID = 1L;

  private final transient RowKey row;

  /**
   * @param row the row to queue at; null if the write leads already
   */
  Together(RowKey row) {
    super(Set.of());
    this.row = row;
  }

  RowKey row() {
    return row;
  }

  /** There is one of these for each attempt on a hot row, and nobody looks at where it began. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
