package org.portolan.engine.ignite;

import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.IgniteClient;
import org.portolan.engine.UnavailableException;

/** The thin clients of a store: some that all reads share, and one for the tables. Thread-safe. */
final class Connections implements AutoCloseable {
  private final IgniteUri uri;
  private final Servers servers;
  private final Connection ofTables;

  /**
   * @throws UnavailableException if no server answers
   */
  Connections(IgniteUri uri) {
    this.uri = uri;
    Connector connector = new Connector(uri);
    servers = new Servers(uri, connector);
    try {
      ofTables = connector.connectToAny();
    } catch (ClientException failure) {
      servers.close();
      throw new UnavailableException(
          "cannot connect to the cluster of " + uri.text() + ": " + failure.getMessage(), failure);
    }
  }

  /** Returns the timeout of one request, in milliseconds. */
  int timeoutMs() {
    return uri.timeoutMs();
  }

  /** Returns the client that lists, creates and drops tables and builds keys. */
  IgniteClient ofTables() {
    return ofTables.client();
  }

  /** Reads outside of transactions, see {@link Servers#read}. */
  <T> T read(Function<IgniteClient, T> work) {
    return servers.read(connection -> work.apply(connection.client()));
  }

  /**
   * Asks a server that is up which servers are alive, itself included: one short request.
   *
   * @param wanted accepts a server by its consistent id; others are asked only if no such server
   *     answers
   */
  ServersSeen serversSeen(Predicate<String> wanted) {
    ServersSeen seen = servers.readFromOne(Connection::serversSeen);
    for (int other = 1; other < uri.addresses().size(); other++) {
      if (seen.by().map(wanted::test).orElse(false)) {
        return seen;
      }
      seen = servers.readFromOne(Connection::serversSeen);
    }
    return seen;
  }

  @Override
  public void close() {
    servers.close();
    ofTables.close();
  }
}
