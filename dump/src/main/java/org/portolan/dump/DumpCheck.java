package org.portolan.dump;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.portolan.design.InvalidDesignException;
import org.portolan.dump.DumpLine.ContinuedLine;
import org.portolan.dump.DumpLine.ItemLine;
import org.portolan.dump.DumpLine.RowLine;
import org.portolan.types.Collations;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/**
 * The check of a dump without a store: every byte by its sum, and every line against the design and
 * the manifest. Used by one thread.
 */
public final class DumpCheck {
  private final Path directory;
  private final Consumer<String> findings;
  private final LongConsumer progress;
  private Dump dump;
  private long found;
  private long rows;
  private long items;
  private boolean ordered;

  /** The key of the last row, encoded, and its entity. */
  private byte[] lastKey;

  private String lastEntity = "";

  /**
   * The result of a check.
   *
   * @param found the number of findings
   */
  public record Result(long rows, long items, long segments, long found) {
    public boolean isClean() {
      return found == 0;
    }

    /** Returns the summary that a script can read. */
    @Override
    public String toString() {
      return "rows=" + rows + " items=" + items + " segments=" + segments + " damaged=" + found;
    }
  }

  /**
   * Prepares a check.
   *
   * @param findings receives a line for each segment that is damaged
   * @param progress called with the number of rows that were read
   */
  public DumpCheck(Path directory, Consumer<String> findings, LongConsumer progress) {
    this.directory = directory;
    this.findings = findings;
    this.progress = progress;
  }

  /**
   * Reads the whole dump.
   *
   * @throws DumpException if it is unfinished, a segment is missing, cut off or additional, or its
   *     manifest or design is damaged
   * @throws InvalidDesignException if this release cannot read its design
   */
  public Result run() {
    dump = Dump.open(directory);
    ordered = dump.manifest().collations().equals(Collations.version());
    for (Segment segment : dump.manifest().segments()) {
      try {
        dump.verify(segment);
        read(segment);
      } catch (DumpException e) {
        found++;
        findings.accept(e.getMessage());
        // The next segment may go on with a row of this one.
        lastKey = null;
      }
    }
    return new Result(rows, items, dump.manifest().segments().size(), found);
  }

  private void read(Segment segment) {
    long segmentRows = 0;
    long segmentItems = 0;
    LineCodec codec = dump.codec(segment.entity());
    KeyCodec order = new KeyCodec(codec.entity().key());
    if (!lastEntity.equals(segment.entity())) {
      lastEntity = segment.entity();
      lastKey = null;
    }
    try (SegmentReader lines = dump.lines(segment)) {
      for (DumpLine line = lines.next(); line != null; line = lines.next()) {
        if (line instanceof ItemLine) {
          segmentItems++;
          require(lines.number() > 1, lines, "an item has no row before it");
        } else if (line instanceof ContinuedLine again) {
          boolean follows =
              lines.number() == 1
                  && segment.number() > 1
                  && (lastKey == null || Arrays.equals(lastKey, order.encode(again.key())));
          require(follows, lines, "the row is not that of the items before");
          lastKey = order.encode(again.key());
        } else {
          Tuple key = ((RowLine) line).key();
          requireOrder(codec, order.encode(key), lines);
          lastKey = order.encode(key);
          segmentRows++;
          if (++rows % 10_000 == 0) {
            progress.accept(rows);
          }
        }
      }
      items += segmentItems;
      require(
          segmentRows == segment.rows()
              && segmentItems == segment.items()
              && lines.bytes() == segment.bytes(),
          lines,
          "the manifest has other numbers of rows, items or bytes");
      Tuple last = codec.lastKey(segment);
      require(
          Arrays.equals(order.encode(last), lastKey), lines, "the manifest has another last key");
    }
  }

  private void requireOrder(LineCodec codec, byte[] key, SegmentReader lines) {
    if (ordered && lastKey != null) {
      int order = Arrays.compareUnsigned(lastKey, key);
      boolean unique = codec.entity().keyLayout().answersLookup();
      require(order < 0 || (order == 0 && !unique), lines, "its key is not behind the one before");
    }
  }

  private static void require(boolean holds, SegmentReader lines, String otherwise) {
    if (!holds) {
      throw new DumpException(
          "cannot trust " + lines.place() + ": " + otherwise + "; export the store again");
    }
  }
}
