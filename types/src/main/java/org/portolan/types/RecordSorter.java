package org.portolan.types;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
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
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * Sorts encoded records by their keys, then by their content, in bounded memory: an external merge
 * sort. Records that exceed the memory go to files of sorted runs, which are merged at the end.
 * Used by one thread.
 */
public final class RecordSorter implements AutoCloseable {
  /** The most runs that are merged at once, each through its buffer. */
  private static final int RUNS_MAX = 64;

  private static final int BUFFER_BYTES = 1 << 16;
  private static final int INFLATER_BYTES = 1 << 16;

  /** Ends a run, in the place of the length of the next record's shared part. */
  private static final int END = -1;

  /** The memory of a record beyond its bytes. */
  private static final int OVERHEAD_BYTES = 64;

  private static final Comparator<Entry> ORDER =
      (left, right) -> {
        int order = Arrays.compareUnsigned(left.key, right.key);
        return order != 0 ? order : Arrays.compareUnsigned(left.content, right.content);
      };

  private final Path directory;
  private final Watch watch;
  private final long memoryBytesMax;
  private final List<Entry> memory = new ArrayList<>();
  private final List<Path> runs = new ArrayList<>();
  private final List<Run> open = new ArrayList<>();
  private long memoryBytes;
  private long records;
  private int runNumber;

  /** Watches the operations on files; a test can interrupt a sort before any of them. */
  public interface Watch {
    Watch NONE = (operation, file) -> {};

    void before(String operation, Path file) throws IOException;
  }

  /** A record. Its arrays are not copied, and must not be changed. */
  public static final class Entry {
    private final byte[] key;
    private final byte[] content;

    Entry(byte[] key, byte[] content) {
      this.key = key;
      this.content = content;
    }

    public byte[] key() {
      return key;
    }

    public byte[] content() {
      return content;
    }

    private long bytes() {
      return (long) key.length + content.length + OVERHEAD_BYTES;
    }
  }

  /**
   * Prepares a sort; removes the runs that a process has left.
   *
   * @param directory the place of the runs, made if it is missing; nothing else may be in it
   * @param memoryBytesMax the memory for records, in bytes
   */
  public RecordSorter(Path directory, long memoryBytesMax, Watch watch) throws IOException {
    this.directory = directory;
    this.memoryBytesMax = memoryBytesMax;
    this.watch = watch;
    Files.createDirectories(directory);
    clear(directory);
  }

  /** Removes the runs that a process has left. */
  public static void clear(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (var left = Files.list(directory)) {
        for (Path run : left.toList()) {
          Files.delete(run);
        }
      }
    }
  }

  public void add(byte[] key, byte[] content) throws IOException {
    Entry entry = new Entry(key, content);
    memory.add(entry);
    records++;
    memoryBytes += entry.bytes();
    if (memoryBytes >= memoryBytesMax) {
      memory.sort(ORDER);
      write(memory.iterator());
      memory.clear();
      memoryBytes = 0;
    }
  }

  /** Returns the records in their order; call this once, after the last {@link #add}. */
  public Iterator<Entry> sorted() throws IOException {
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

  /** Returns the number of records that were added. */
  public long records() {
    return records;
  }

  /** Returns the number of files that were written. */
  public int filesWritten() {
    return runNumber;
  }

  private void write(Iterator<Entry> entries) throws IOException {
    Path run = directory.resolve("run-" + runNumber++);
    watch.before("write", run);
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    try (DataOutputStream out =
        new DataOutputStream(
            new BufferedOutputStream(
                new DeflaterOutputStream(Files.newOutputStream(run), deflater, BUFFER_BYTES),
                BUFFER_BYTES))) {
      byte[] before = new byte[0];
      while (entries.hasNext()) {
        Entry entry = entries.next();
        int differing = Arrays.mismatch(before, entry.key);
        int shared = differing < 0 ? entry.key.length : differing;
        out.writeInt(shared);
        out.writeInt(entry.key.length - shared);
        out.writeInt(entry.content.length);
        out.write(entry.key, shared, entry.key.length - shared);
        out.write(entry.content);
        before = entry.key;
      }
      out.writeInt(END);
    } finally {
      deflater.end();
    }
    runs.add(run);
  }

  /**
   * The reader of one run; it holds one record. Of each key a run has the part that differs from
   * the key before, and the whole run is compressed: neighbours are alike, and the runs are the
   * larger part of what a sort writes.
   */
  private static final class Run {
    private final DataInputStream in;
    private Entry current;

    Run(Path path) throws IOException {
      in =
          new DataInputStream(
              new BufferedInputStream(
                  new RunInflater(Files.newInputStream(path), new Inflater()), BUFFER_BYTES));
      next();
    }

    void next() throws IOException {
      int shared = in.readInt();
      if (shared == END) {
        current = null;
        return;
      }
      byte[] key = new byte[shared + in.readInt()];
      byte[] content = new byte[in.readInt()];
      if (shared > 0) {
        System.arraycopy(current.key, 0, key, 0, shared);
      }
      in.readFully(key, shared, key.length - shared);
      in.readFully(content);
      current = new Entry(key, content);
    }
  }

  /** Frees its inflater when it is closed. */
  private static final class RunInflater extends InflaterInputStream {
    RunInflater(InputStream in, Inflater inflater) {
      super(in, inflater, INFLATER_BYTES);
    }

    @Override
    public void close() throws IOException {
      inf.end();
      super.close();
    }
  }

  /** Merges runs; the smallest record of all is the smallest of the records that they hold. */
  private final class Merge implements Iterator<Entry> {
    private final PriorityQueue<Run> heap =
        new PriorityQueue<>((left, right) -> ORDER.compare(left.current, right.current));

    Merge(List<Path> paths) throws IOException {
      for (Path path : paths) {
        watch.before("read", path);
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
        throw new UncheckedIOException("cannot read a run of sorted records", e);
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
