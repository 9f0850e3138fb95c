package org.portolan.cluster.internal.engine;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import org.portolan.cluster.internal.state.ClusterState;
import org.portolan.cluster.internal.state.Server;

/** Ways to check a server from outside. */
final class Probe {
  private static final int TIMEOUT_MILLIS = 2_000;

  private Probe() {}

  /** Returns whether something accepts connections on a server's port. */
  static boolean accepts(Server server, String use) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(server.address(), server.port(use)), TIMEOUT_MILLIS);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  /** Returns whether the running process of a server has printed a text. */
  static boolean printed(ClusterState state, Server server, String text) {
    return state.log(server).hasPrinted(text, server.logFrom());
  }

  /** Returns a server's answer to a GET, or an empty text if it does not answer. */
  static String get(Server server, String use, String pathAndQuery) {
    try {
      // The oldest client of the JDK: newer ones start threads for each request.
      HttpURLConnection connection =
          (HttpURLConnection)
              new URL("http", server.address(), server.port(use), pathAndQuery).openConnection();
      connection.setConnectTimeout(TIMEOUT_MILLIS);
      connection.setReadTimeout(TIMEOUT_MILLIS);
      try (InputStream body = connection.getInputStream()) {
        return new String(body.readAllBytes(), StandardCharsets.UTF_8);
      } finally {
        connection.disconnect();
      }
    } catch (IOException refused) {
      return "";
    }
  }
}
