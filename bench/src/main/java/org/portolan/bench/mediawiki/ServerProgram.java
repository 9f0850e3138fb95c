package org.portolan.bench.mediawiki;

import java.io.IOException;
import org.portolan.bench.api.Text;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.web.ServerOptions;
import org.portolan.wiki.web.WikiServer;

/**
 * Serves a wiki in a separate process, on one port with the cache of finished pages and on one
 * without. Argument: the store. Ends at the end of its input.
 */
final class ServerProgram {
  static final String READY = "ready ";

  private ServerProgram() {}

  public static void main(String[] arguments) throws IOException {
    try (Store store = Stores.open(arguments[0])) {
      Wiki wiki = Wikis.of(store);
      try (WikiServer cached = WikiServer.start(wiki, ServerOptions.DEFAULT);
          WikiServer anew = WikiServer.start(wiki, ServerOptions.DEFAULT.withCacheBytesMax(0))) {
        System.out.println(
            READY + Text.format("%d %d", cached.address().getPort(), anew.address().getPort()));
        while (System.in.read() >= 0) {
          // Nothing is said but the end.
        }
      }
    }
  }
}
