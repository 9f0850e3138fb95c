package org.portolan.bench.scans;

import java.io.UncheckedIOException;
import java.util.OptionalLong;
import org.portolan.bench.telemetry.Sockets;

/**
 * The bytes that the connections of this process have received so far, as the kernel counts them.
 */
final class ScanBytes {
  private ScanBytes() {}

  /**
   * Returns the bytes; empty if they cannot be read, for example without {@code ss} of iproute2.
   */
  static OptionalLong received() {
    try {
      return OptionalLong.of(
          Sockets.own().stream().mapToLong(Sockets.Connection::receivedBytes).sum());
    } catch (UncheckedIOException notHere) {
      return OptionalLong.empty();
    }
  }
}
