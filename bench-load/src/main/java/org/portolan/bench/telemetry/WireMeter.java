package org.portolan.bench.telemetry;

import java.util.HashSet;
import java.util.Set;

/** Bytes between this process and each server, as TCP carries them. */
final class WireMeter {
  static final String BYTES = "bytes";

  private final ServerNames names;
  private final Set<String> seen = new HashSet<>();

  /**
   * @throws RuntimeException if this machine cannot list connections
   */
  WireMeter(ServerNames names) {
    this.names = names;
    Sockets.own();
  }

  Meter meter() {
    return new Meter(
        BYTES,
        "payload of the generator's TCP connections, counted by the kernel (ss): without headers of"
            + " TCP and IP, including data sent twice and the sampling's own few requests; bytes"
            + " between the last sample of a connection and its end are missing",
        this::read);
  }

  private void read(Sweep sweep) {
    for (Sockets.Connection connection : Sockets.own()) {
      String server = names.of(connection.peer());
      seen.add(server);
      sweep.counter(server, Figure.SENT_BYTES, connection.local(), connection.sentBytes());
      sweep.counter(server, Figure.RECEIVED_BYTES, connection.local(), connection.receivedBytes());
    }
    for (String server : seen) {
      sweep.has(server, Figure.SENT_BYTES);
      sweep.has(server, Figure.RECEIVED_BYTES);
    }
  }
}
