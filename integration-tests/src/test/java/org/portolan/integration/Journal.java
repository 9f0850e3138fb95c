package org.portolan.integration;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Lines that several threads, and processes, append to a file: what they ask for and what they are
 * answered. The operating system has each line before the next call, so that it survives {@code
 * kill -9}. The lines are in the order of their writing. Thread-safe.
 */
final class Journal {
  private static final String SEPARATOR = "\t";

  private final FileOutputStream file;

  private Journal(FileOutputStream file) {
    this.file = file;
  }

  static Journal appending(Path path) throws IOException {
    return new Journal(new FileOutputStream(path.toFile(), true));
  }

  void write(String... fields) {
    try {
      file.write((String.join(SEPARATOR, fields) + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot write the journal", failure);
    }
  }

  /** Returns the fields of all lines; an incomplete last line does not count. */
  static List<List<String>> lines(Path path) {
    try {
      String text = Files.readString(path);
      return text.substring(0, text.lastIndexOf('\n') + 1)
          .lines()
          .map(line -> List.of(line.split(SEPARATOR, -1)))
          .toList();
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot read the journal " + path, failure);
    }
  }
}
