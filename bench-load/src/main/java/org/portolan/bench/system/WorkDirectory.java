package org.portolan.bench.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** A fresh directory; closing it deletes it with its content. */
public record WorkDirectory(Path path) implements AutoCloseable {

  /** Makes a directory, below {@code parent} if that is given. */
  public static WorkDirectory make(Optional<Path> parent) {
    try {
      if (parent.isPresent()) {
        Files.createDirectories(parent.get());
        return new WorkDirectory(Files.createTempDirectory(parent.get(), "portolan-bench"));
      }
      return new WorkDirectory(Files.createTempDirectory("portolan-bench"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create a working directory", e);
    }
  }

  /** Copies a directory of files to a new one beside it. */
  public static void copy(Path from, Path to) {
    try (Stream<Path> files = Files.list(from)) {
      Files.createDirectory(to);
      for (Path file : files.toList()) {
        if (Files.isRegularFile(file)) {
          Files.copy(file, to.resolve(file.getFileName()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot copy " + from + " to " + to, e);
    }
  }

  /** Returns the URI of a RocksDB store in this directory. */
  public String store(String name) {
    return "rocksdb:" + path.resolve(name);
  }

  /** Returns the size of all files. */
  public long bytes() {
    try (Stream<Path> files = Files.walk(path)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + path, e);
    }
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path innermostFirst : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(innermostFirst);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + path + "; delete it by hand", e);
    }
  }
}
