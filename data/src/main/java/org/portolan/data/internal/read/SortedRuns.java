package org.portolan.data.internal.read;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.portolan.data.EntityRow;
import org.portolan.data.internal.access.ReadOrder;
import org.portolan.types.Tuple;

/**
 * Sorted runs of rows, merged by a heap. The heap keeps the first eight bytes of each encoded key
 * in one array and compares these. A sort would have to look into the rows at every comparison, and
 * some megabytes of rows do not fit into the processor's caches.
 */
final class SortedRuns {
  private final ReadOrder order;
  private final List<Run> runs = new ArrayList<>();

  /** The runs that have rows left, as a heap: the first has the lowest row. */
  private Run[] heap = {};

  /** The first bytes of the next row of each run of the heap. */
  private long[] next = {};

  private int size;

  SortedRuns(ReadOrder order) {
    this.order = order;
  }

  /** A row, and the part of its row key that follows the prefix. */
  record Keyed(EntityRow row, Tuple behindPrefix) {}

  /** Rows in order. */
  final class Run {
    private Keyed[] rows;
    private long[] firstBytes;
    private int count;

    /** The number of rows that a merge has taken. */
    private int taken;

    private Run(int capacity) {
      rows = new Keyed[capacity];
      firstBytes = new long[capacity];
    }

    void add(Keyed row) {
      add(row, order.firstBytes(row.behindPrefix()));
    }

    private Tuple key() {
      return rows[taken].behindPrefix();
    }

    private void add(Keyed row, long first) {
      if (count == rows.length) {
        int capacity = 2 * count + 1;
        rows = Arrays.copyOf(rows, capacity);
        firstBytes = Arrays.copyOf(firstBytes, capacity);
      }
      firstBytes[count] = first;
      rows[count++] = row;
    }
  }

  /** Begins a run. */
  Run begin(int capacity) {
    Run run = new Run(capacity);
    runs.add(run);
    return run;
  }

  /** Makes one run of all; returns its rows. */
  List<Keyed> merge() {
    heap = new Run[runs.size()];
    next = new long[runs.size()];
    size = 0;
    int rows = 0;
    for (Run run : runs) {
      if (run.count > 0) {
        rows += run.count;
        next[size] = run.firstBytes[0];
        heap[size++] = run;
      }
    }
    for (int parent = size / 2 - 1; parent >= 0; parent--) {
      sink(parent);
    }
    runs.clear();
    Run merged = begin(rows);
    while (size > 0) {
      Run lowest = heap[0];
      merged.add(lowest.rows[lowest.taken++], next[0]);
      if (lowest.taken < lowest.count) {
        next[0] = lowest.firstBytes[lowest.taken];
      } else {
        size--;
        heap[0] = heap[size];
        next[0] = next[size];
      }
      sink(0);
    }
    return Arrays.asList(merged.rows);
  }

  private void sink(int start) {
    int parent = start;
    Run sinking = heap[start];
    long first = next[start];
    while (true) {
      int child = 2 * parent + 1;
      if (child >= size) {
        break;
      }
      if (child + 1 < size && isBefore(child + 1, heap[child], next[child])) {
        child++;
      }
      if (!isBefore(child, sinking, first)) {
        break;
      }
      heap[parent] = heap[child];
      next[parent] = next[child];
      parent = child;
    }
    heap[parent] = sinking;
    next[parent] = first;
  }

  /** Whether the next row of a run of the heap is before that of another run. */
  private boolean isBefore(int position, Run other, long first) {
    return next[position] == first
        ? order.compare(heap[position].key(), other.key()) < 0
        : Long.compareUnsigned(next[position], first) < 0;
  }
}
