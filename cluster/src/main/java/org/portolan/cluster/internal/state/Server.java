package org.portolan.cluster.internal.state;

import java.util.List;
import java.util.Optional;
import org.portolan.cluster.internal.process.ProcessIdentity;

/**
 * A server of a cluster.
 *
 * @param name its name: role and number
 * @param role its role
 * @param number its number within the role, from 1
 * @param address the address on which it listens: loopback, unless it has a separate host
 * @param ports its ports, in the order in which they are shown
 * @param process its process, if it was started and has not been stopped since
 * @param logFrom the position in its log at which the output of that process begins
 */
public record Server(
    String name,
    String role,
    int number,
    String address,
    List<Port> ports,
    Optional<ProcessIdentity> process,
    long logFrom) {
  /**
   * A port on which a server listens.
   *
   * @param use its purpose
   */
  public record Port(String use, int number) {}

  /** Returns a server that has not been started yet. */
  public static Server of(String name, String role, int number, String address, Port... ports) {
    return new Server(name, role, number, address, List.of(ports), Optional.empty(), 0);
  }

  /** Returns the port for a use. */
  public int port(String use) {
    return ports.stream()
        .filter(port -> port.use().equals(use))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(name + " has no port for " + use))
        .number();
  }

  /** Returns whether the started process exists. */
  public boolean isAlive() {
    return process.isPresent() && process.get().isAlive();
  }

  /** Returns the server with the process that runs it now, or without one if it was stopped. */
  public Server with(Optional<ProcessIdentity> current, long logPosition) {
    return new Server(name, role, number, address, ports, current, logPosition);
  }
}
