package org.portolan.bench.telemetry;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.Map;
import org.portolan.cluster.ServerStatus;

/**
 * The names of servers: their name in the cluster if it is known, else their address. Used by one
 * thread.
 */
final class ServerNames {
  private final Map<String, ServerStatus> byAddress = new HashMap<>();
  private final Map<String, String> roles = new HashMap<>();
  private final Map<String, String> addresses = new HashMap<>();

  /** Learns the names of a cluster's servers. */
  void learn(ServerStatus server) {
    roles.put(server.name(), server.role());
    server
        .ports()
        .values()
        .forEach(port -> byAddress.put(address(server.address() + ":" + port), server));
  }

  /** Returns the name of the server at {@code host:port}. */
  String of(String hostAndPort) {
    String address = address(hostAndPort);
    ServerStatus server = byAddress.get(address);
    return server == null ? address : server.name();
  }

  /** Returns whether a server with this name belongs to a watched cluster. */
  boolean knows(String name) {
    return roles.containsKey(name);
  }

  /** Returns the role of a server by its name, empty if unknown. */
  String role(String name) {
    return roles.getOrDefault(name, "");
  }

  /** Resolves a host name to its address: engines report host names, sockets report addresses. */
  private String address(String hostAndPort) {
    return addresses.computeIfAbsent(hostAndPort, ServerNames::resolved);
  }

  private static String resolved(String hostAndPort) {
    int colon = hostAndPort.lastIndexOf(':');
    if (colon < 0) {
      return hostAndPort;
    }
    try {
      InetAddress address = InetAddress.getByName(hostAndPort.substring(0, colon));
      String literal = address.getHostAddress();
      return (literal.contains(":") ? "[" + literal + "]" : literal) + hostAndPort.substring(colon);
    } catch (UnknownHostException e) {
      return hostAndPort;
    }
  }
}
