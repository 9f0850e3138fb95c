package org.portolan.cli.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.portolan.cli.Directories;
import org.portolan.cli.Serving;
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
import org.portolan.wiki.storage.WikiStorage;
import org.portolan.wiki.web.ServerOptions;
import org.portolan.wiki.web.WikiServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code portolan demo}: the whole story on this machine. */
@Command(
    name = "demo",
    description = {
      "A demonstration on this machine, with nothing to install: a wiki on an embedded relational"
          + " database is used by a scripted crowd, a design is proposed from the log of its"
          + " statements, the wiki moves to RocksDB by this proposal while the crowd goes on,"
          + " every row is compared, and the wiki is served from the store. With --model it is"
          + " shorter: Portolan's handbook as a wiki of that data model, checked and served.",
      ""
    },
    mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {
  private static final String HANDBOOK = "handbook.xml";
  private static final int CROWD_SECONDS_MAX = 3_600;

  /** A file that every store in a directory has. */
  private static final String MARK_OF_STORES = "portolan.format";

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
          "Keep everything here (default: portolan-demo in the working directory;"
              + " with --once a temporary one).")
  Path data;

  @Option(
      names = "--crowd",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "How long the crowd uses the database first (default: ${DEFAULT-VALUE}).")
  int crowdSeconds;

  @Option(
      names = "--model",
      converter = ModelConverter.class,
      paramLabel = "MODEL",
      description =
          "Only the handbook, in a store of this data model: basic, hashed, read-delta, wide-row,"
              + " tree or proposed.")
  WikiModel model;

  @Spec CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (crowdSeconds < 1 || crowdSeconds > CROWD_SECONDS_MAX) {
      throw new ParameterException(
          spec.commandLine(),
          "--crowd must be from 1 to " + CROWD_SECONDS_MAX + " seconds, not " + crowdSeconds);
    }
    if (data != null || !once) {
      return run(data == null ? Path.of("portolan-demo") : data);
    }
    Path temporary = Files.createTempDirectory("portolan-demo");
    try {
      return run(temporary.resolve("demo"));
    } finally {
      Directories.delete(temporary);
    }
  }

  private int run(Path directory) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (model != null || Files.exists(directory.resolve(MARK_OF_STORES))) {
      return handbook(directory, out);
    }
    Path store = Story.store(directory);
    Path end = directory.resolve("end-of-the-story");
    if (Files.notExists(end)) {
      if (Files.exists(directory.resolve("twin.mv.db"))) {
        throw new IllegalArgumentException(
            "cannot tell the story in "
                + directory
                + ": an earlier run ended in its middle; delete the directory, or name another by"
                + " --data");
      }
      if (!tell(directory, out)) {
        return 1;
      }
      Files.writeString(end, "The wiki is in " + store + " now.\n");
    }
    try (Store open = Stores.open("rocksdb:" + store)) {
      return check(open, out) ? serve(open, out) : 1;
    }
  }

  private boolean tell(Path directory, PrintWriter out) throws IOException {
    try {
      return new Story(directory, Duration.ofSeconds(crowdSeconds), out).tell();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the story was told", e);
    }
  }

  private int handbook(Path directory, PrintWriter out) throws IOException {
    String uri = "rocksdb:" + directory;
    boolean fresh = Files.notExists(directory);
    try (Store store =
        model == null ? Wikis.openOrCreate(uri) : Stores.openOrCreate(uri, model.design())) {
      out.println("store " + uri + ", design " + store.design().name());
      WikiStorage wiki = Wikis.storage(store);
      if (fresh || wiki.wiki().statistics().pages() == 0) {
        try (InputStream stream = WikiModel.class.getResourceAsStream(HANDBOOK);
            DumpSource source = DumpSource.open(stream, HANDBOOK, DumpOptions.all())) {
          ImportRun.run(wiki, source, false, out, spec.commandLine().getErr());
        }
      }
      return check(store, out) ? serve(store, out) : 1;
    }
  }

  private static boolean check(Store store, PrintWriter out) {
    StoreCheck.Result result =
        Wikis.storage(store).check(StoreCheck.Options.REPORT, out::println, looked -> {});
    out.println("check     " + result.summary() + " -> portolan check --store " + store.uri());
    return result.isClean();
  }

  private int serve(Store store, PrintWriter out) {
    WikiStorage storage = Wikis.storage(store);
    Wiki wiki = storage.wiki();
    ServerOptions options = ServerOptions.DEFAULT.withPort(once ? 0 : port);
    try (WikiServer server = WikiServer.start(wiki, options)) {
      out.println("serving on " + server.address());
      if (!once) {
        out.println("stop with Ctrl-C; the store stays in the directory");
        Serving.untilStopped(server, storage);
        return 0;
      }
      boolean passed = new DemoVisit(server.address(), wiki, out).run();
      return passed && check(store, out) ? 0 : 1;
    }
  }
}
