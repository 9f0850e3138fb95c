package org.portolan.migrate;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The last line of a file of rejects, which a process may have left unfinished when it ended. */
final class TornLine {
  private static final byte[] BEGINNING = "{\"table\":".getBytes(StandardCharsets.UTF_8);
  private static final int BLOCK_BYTES = 1 << 16;

  private TornLine() {}

  /**
   * Removes an unfinished last line, whose row is read again: the place of its range was noted
   * after all lines of the range were written. A last line that is no reject gets its end.
   */
  static void mend(Path path) throws IOException {
    if (!Files.exists(path)) {
      return;
    }
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      long start = startOfLastLine(file);
      if (start == file.length()) {
        return;
      }
      byte[] found = new byte[(int) Math.min(BEGINNING.length, file.length() - start)];
      file.seek(start);
      file.readFully(found);
      if (Arrays.equals(found, Arrays.copyOf(BEGINNING, found.length))) {
        file.setLength(start);
      } else {
        file.seek(file.length());
        file.write('\n');
      }
    }
  }

  /** Returns the place behind the last end of a line. */
  private static long startOfLastLine(RandomAccessFile file) throws IOException {
    byte[] block = new byte[BLOCK_BYTES];
    long end = file.length();
    while (end > 0) {
      int length = (int) Math.min(block.length, end);
      file.seek(end - length);
      file.readFully(block, 0, length);
      for (int at = length - 1; at >= 0; at--) {
        if (block[at] == '\n') {
          return end - length + at + 1;
        }
      }
      end -= length;
    }
    return 0;
  }
}
