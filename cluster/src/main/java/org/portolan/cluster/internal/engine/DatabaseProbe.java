package org.portolan.cluster.internal.engine;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.portolan.cluster.internal.state.Server;

/**
 * Asks a database's server whether it serves: the beginning of a connection, which needs no driver
 * and no password.
 */
final class DatabaseProbe {
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final int MARIADB_HEADER_BYTES = 4;
  private static final int MARIADB_PROTOCOL = 10;
  private static final int POSTGRESQL_PROTOCOL = 3 << 16;
  private static final int POSTGRESQL_AUTHENTICATION = 'R';

  private DatabaseProbe() {}

  /** Returns whether a server of MariaDB sends its greeting, after which a client logs in. */
  static boolean greets(Server server) {
    try (Socket socket = connect(server)) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      in.readNBytes(MARIADB_HEADER_BYTES);
      return in.read() == MARIADB_PROTOCOL;
    } catch (IOException refused) {
      return false;
    }
  }

  /** Returns whether a server of PostgreSQL asks for a password; before it serves, it refuses. */
  static boolean asksForPassword(Server server, String name) {
    try (Socket socket = connect(server)) {
      ByteArrayOutputStream parameters = new ByteArrayOutputStream();
      for (String text : new String[] {"user", name, "database", name, ""}) {
        parameters.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
        parameters.write(0);
      }
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.writeInt(2 * Integer.BYTES + parameters.size());
      out.writeInt(POSTGRESQL_PROTOCOL);
      parameters.writeTo(out);
      out.flush();
      return socket.getInputStream().read() == POSTGRESQL_AUTHENTICATION;
    } catch (IOException refused) {
      return false;
    }
  }

  private static Socket connect(Server server) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(
          new InetSocketAddress(server.address(), server.port(DatabaseLayout.SQL)), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      return socket;
    } catch (IOException failure) {
      socket.close();
      throw failure;
    }
  }
}
