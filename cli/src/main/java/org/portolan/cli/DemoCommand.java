package org.portolan.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.portolan.cli.wiki.ImportRun;
import org.portolan.cli.wiki.ModelConverter;
import org.portolan.cli.wiki.PortConverter;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.Stores;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.dump.DumpOptions;
import org.portolan.wiki.load.DumpSource;
import org.portolan.wiki.web.ServerOptions;
import org.portolan.wiki.web.WikiServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code portolan demo}: the whole story on this machine. */
@Command(
    name = "demo",
    description = {
      "A demonstration on this machine: creates a store on embedded RocksDB, imports Portolan's"
          + " handbook as a wiki, checks every index and serves it.",
      ""
    },
    mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
  private static final String HANDBOOK = "handbook.xml";

  @Option(
      names = "--once",
      description =
          "Instead of serving the wiki: fetch pages, make an edit, see it in history and"
              + " back-links, check again and exit.")
  boolean once;

  @Option(
      names = "--port",
      converter = PortConverter.class,
      paramLabel = "N",
      defaultValue = "8080",
      description = "The port to serve on, 0 for any (default: ${DEFAULT-VALUE}; any with --once).")
  int port;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Keep the store here (default: portolan-demo in the working directory;"
              + " with --once a temporary one).")
  Path data;

  @Option(
      names = "--model",
      converter = ModelConverter.class,
      paramLabel = "MODEL",
      description =
          "The data model of a new store: basic, hashed, read-delta, wide-row or tree (default:"
              + " wide-row).")
  WikiModel model;

  @Spec CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (data != null || !once) {
      return run(data == null ? Path.of("portolan-demo") : data);
    }
    Path temporary = Files.createTempDirectory("portolan-demo");
    try {
      return run(temporary.resolve("store"));
    } finally {
      Directories.delete(temporary);
    }
  }

  private int run(Path directory) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    String uri = "rocksdb:" + directory;
    boolean fresh = Files.notExists(directory);
    try (Store store =
        model == null ? Wikis.openOrCreate(uri) : Stores.openOrCreate(uri, model.design())) {
      out.println("store " + uri + ", design " + store.design().name());
      if (fresh || Wikis.of(store).statistics().pages() == 0) {
        try (InputStream stream = WikiModel.class.getResourceAsStream(HANDBOOK);
            DumpSource source = DumpSource.open(stream, HANDBOOK, DumpOptions.all())) {
          ImportRun.run(Wikis.storage(store), source, false, out, err);
        }
      }
      if (!check(store, out)) {
        return 1;
      }
      return serve(store, out);
    }
  }

  private static boolean check(Store store, PrintWriter out) {
    StoreCheck.Result result =
        store.check(StoreCheck.Options.REPORT).run(out::println, looked -> {});
    out.println("check " + result.summary());
    return result.isClean();
  }

  private int serve(Store store, PrintWriter out) {
    Wiki wiki = Wikis.of(store);
    ServerOptions options = ServerOptions.DEFAULT.withPort(once ? 0 : port);
    try (WikiServer server = WikiServer.start(wiki, options)) {
      out.println("serving on " + server.address());
      if (!once) {
        out.println("stop with Ctrl-C; the store stays in the directory");
        Serving.untilStopped(server, Wikis.storage(store));
        return 0;
      }
      boolean passed = new DemoVisit(server.address(), wiki, out).run();
      return passed && check(store, out) ? 0 : 1;
    }
  }
}
