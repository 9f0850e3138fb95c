package org.portolan.bench.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A run that an earlier release saved, for tests of its readers. */
public final class SavedRun {
  public static final List<String> FILES =
      List.of(
          "manifest.json",
          "result.json",
          "series.csv",
          "servers.csv",
          "latency-response.hlog",
          "latency-service.hlog",
          "latency-lag.hlog");

  private SavedRun() {}

  /** Writes the files of the run into a new directory. */
  public static void copyTo(Path directory) throws IOException {
    Files.createDirectories(directory);
    for (String file : FILES) {
      Files.write(directory.resolve(file), bytes(file));
    }
  }

  /** Returns the content of a file. */
  public static byte[] bytes(String file) throws IOException {
    try (InputStream content = SavedRun.class.getResourceAsStream("/testdata/saved-run/" + file)) {
      return content.readAllBytes();
    }
  }
}
