package org.portolan.bench.hostile;

import java.util.List;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.web.ServerOptions;
import org.portolan.wiki.web.WikiServer;

/** Serves a store as the command {@code wiki serve --store URI} does. */
final class ServeProgram {
  private ServeProgram() {}

  public static void main(String[] arguments) throws InterruptedException {
    List<String> words = List.of(arguments);
    String uri = words.get(words.indexOf("--store") + 1);
    Store store = Stores.open(uri);
    WikiServer server = WikiServer.start(Wikis.of(store), ServerOptions.DEFAULT);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  server.close();
                  store.close();
                }));
    System.out.println("serving " + uri + " on " + server.address() + " (stop with Ctrl-C)");
    Thread.currentThread().join();
  }
}
