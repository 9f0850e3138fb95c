package org.portolan.cluster.internal.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The output of a server.
 *
 * @param file the log; each run of the server appends to it
 */
public record ServerLog(Path file) {
  private static final long TAIL_BYTES_MAX = 1 << 20;

  /** Returns the length in bytes, 0 if there is no log. */
  public long length() {
    try {
      return Files.size(file);
    } catch (IOException absent) {
      return 0;
    }
  }

  /**
   * Returns whether a text was printed, within one line, after a position, however long ago. A
   * server reports early that it is ready, so only a small part of a long log is read.
   */
  public boolean hasPrinted(String text, long position) {
    try (RandomAccessFile input = new RandomAccessFile(file.toFile(), "r")) {
      input.seek(position);
      // Not as UTF-8: the position may be within a character, and the text is ASCII.
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(
                  Channels.newInputStream(input.getChannel()), StandardCharsets.ISO_8859_1));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.contains(text)) {
          return true;
        }
      }
      return false;
    } catch (IOException absent) {
      return false;
    }
  }

  /** Returns the last lines, at most a MiB of them. */
  public List<String> tail(int lines) {
    List<String> all = tail().lines().toList();
    return all.subList(Math.max(0, all.size() - lines), all.size());
  }

  private String tail() {
    try (RandomAccessFile input = new RandomAccessFile(file.toFile(), "r")) {
      long start = Math.max(0, input.length() - TAIL_BYTES_MAX);
      byte[] bytes = new byte[(int) (input.length() - start)];
      input.seek(start);
      input.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException absent) {
      return "";
    }
  }
}
