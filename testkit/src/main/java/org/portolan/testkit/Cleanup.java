package org.portolan.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.portolan.engine.Engine;
import org.portolan.engine.TableSchema;

/**
 * Removes the store of a test.
 *
 * @param tables whether there are tables to drop
 * @param directory of an embedded store, if the test has made it
 */
record Cleanup(boolean tables, Optional<Path> directory) {
  /** Memory is freed by itself. */
  static final Cleanup NOTHING = new Cleanup(false, Optional.empty());

  /** Returns the cleanup for a store that a test is about to make. */
  static Cleanup of(String uri) {
    if (Kind.of(uri) != Kind.ROCKSDB) {
      return new Cleanup(true, Optional.empty());
    }
    int options = uri.indexOf('?');
    Path directory =
        Path.of(uri.substring(uri.indexOf(':') + 1, options < 0 ? uri.length() : options));
    return new Cleanup(true, Files.exists(directory) ? Optional.empty() : Optional.of(directory));
  }

  void dropTables(Engine engine) {
    if (tables) {
      engine.tables().stream().map(TableSchema::name).forEach(engine::dropTable);
    }
  }

  void deleteFiles() {
    directory.ifPresent(Cleanup::delete);
  }

  /**
   * Deletes a directory with everything in it; does nothing if there is none.
   *
   * @throws UncheckedIOException if a file cannot be deleted
   */
  static void delete(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not delete the test's directory " + directory, e);
    }
  }

  /** Runs all steps, also after a failure, and then throws the first failure with the others. */
  static void runAll(List<Runnable> steps) {
    Throwable first = null;
    for (Runnable step : steps) {
      try {
        step.run();
      } catch (RuntimeException | Error e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first instanceof RuntimeException failure) {
      throw failure;
    }
    if (first instanceof Error failure) {
      throw failure;
    }
  }
}
