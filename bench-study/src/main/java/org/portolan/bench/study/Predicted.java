package org.portolan.bench.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.portolan.bench.api.Text;

/**
 * What {@link ServiceDemands} predict, and how sure that is.
 *
 * @param demands of one operation, by the name of the figure
 * @param rows one for each number of servers
 * @param missing why there is no prediction; empty if there is one
 */
record Predicted(
    Prediction prediction, Map<String, Mean> demands, List<OfServers> rows, String missing) {
  /** What a prediction assumes, for the reader. */
  static final List<String> ASSUMPTIONS =
      List.of(
          "Such a prediction is a bound: those machines cannot do more, and will likely do less. It"
              + " assumes that an operation takes as much processor time and as many bytes there,"
              + " and with more servers, as it took here; that the busiest server stays as far above"
              + " the mean; and that nothing but processors and links is a limit: no disks, no"
              + " locks, no messages between servers. Those losses are what the law of scalability"
              + " finds, once several numbers of servers are measured.",
          "The interval of 95 % is that of the measurement (Student's, of the logarithms of rounds),"
              + " not of the assumptions. Demands of a machine that servers and clients share"
              + " include the work of its loopback and of all processes of the servers. Bytes are"
              + " those between clients and servers, without headers.");

  /** The resources that can be the first at their limit. */
  enum Limit {
    SERVERS("servers"),
    SERVER_LINKS("links of servers"),
    CLIENTS("clients"),
    CLIENT_LINKS("links of clients");

    private final String text;

    Limit(String text) {
      this.text = text;
    }
  }

  /**
   * The prediction for a number of servers.
   *
   * @param most operations a second, if the first resource is always busy
   * @param first the resources that may be the first at their limit: more than one, if the
   *     intervals do not tell which
   * @param clientProcessors that are busy then; empty if their demand was not measured
   */
  record OfServers(int servers, Mean most, List<Limit> first, Optional<Double> clientProcessors) {
    OfServers {
      first = List.copyOf(first);
    }

    String firstText() {
      return first.stream().map(limit -> limit.text).collect(Collectors.joining(" or "));
    }
  }

  static Predicted missing(Prediction prediction, String why) {
    return new Predicted(prediction, Map.of(), List.of(), why);
  }

  /** Returns the operations a second of a row at the utilisation that is planned. */
  Mean planned(OfServers row) {
    return row.most().times(prediction.utilisation());
  }

  /** Returns the name with the measurement that it follows from. */
  String title() {
    return prediction.name()
        + ", by the demands of "
        + prediction.step()
        + prediction.of().entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(value -> ", " + value.getKey() + " " + value.getValue())
            .collect(Collectors.joining());
  }

  /** Returns the demands of one operation. */
  StudyTables.Rows demandRows() {
    return new StudyTables.Rows(
        List.of("an operation takes", "measured"),
        demands.entrySet().stream()
            .map(demand -> List.of(demand.getKey(), demand.getValue().text()))
            .toList());
  }

  /** Returns what follows for each number of servers. */
  StudyTables.Rows table() {
    List<List<String>> cells = new ArrayList<>();
    for (OfServers row : rows) {
      cells.add(
          List.of(
              Text.count(row.servers()),
              row.most().text(),
              planned(row).text(),
              row.firstText(),
              row.clientProcessors().map(Text::figure).orElse("")));
    }
    return new StudyTables.Rows(
        List.of(
            "servers",
            "at most a second",
            Text.format("at %.0f %% of it", 100 * prediction.utilisation()),
            "first at its limit",
            "client processors busy"),
        cells);
  }

  /** Returns which machines it is for, and why less than the bound is planned. */
  String machines() {
    return Text.format(
        "For %s. At a utilisation U, a response takes 1 / (1 - U) times its demand (an open queue,"
            + " M/M/1): %.1f times at %.0f %%.%s",
        prediction.machines(),
        1 / (1 - prediction.utilisation()),
        100 * prediction.utilisation(),
        isOfOneRound() ? " One round: no interval." : "");
  }

  private boolean isOfOneRound() {
    return rows.stream().anyMatch(row -> row.most().interval().isEmpty());
  }
}
