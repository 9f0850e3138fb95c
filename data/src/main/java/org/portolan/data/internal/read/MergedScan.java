package org.portolan.data.internal.read;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.Function;
import org.portolan.data.internal.access.Access;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/**
 * The rows of several scans in one order. A prefixed key layout needs this for an ordered range
 * scan, which Zdravevski 2016 leaves open. Holds one page of each scan.
 */
final class MergedScan {
  private final Function<Tuple, Tuple> orderOf;
  private final PriorityQueue<Source> sources;

  MergedScan(List<Source> sources, Function<Tuple, Tuple> orderOf, KeyCodec orderCodec) {
    this.orderOf = orderOf;
    this.sources =
        new PriorityQueue<>(
            Math.max(1, sources.size()),
            (left, right) -> orderCodec.compare(order(left), order(right)));
    for (Source source : sources) {
      if (source.peek().isPresent()) {
        this.sources.add(source);
      }
    }
  }

  private Tuple order(Source source) {
    return orderOf.apply(source.peek().orElseThrow().key());
  }

  boolean hasNext() {
    return !sources.isEmpty();
  }

  Optional<Row> next() {
    Source first = sources.poll();
    if (first == null) {
      return Optional.empty();
    }
    Row row = first.take();
    if (first.peek().isPresent()) {
      sources.add(first);
    }
    return Optional.of(row);
  }

  /** The rows of one scan, page after page. */
  static final class Source {
    private final Access access;
    private final Queue<Row> rows = new ArrayDeque<>();
    private Scan scan;

    Source(Access access, Scan scan) {
      this.access = access;
      this.scan = scan;
    }

    Optional<Row> peek() {
      while (rows.isEmpty() && scan != null) {
        ScanPage page = access.scan(scan);
        rows.addAll(page.rows());
        scan = page.next().isPresent() ? scan.following(page) : null;
      }
      return Optional.ofNullable(rows.peek());
    }

    Row take() {
      return rows.remove();
    }
  }
}
