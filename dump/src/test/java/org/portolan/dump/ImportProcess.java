package org.portolan.dump;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.portolan.data.Store;

/** A process that imports a dump, for tests that kill it. */
final class ImportProcess {
  private ImportProcess() {}

  /** Imports; prints a line for each batch, and {@code done} at the end. */
  public static void main(String[] arguments) {
    StoreImport work =
        new StoreImport(Path.of(arguments[0]), rows -> System.out.println(rows), 1_500);
    try (Store store = work.open(arguments[1], Optional.empty())) {
      StoreImport.Summary unused = work.run(store);
    }
    System.out.println("done");
  }

  static Process start(Path dump, String uri) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            ImportProcess.class.getName(),
            dump.toString(),
            uri)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
