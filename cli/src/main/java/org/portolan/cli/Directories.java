package org.portolan.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Removes directories. */
final class Directories {
  private Directories() {}

  static void delete(Path directory) throws IOException {
    List<Path> innermostFirst;
    try (Stream<Path> paths = Files.walk(directory)) {
      innermostFirst = paths.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : innermostFirst) {
      Files.delete(path);
    }
  }
}
