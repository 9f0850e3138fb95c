package org.portolan.bench.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.portolan.bench.api.Text;

/** Results as JSON files in a separate directory. */
public final class Results {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private Results() {}

  /**
   * Checks that results can be written to a directory.
   *
   * @param what the kind of results, for the message
   * @throws IllegalArgumentException if it is not empty, or is no directory
   */
  public static void requireEmpty(Path directory, String what) {
    String[] files = directory.toFile().list();
    if (Files.exists(directory) && (files == null || files.length > 0)) {
      throw new IllegalArgumentException(
          Text.format(
              "cannot write %s to %s, which is not an empty directory; name another one",
              what, directory));
    }
  }

  /**
   * Writes a file, whole or not at all; replaces an existing one.
   *
   * @throws UncheckedIOException if that fails; the message names the file
   */
  public static void write(Path file, Object value) {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      Files.createDirectories(part.getParent());
      Files.writeString(part, JSON.writeValueAsString(value) + "\n");
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if it is damaged
   * @throws UncheckedIOException if it cannot be read
   */
  public static <T> T read(Path file, Class<T> type) {
    try {
      return JSON.readValue(file.toFile(), type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(file + " is damaged: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
