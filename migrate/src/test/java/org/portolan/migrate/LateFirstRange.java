package org.portolan.migrate;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.portolan.migrate.sql.KeyRange;
import org.portolan.migrate.sql.RowQuery;
import org.portolan.migrate.sql.Source;

/**
 * A source that several threads may read, and whose first range of people comes after others if any
 * are read meanwhile.
 */
final class LateFirstRange extends EndingSource {
  private static final long WAIT_MILLIS = 500;

  private final CountDownLatch others = new CountDownLatch(3);

  LateFirstRange(Source source) {
    super(source, Integer.MAX_VALUE, () -> {});
  }

  @Override
  public int readers() {
    return 4;
  }

  @Override
  public long read(RowQuery query, KeyRange range, int limit, RowConsumer consumer) {
    boolean first = range.low().isEmpty() && !range.high().isEmpty();
    try {
      if (first) {
        boolean unused = others.await(WAIT_MILLIS, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    long rows = super.read(query, range, limit, consumer);
    if (!first) {
      others.countDown();
    }
    return rows;
  }
}
