package org.portolan.bench.study;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.portolan.bench.api.Text;

/**
 * Machines that a study has not, and the measurement whose service demands tell how many operations
 * a second these can do at most. Immutable.
 *
 * @param name what is predicted, for the reader: {@code pages a second}
 * @param step whose measurements give the demands
 * @param of the cell of the step, by all its values
 * @param servers the numbers of servers for which it predicts
 * @param cores of each server and each client
 * @param clients the number of machines that clients run on; empty: as many as are needed
 * @param link of each server and each client, in bytes a second each way; empty: not considered
 * @param utilisation the share of what is possible that the machines are planned for
 */
public record Prediction(
    String name,
    String step,
    Map<String, String> of,
    List<Integer> servers,
    int cores,
    OptionalInt clients,
    OptionalDouble link,
    double utilisation) {
  /**
   * The utilisation if none is given. In an open queue with one server and random arrivals and
   * services (M/M/1), a response takes {@code D / (1 - U)}: at 0.7, 3.3 times as long as without a
   * queue, at 0.9 ten times. Like 95 in 100 responses, which take three times as long as the mean,
   * it must stay within a limit.
   */
  static final double UTILISATION = 0.7;

  public Prediction {
    of = Map.copyOf(of);
    servers = List.copyOf(servers);
  }

  /** Returns the machines: "servers and clients of 4 cores, links of 1 Gbit/s each way". */
  String machines() {
    String of =
        clients.isEmpty()
            ? Text.format("servers of %d cores, as many clients as are needed", cores)
            : Text.format(
                "servers and %d %s of %d cores each",
                clients.getAsInt(), clients.getAsInt() == 1 ? "client" : "clients", cores);
    return link.isEmpty()
        ? of + ", links without a limit"
        : of + ", links of " + Text.plain(link.getAsDouble() * 8 / 1e6) + " Mbit/s each way";
  }
}
