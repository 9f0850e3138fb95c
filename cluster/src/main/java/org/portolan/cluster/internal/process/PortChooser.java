package org.portolan.cluster.internal.process;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.portolan.cluster.ClusterException;

/**
 * Chooses ports: the usual one, else the next free one. A chosen port is reserved in a directory
 * that all clusters of the user share. The reservation first lasts some minutes, since a server
 * listens only seconds after its port was chosen. Then it lasts as long as a server of its cluster
 * lives, since a dead server is restarted on its port.
 *
 * <p>Not thread-safe; processes exclude each other by {@link FileMutex}.
 */
public final class PortChooser {
  private static final Duration RESERVED_FOR = Duration.ofMinutes(5);

  /** Ports from here on are given to outgoing connections, on most systems. */
  private static final int PORT_END = 32_768;

  private final Path reservations;
  private final Set<Integer> chosen = new HashSet<>();

  /** Makes a chooser that reserves in a directory, which is created if it is absent. */
  public PortChooser(Path reservations) {
    this.reservations = reservations;
  }

  /**
   * Returns a port that is free on all given addresses.
   *
   * @throws ClusterException if there is none, or if an address does not belong to this machine
   */
  public int choose(int usual, List<String> addresses) {
    for (int port = usual; port < PORT_END; port++) {
      if (!chosen.contains(port) && isFree(port, addresses) && reserve(port)) {
        chosen.add(port);
        return port;
      }
    }
    throw new ClusterException(
        "no port from "
            + usual
            + " to "
            + (PORT_END - 1)
            + " is free on "
            + addresses
            + "; stop the processes that use these ports");
  }

  /** Returns whether the port is free on all given addresses. */
  public static boolean isFree(int port, List<String> addresses) {
    for (String address : addresses) {
      try (ServerSocket socket = new ServerSocket()) {
        // Like the servers: lingering connections of the last server do not count.
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getByName(address), port));
      } catch (BindException taken) {
        if (taken.getMessage().contains("assign")) {
          throw new ClusterException(
              "the address "
                  + address
                  + " is not one of this machine; each node needs its own. On macOS: sudo ifconfig"
                  + " lo0 alias "
                  + address,
              taken);
        }
        return false;
      } catch (IOException failure) {
        throw new ClusterException(
            "could not try port " + port + " of " + address + ": " + failure.getMessage(), failure);
      }
    }
    return true;
  }

  private boolean reserve(int port) {
    Path reservation = reservations.resolve(Integer.toString(port));
    try {
      Files.createDirectories(reservations);
      if (Files.exists(reservation) && isHeld(reservation)) {
        return false;
      }
      Files.writeString(reservation, "");
      return true;
    } catch (IOException failure) {
      throw new ClusterException(
          "could not reserve port " + port + " by " + reservation + ": " + failure, failure);
    }
  }

  private static boolean isHeld(Path reservation) throws IOException {
    List<String> holders = Files.readAllLines(reservation);
    if (holders.isEmpty()) {
      Instant since = Files.getLastModifiedTime(reservation).toInstant();
      return Duration.between(since, Instant.now()).compareTo(RESERVED_FOR) < 0;
    }
    return holders.stream().map(ProcessIdentity::parse).anyMatch(ProcessIdentity::isAlive);
  }

  /**
   * Keeps the ports of listening servers reserved for as long as one of the processes lives;
   * releases them if there are no processes.
   */
  public static void hold(
      Path reservations, Iterable<Integer> ports, List<ProcessIdentity> holders) {
    String lines =
        holders.stream().map(holder -> holder.spelling() + "\n").collect(Collectors.joining());
    for (int port : ports) {
      Path reservation = reservations.resolve(Integer.toString(port));
      try {
        if (holders.isEmpty()) {
          Files.deleteIfExists(reservation);
        } else {
          Path next = reservation.resolveSibling(port + "." + holders.get(0).pid());
          Files.writeString(next, lines);
          Files.move(next, reservation, ATOMIC_MOVE, REPLACE_EXISTING);
        }
      } catch (IOException kept) {
        // The reservation expires by itself.
      }
    }
  }
}
