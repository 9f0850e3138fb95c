package org.portolan.bench.scans;

import org.portolan.bench.telemetry.Sockets;

/** What the connections of this process have received so far, as the kernel counts it. */
final class ScanBytes {
  private ScanBytes() {}

  static long received() {
    return Sockets.own().stream().mapToLong(Sockets.Connection::receivedBytes).sum();
  }
}
