package org.portolan.codegen;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The directory of a package, which may also hold files that were not generated, or generated from
 * another design: they are never touched.
 */
final class PackageDirectory {
  private final Path directory;
  private final byte[] mark;

  /**
   * @param mark the beginning of all files that belong to the design
   */
  PackageDirectory(Path directory, String mark) {
    this.directory = directory;
    this.mark = mark.getBytes(StandardCharsets.US_ASCII);
  }

  /** Writes what has changed, and deletes what is no longer needed. */
  GeneratedFiles write(List<JavaFile> files) {
    try {
      return writeFiles(files);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write generated classes into " + directory, e);
    }
  }

  private GeneratedFiles writeFiles(List<JavaFile> files) throws IOException {
    Files.createDirectories(directory);
    // Before anything is written: a user may have to choose another package.
    for (JavaFile file : files) {
      requireOwn(directory.resolve(file.fileName()));
    }
    int written = 0;
    for (JavaFile file : files) {
      written += write(file) ? 1 : 0;
    }
    List<Path> unneeded = unneeded(files);
    for (Path file : unneeded) {
      Files.delete(file);
    }
    return new GeneratedFiles(written, files.size() - written, unneeded.size());
  }

  private void requireOwn(Path file) throws IOException {
    if (Files.exists(file) && !isOwn(file)) {
      throw new GenerationException(
          "cannot write "
              + file
              + ": it exists, and was not generated from this design; move it, or choose another"
              + " package or directory");
    }
  }

  private boolean isOwn(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (var content = Files.newInputStream(file)) {
      return Arrays.equals(content.readNBytes(mark.length), mark);
    }
  }

  /** Returns whether the file had another text, or was missing. */
  private boolean write(JavaFile file) throws IOException {
    Path path = directory.resolve(file.fileName());
    byte[] text = file.text().getBytes(StandardCharsets.US_ASCII);
    if (Files.exists(path) && Arrays.equals(Files.readAllBytes(path), text)) {
      return false;
    }
    // As a whole or not at all: half a file without its mark would be in the way of the next run.
    Path fresh = directory.resolve(file.fileName() + ".new");
    Files.write(fresh, text);
    try {
      Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(fresh, path, StandardCopyOption.REPLACE_EXISTING);
    }
    return true;
  }

  private List<Path> unneeded(List<JavaFile> files) throws IOException {
    Set<String> needed = files.stream().map(JavaFile::fileName).collect(Collectors.toSet());
    List<Path> unneeded = new ArrayList<>();
    try (Stream<Path> present = Files.list(directory)) {
      for (Path file : present.sorted().toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".java") && !needed.contains(name) && isOwn(file)) {
          unneeded.add(file);
        }
      }
    }
    return unneeded;
  }
}
