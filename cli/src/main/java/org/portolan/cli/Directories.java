package org.portolan.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Removes directories. */
public final class Directories {
  private Directories() {}

  /** Deletes a directory with all that is in it. */
  public static void delete(Path directory) throws IOException {
    List<Path> innermostFirst;
    try (Stream<Path> paths = Files.walk(directory)) {
      innermostFirst = paths.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : innermostFirst) {
      Files.delete(path);
    }
  }
}
