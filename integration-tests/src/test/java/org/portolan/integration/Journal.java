package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Lines that several threads, and processes, append to a file: what they ask for and what they are
 * answered. The operating system has each line before the next call, so that it survives {@code
 * kill -9}. The lines are in the order of their writing. Thread-safe.
 */
final class Journal {
  private static final String SEPARATOR = "\t";
  private static final int POLL_MS = 20;

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

  /**
   * Waits until a process has written enough to a journal.
   *
   * @param writer the process, which must stay alive until then
   * @param answers counts the answers in the journal
   */
  static void await(Process writer, Path path, ToLongFunction<Path> answers, int wanted)
      throws InterruptedException {
    long end = System.nanoTime() + Observation.HANG.toNanos() * 3;
    while (answers.applyAsLong(path) < wanted) {
      assertThat(writer.isAlive()).as("the writers of %s live", path).isTrue();
      assertThat(System.nanoTime()).as("%d answers in time", wanted).isLessThan(end);
      Thread.sleep(POLL_MS);
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
