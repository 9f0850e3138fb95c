package org.portolan.cluster.internal.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a server printed.
 *
 * @param file the log of the server's runs, each appended to the one before
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

  /** Returns what was printed from a position on, at most the last MiB of it. */
  public String from(long position) {
    try (RandomAccessFile input = new RandomAccessFile(file.toFile(), "r")) {
      long start = Math.max(position, input.length() - TAIL_BYTES_MAX);
      byte[] bytes = new byte[(int) Math.max(0, input.length() - start)];
      input.seek(start);
      input.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException absent) {
      return "";
    }
  }

  /** Returns the last lines, at most a MiB of them. */
  public List<String> tail(int lines) {
    List<String> all = from(0).lines().toList();
    return all.subList(Math.max(0, all.size() - lines), all.size());
  }
}
