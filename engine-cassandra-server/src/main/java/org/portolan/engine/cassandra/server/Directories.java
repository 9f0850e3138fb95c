package org.portolan.engine.cassandra.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Removes directories that may still be written to. */
final class Directories {
  private Directories() {}

  /** Removes the current content; a file that appears or vanishes meanwhile is no failure. */
  static void delete(Path directory) {
    try (Stream<Path> found = Files.walk(directory)) {
      for (Path path : found.sorted(Comparator.reverseOrder()).toList()) {
        deleteOne(path);
      }
    } catch (NoSuchFileException gone) {
      return;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static void deleteOne(Path path) throws IOException {
    try {
      Files.deleteIfExists(path);
    } catch (DirectoryNotEmptyException refilled) {
      // A file came back; the process that ends last deletes it.
    }
  }
}
