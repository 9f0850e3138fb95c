package org.portolan.cluster.internal.relay;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The relay as a process, which ends when it is told to terminate. */
public final class RelayProgram {
  /** What is printed, within a line, when the relay listens on all its addresses. */
  public static final String READY = "the relay is up";

  private RelayProgram() {}

  /**
   * Returns the arguments of {@link #main}.
   *
   * @param routes with resolved addresses
   */
  public static List<String> arguments(Duration distance, List<Relay.Route> routes) {
    List<String> arguments = new ArrayList<>(List.of(distance.toString()));
    routes.forEach(route -> arguments.add(text(route.listen()) + "=" + text(route.target())));
    return arguments;
  }

  private static String text(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  /**
   * Runs a relay until the process is told to terminate. It ends with status 1 if it cannot listen.
   *
   * @param arguments the distance, as {@link Duration#parse} reads it, and for each route {@code
   *     LISTEN:PORT=TARGET:PORT}
   */
  public static void main(String[] arguments) throws InterruptedException {
    List<Relay.Route> routes = Arrays.stream(arguments).skip(1).map(RelayProgram::route).toList();
    try (Relay relay = Relay.start(Duration.parse(arguments[0]), routes, RelayProgram::print)) {
      print(READY);
      relay.awaitClosed();
    } catch (IOException failure) {
      print(failure.getMessage());
      System.exit(1);
    }
  }

  private static Relay.Route route(String argument) {
    int equals = argument.indexOf('=');
    return new Relay.Route(
        address(argument.substring(0, equals)), address(argument.substring(equals + 1)));
  }

  private static InetSocketAddress address(String text) {
    int colon = text.lastIndexOf(':');
    return new InetSocketAddress(
        text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
  }

  private static void print(String line) {
    System.out.println(Instant.now() + " " + line);
  }
}
