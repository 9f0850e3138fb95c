package org.portolan.wiki.load;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.wiki.WikiModel;

/**
 * A process that imports a synthetic wiki and then the handbook; it continues an import that was
 * killed.
 */
final class ImportProcess {
  private ImportProcess() {}

  /** Takes a store's URI, its model, and the number of synthetic pages. */
  public static void main(String[] arguments) {
    PrintStream output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    WikiModel model = WikiModel.of(arguments[1]);
    try (Store store =
        Stores.openOrCreate(
            arguments[0], model.design(), StoreOptions.DEFAULT.admittingUnfinishedLoads())) {
      output.println("open");
      run(store, Imports.synthetic(Integer.parseInt(arguments[2])), output);
      run(store, Imports.handbookAsGuest(), output);
    }
    output.println("done");
  }

  private static void run(Store store, ImportSource source, PrintStream output) {
    try (source) {
      new WikiImport(store, source, true, broken -> {}, state -> output.println("batch")).run();
    }
  }

  static Process start(String uri, WikiModel model, int pages) throws java.io.IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            ProcessHandle.current().info().command().orElse("java"),
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dfile.encoding=UTF-8",
            ImportProcess.class.getName(),
            uri,
            model.spelling(),
            Integer.toString(pages));
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(Map.of("CLASSPATH", System.getProperty("java.class.path")));
    return builder.start();
  }
}
