package org.portolan.bench.workload.wiki;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.portolan.bench.load.Progress;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.StoreException;
import org.portolan.engine.UnavailableException;

class HttpAccessTest {

  @Test
  void save_withoutAConnection_isUnavailable() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    try (HttpAccess http = new HttpAccess(List.of("http://127.0.0.1:" + port))) {
      assertThatThrownBy(() -> http.save("Rose", "text", 0))
          .isInstanceOf(UnavailableException.class)
          .hasMessageStartingWith("no connection to http://127.0.0.1:" + port);
    }
  }

  @Test
  void titles_ofAWikiWithoutPages_sayHowToFillIt() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/pages",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    String address = "http://127.0.0.1:" + server.getAddress().getPort();
    try (HttpAccess http = new HttpAccess(List.of(address))) {
      assertThatThrownBy(() -> http.titles(3, 10, Progress.NONE))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith(
              "the wiki at " + address + "/ has no pages: fill its store first");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void save_failureOfTheServer_isOfTheKindThatItsStatusSays() throws IOException {
    Map<Integer, Class<? extends StoreException>> kinds =
        Map.of(
            503, UnavailableException.class,
            504, OutcomeUnknownException.class,
            500, OutcomeUnknownException.class);
    for (var kind : kinds.entrySet()) {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/",
          exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(kind.getKey(), -1);
            exchange.close();
          });
      server.start();
      String address = "http://127.0.0.1:" + server.getAddress().getPort();
      try (HttpAccess http = new HttpAccess(List.of(address))) {
        assertThatThrownBy(() -> http.save("Rose", "text", 0))
            .as("status " + kind.getKey())
            .isInstanceOf(kind.getValue());
      } finally {
        server.stop(0);
      }
    }
  }
}
