package org.portolan.cli.wiki;

import java.io.PrintWriter;
import java.util.Set;
import java.util.concurrent.Callable;
import org.portolan.cli.Serving;
import org.portolan.cli.StoreOption;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.storage.WikiStorage;
import org.portolan.wiki.web.ServerOptions;
import org.portolan.wiki.web.WikiServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code portolan wiki serve}. */
@Command(
    name = "serve",
    description = {"Serves the wiki of a store over HTTP, on this machine only by default.", ""},
    mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
  @Mixin StoreOption store;

  @Option(
      names = "--port",
      converter = PortConverter.class,
      paramLabel = "N",
      defaultValue = "8080",
      description = "The port, 0 for any free port (default: ${DEFAULT-VALUE}).")
  int port;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "The address to listen on (default: ${DEFAULT-VALUE}).")
  String host;

  @Option(
      names = "--host-name",
      paramLabel = "NAME",
      description = "A host name by which browsers may call this server; may be repeated.")
  Set<String> hostNames = Set.of();

  @Option(
      names = "--main-page",
      paramLabel = "TITLE",
      description = "The page that / leads to (default: the one that the dump named).")
  String mainPage;

  @Option(
      names = "--language",
      converter = LanguageConverter.class,
      paramLabel = "TAG",
      description =
          "The language of the pages around the texts: de, en, fr, it or lv (default: the wiki's"
              + " language, or the nearest of these).")
  String language;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    ServerOptions options;
    try {
      options = ServerOptions.DEFAULT.withHost(host).withPort(port).withHostNames(hostNames);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    if (language != null) {
      options = options.withLanguage(language);
    }
    try (WikiStorage open = store.openWiki()) {
      Wiki wiki = open.wiki();
      if (mainPage != null) {
        options = options.withMainPage(Titles.normal(wiki, mainPage));
      }
      try (WikiServer server = WikiServer.start(wiki, options)) {
        out.println("serving " + open.uri() + " on " + server.address() + " (stop with Ctrl-C)");
        Serving.untilStopped(server, open);
        return 0;
      }
    }
  }
}
