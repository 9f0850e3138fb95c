package org.portolan.dump;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

/**
 * Sorts records by their keys, then by their content, in bounded memory: an external merge sort.
 * Records that exceed the memory go to files of sorted runs, which are merged at the end. Used by
 * one thread.
 */
final class RowSorter implements AutoCloseable {
  /** The most runs that are merged at once, each through its buffer. */
  private static final int RUNS_MAX = 64;

  private static final int BUFFER_BYTES = 1 << 17;

  /** The memory of a record beyond its bytes. */
  private static final int OVERHEAD_BYTES = 64;

  private static final Comparator<Entry> ORDER =
      (left, right) -> {
        int order = Arrays.compareUnsigned(left.key, right.key);
        return order != 0 ? order : Arrays.compareUnsigned(left.content, right.content);
      };

  private final DumpFiles files;
  private final long memoryBytesMax;
  private final List<Entry> memory = new ArrayList<>();
  private final List<Path> runs = new ArrayList<>();
  private final List<Run> open = new ArrayList<>();
  private long memoryBytes;
  private int runNumber;

  /** A record. Its arrays are not copied, and must not be changed. */
  static final class Entry {
    private final byte[] key;
    private final byte[] content;

    Entry(byte[] key, byte[] content) {
      this.key = key;
      this.content = content;
    }

    byte[] key() {
      return key;
    }

    byte[] content() {
      return content;
    }

    private long bytes() {
      return (long) key.length + content.length + OVERHEAD_BYTES;
    }
  }

  /**
   * @param memoryBytesMax the memory for records, in bytes
   */
  RowSorter(DumpFiles files, long memoryBytesMax) throws IOException {
    this.files = files;
    this.memoryBytesMax = memoryBytesMax;
    files.createDirectory(files.path(DumpFiles.SORTING));
    clear(files);
  }

  /** Removes the runs that a process has left. */
  static void clear(DumpFiles files) throws IOException {
    Path directory = files.path(DumpFiles.SORTING);
    if (Files.exists(directory)) {
      try (var left = Files.list(directory)) {
        for (Path run : left.toList()) {
          Files.delete(run);
        }
      }
    }
  }

  void add(byte[] key, byte[] content) throws IOException {
    Entry entry = new Entry(key, content);
    memory.add(entry);
    memoryBytes += entry.bytes();
    if (memoryBytes >= memoryBytesMax) {
      memory.sort(ORDER);
      write(memory.iterator());
      memory.clear();
      memoryBytes = 0;
    }
  }

  /** Returns the records in their order; call this once, after the last {@link #add}. */
  Iterator<Entry> sorted() throws IOException {
    memory.sort(ORDER);
    if (runs.isEmpty()) {
      return memory.iterator();
    }
    if (!memory.isEmpty()) {
      write(memory.iterator());
      memory.clear();
    }
    while (runs.size() > RUNS_MAX) {
      List<Path> some = new ArrayList<>(runs.subList(0, RUNS_MAX));
      write(new Merge(some));
      runs.removeAll(some);
      closeOpen();
      for (Path run : some) {
        Files.delete(run);
      }
    }
    return new Merge(runs);
  }

  /** Returns the number of files that were written. */
  int filesWritten() {
    return runNumber;
  }

  private void write(Iterator<Entry> entries) throws IOException {
    Path run = files.path(DumpFiles.SORTING).resolve("run-" + runNumber++);
    files.watch().before("write", run);
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(run), BUFFER_BYTES))) {
      while (entries.hasNext()) {
        Entry entry = entries.next();
        out.writeInt(entry.key.length);
        out.writeInt(entry.content.length);
        out.write(entry.key);
        out.write(entry.content);
      }
    }
    runs.add(run);
  }

  /** The reader of one run; it holds one record. */
  private static final class Run {
    private final DataInputStream in;
    private Entry current;

    Run(Path path) throws IOException {
      in = new DataInputStream(new BufferedInputStream(Files.newInputStream(path), BUFFER_BYTES));
      next();
    }

    void next() throws IOException {
      int keyLength;
      try {
        keyLength = in.readInt();
      } catch (EOFException end) {
        current = null;
        return;
      }
      byte[] key = new byte[keyLength];
      byte[] content = new byte[in.readInt()];
      in.readFully(key);
      in.readFully(content);
      current = new Entry(key, content);
    }
  }

  /** Merges runs; the smallest record of all is the smallest of the records that they hold. */
  private final class Merge implements Iterator<Entry> {
    private final PriorityQueue<Run> heap =
        new PriorityQueue<>((left, right) -> ORDER.compare(left.current, right.current));

    Merge(List<Path> paths) throws IOException {
      for (Path path : paths) {
        files.watch().before("read", path);
        Run run = new Run(path);
        open.add(run);
        heap.add(run);
      }
    }

    @Override
    public boolean hasNext() {
      return !heap.isEmpty();
    }

    @Override
    public Entry next() {
      Run run = heap.poll();
      if (run == null) {
        throw new NoSuchElementException();
      }
      Entry entry = run.current;
      try {
        run.next();
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read a sorted run of the export", e);
      }
      if (run.current != null) {
        heap.add(run);
      }
      return entry;
    }
  }

  private void closeOpen() throws IOException {
    for (Run run : open) {
      run.in.close();
    }
    open.clear();
  }

  /** Frees everything and removes the runs. */
  @Override
  public void close() throws IOException {
    closeOpen();
    for (Path run : runs) {
      Files.deleteIfExists(run);
    }
  }
}
