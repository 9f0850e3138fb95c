package org.portolan.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.portolan.bench.run.Manifest;
import org.portolan.bench.run.Results;
import org.portolan.bench.run.RunResult;

/**
 * Repeats of one variant.
 *
 * @param runs in the order of their directories' names, not empty
 */
public record RunGroup(String name, List<RunResult> runs) {

  public RunGroup {
    runs = List.copyOf(runs);
  }

  /**
   * Reads a group.
   *
   * @param directory of one run, or with the directories of several runs
   * @throws IllegalArgumentException if it holds no run
   */
  public static RunGroup read(Path directory) {
    String name = Results.name(directory);
    if (Manifest.isIn(directory)) {
      return new RunGroup(name, List.of(RunResult.read(directory)));
    }
    List<RunResult> runs = new ArrayList<>();
    for (Path inner : directoriesIn(directory)) {
      if (Manifest.isIn(inner)) {
        runs.add(RunResult.read(inner));
      }
    }
    if (runs.isEmpty()) {
      throw new IllegalArgumentException(
          directory
              + " holds no run; name the directory of a run, or one that holds such directories");
    }
    return new RunGroup(name, runs);
  }

  static List<Path> directoriesIn(Path directory) {
    try (Stream<Path> inner = Files.list(directory)) {
      return inner.filter(Files::isDirectory).sorted().toList();
    } catch (NoSuchFileException | NotDirectoryException e) {
      throw new IllegalArgumentException(directory + " is not a directory", e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + directory, e);
    }
  }
}
