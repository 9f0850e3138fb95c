package org.portolan.data.internal.read;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.portolan.data.EntityRow;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/**
 * Sorted runs of rows, merged by a heap. The heap compares the first eight bytes of encoded keys,
 * which a run has in an array: a sort would follow several references for each of its comparisons,
 * and those of some megabytes of rows are in no cache.
 */
final class SortedRuns {
  private final KeyCodec codec;
  private final List<Run> runs = new ArrayList<>();

  /** The runs that have rows left, as a heap: the first has the lowest row. */
  private Run[] heap = {};

  private int size;

  SortedRuns(KeyCodec codec) {
    this.codec = codec;
  }

  /** A row, and the part of its row key that follows the prefix. */
  record Keyed(EntityRow row, Tuple behindPrefix) {}

  /** Rows that ascend. */
  final class Run {
    private final List<Keyed> rows;
    private long[] firstBytes;
    private int position;

    private Run(int capacity) {
      rows = new ArrayList<>(capacity);
      firstBytes = new long[capacity];
    }

    void add(Keyed row) {
      if (rows.size() == firstBytes.length) {
        firstBytes = Arrays.copyOf(firstBytes, 2 * rows.size() + 1);
      }
      firstBytes[rows.size()] = codec.firstBytes(row.behindPrefix());
      rows.add(row);
    }

    private boolean isBefore(Run other) {
      long left = firstBytes[position];
      long right = other.firstBytes[other.position];
      return left == right
          ? codec.compare(
                  rows.get(position).behindPrefix(), other.rows.get(other.position).behindPrefix())
              < 0
          : Long.compareUnsigned(left, right) < 0;
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
    size = 0;
    int rows = 0;
    for (Run run : runs) {
      if (!run.rows.isEmpty()) {
        rows += run.rows.size();
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
      merged.firstBytes[merged.rows.size()] = lowest.firstBytes[lowest.position];
      merged.rows.add(lowest.rows.get(lowest.position++));
      if (lowest.position == lowest.rows.size()) {
        heap[0] = heap[--size];
      }
      sink(0);
    }
    return merged.rows;
  }

  private void sink(int start) {
    int parent = start;
    Run sinking = heap[start];
    while (true) {
      int child = 2 * parent + 1;
      if (child >= size) {
        break;
      }
      if (child + 1 < size && heap[child + 1].isBefore(heap[child])) {
        child++;
      }
      if (!heap[child].isBefore(sinking)) {
        break;
      }
      heap[parent] = heap[child];
      parent = child;
    }
    heap[parent] = sinking;
  }
}
