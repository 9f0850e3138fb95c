package org.portolan.integration;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.Wikis;

/** A process of {@link Writers} that goes on until it is killed, or nobody listens any more. */
final class WritersProcess {
  private WritersProcess() {}

  /** Takes a store's URI, its model, the file of the ledger, the number of writers and the seed. */
  public static void main(String[] arguments) throws IOException {
    WikiModel model = WikiModel.of(arguments[1]);
    int writers = Integer.parseInt(arguments[3]);
    PrintStream output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Observer observer =
        new Observer() {
          @Override
          public void acknowledged(int writer) {
            output.println("acknowledged");
          }

          @Override
          public void failed(Throwable failure) {
            failure.printStackTrace();
          }

          @Override
          public void called(long nanoseconds) {}
        };
    // Closed by nobody: this process ends by its death.
    Store store = Stores.openOrCreate(arguments[0], model.design());
    Ledger ledger = new Ledger(Path.of(arguments[2]));
    new Writers(Wikis.of(store), ledger, observer, writers, Long.parseLong(arguments[4])).start();
    while (System.in.read() >= 0) {
      // The parent says nothing; the end of the stream is its death.
    }
    Runtime.getRuntime().halt(1);
  }

  static Process start(String uri, WikiModel model, Path ledger, int writers, long seed)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // What an engine's client needs of the JVM, it needs in this one too.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-opens"))
        .forEach(command::add);
    command.addAll(
        List.of(
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dfile.encoding=UTF-8",
            WritersProcess.class.getName(),
            uri,
            model.spelling(),
            ledger.toString(),
            Integer.toString(writers),
            Long.toString(seed)));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(Map.of("CLASSPATH", System.getProperty("java.class.path")));
    return builder.start();
  }
}
