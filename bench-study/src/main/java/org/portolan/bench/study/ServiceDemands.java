package org.portolan.bench.study;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.portolan.bench.study.Predicted.Limit;
import org.portolan.bench.study.Predicted.OfServers;
import org.portolan.bench.study.StudyResult.OfCell;

/**
 * Predicts throughputs by the service demand law (Denning and Buzen, The Operational Analysis of
 * Queueing Network Models, 1978; Lazowska and others, Quantitative System Performance, 1984,
 * chapters 3 and 5): the demand D of a resource is its busy time divided by the operations that
 * were done, and no system does more than 1 / D of them in a unit of time, for the resource where
 * that is least.
 *
 * <p>Each bound is calculated for every round apart, so that its interval has the errors of all
 * that enters it. Stateless.
 */
final class ServiceDemands {
  static final String SERVER_MICROS = "server-micros";
  static final String CLIENT_MICROS = "client-micros";
  private static final String SENT = "sent-bytes";
  private static final String RECEIVED = "received-bytes";
  private static final String THROUGHPUT = "throughput";
  private static final double SECOND_MICROS = 1e6;

  private ServiceDemands() {}

  /** Returns the predictions of a study, in their order. */
  static List<Predicted> of(StudyResult result) {
    return result.study().predictions().stream().map(one -> of(result, one)).toList();
  }

  private static Predicted of(StudyResult result, Prediction prediction) {
    Step step = result.study().step(prediction.step()).orElseThrow();
    List<OfCell> cells = result.of(step, prediction.of());
    if (cells.isEmpty()) {
      return Predicted.missing(prediction, "this size has no such measurement");
    }
    if (cells.stream().anyMatch(cell -> !cell.failures().isEmpty())) {
      return Predicted.missing(prediction, "a measurement failed");
    }
    List<Map<String, Double>> rounds =
        cells.stream()
            .flatMap(cell -> cell.rounds().stream())
            .filter(round -> positive(round, SERVER_MICROS).isPresent())
            .toList();
    if (rounds.isEmpty()) {
      return Predicted.missing(
          prediction,
          "the processor time of the servers was not measured, since the study did not start them");
    }
    return new Predicted(
        prediction,
        demands(rounds),
        prediction.servers().stream().map(servers -> row(prediction, rounds, servers)).toList(),
        "");
  }

  /** Returns what one operation takes, for the reader. */
  private static Map<String, Mean> demands(List<Map<String, Double>> rounds) {
    Map<String, Mean> demands = new LinkedHashMap<>();
    Stream.of(SERVER_MICROS, CLIENT_MICROS, SENT, RECEIVED)
        .forEach(name -> mean(rounds, name).ifPresent(mean -> demands.put(name, mean)));
    spread(rounds).ifPresent(name -> mean(rounds, name).ifPresent(b -> demands.put(name, b)));
    double[] busy = rounds.stream().flatMapToDouble(round -> busy(round).stream()).toArray();
    if (busy.length == rounds.size()) {
      demands.put("processors busy here", Mean.ofRounds(busy));
    }
    return demands;
  }

  /** Returns the processors of servers and clients that were busy, by the law of utilisation. */
  private static OptionalDouble busy(Map<String, Double> round) {
    OptionalDouble throughput = positive(round, THROUGHPUT);
    OptionalDouble client = positive(round, CLIENT_MICROS);
    return throughput.isEmpty() || client.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            throughput.getAsDouble()
                * (round.get(SERVER_MICROS) + client.getAsDouble())
                / SECOND_MICROS);
  }

  private static OfServers row(
      Prediction prediction, List<Map<String, Double>> rounds, int servers) {
    Map<Limit, Mean> limits = new EnumMap<>(Limit.class);
    for (Limit limit : Limit.values()) {
      double[] bounds =
          rounds.stream()
              .flatMapToDouble(
                  round ->
                      bound(limit, prediction, round, imbalance(rounds, round), servers).stream())
              .toArray();
      if (bounds.length == rounds.size()) {
        limits.put(limit, Mean.ofRounds(bounds));
      }
    }
    Mean least =
        limits.values().stream()
            .min((one, other) -> Double.compare(one.value(), other.value()))
            .orElseThrow();
    List<Limit> first = new ArrayList<>();
    limits.forEach(
        (limit, bound) -> {
          if (bound.low() <= least.high()) {
            first.add(limit);
          }
        });
    return new OfServers(
        servers,
        least,
        first,
        mean(rounds, CLIENT_MICROS).map(demand -> least.value() * demand.value() / SECOND_MICROS));
  }

  /**
   * Returns the operations that a resource can do in a second.
   *
   * @param imbalance of the servers for which it was measured; with fewer of them it cannot be
   *     larger than their number
   * @return empty if nothing limits them, or the demand was not measured
   */
  private static OptionalDouble bound(
      Limit limit,
      Prediction prediction,
      Map<String, Double> round,
      double imbalance,
      int servers) {
    boolean ofServers = limit == Limit.SERVERS || limit == Limit.SERVER_LINKS;
    if (!ofServers && prediction.clients().isEmpty()) {
      return OptionalDouble.empty();
    }
    double machines =
        ofServers ? servers / Math.min(servers, imbalance) : prediction.clients().getAsInt();
    return switch (limit) {
      case SERVERS, CLIENTS -> {
        OptionalDouble demand = positive(round, ofServers ? SERVER_MICROS : CLIENT_MICROS);
        yield demand.isEmpty()
            ? OptionalDouble.empty()
            : OptionalDouble.of(
                machines * prediction.cores() * SECOND_MICROS / demand.getAsDouble());
      }
      case SERVER_LINKS, CLIENT_LINKS -> {
        OptionalDouble bytes = bytes(round);
        yield prediction.link().isEmpty() || bytes.isEmpty()
            ? OptionalDouble.empty()
            : OptionalDouble.of(machines * prediction.link().getAsDouble() / bytes.getAsDouble());
      }
    };
  }

  /** Returns the bytes of an operation in the direction that has more of them. */
  private static OptionalDouble bytes(Map<String, Double> round) {
    OptionalDouble sent = positive(round, SENT);
    OptionalDouble received = positive(round, RECEIVED);
    return sent.isEmpty() || received.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(Math.max(sent.getAsDouble(), received.getAsDouble()));
  }

  private static double imbalance(List<Map<String, Double>> rounds, Map<String, Double> round) {
    return spread(rounds).map(round::get).orElse(1.0);
  }

  /**
   * Returns the figure for how unevenly servers are loaded: of each moment, since a server that has
   * all work of a moment bounds the throughput of that moment. Empty if it was not measured: then
   * the load counts as even.
   */
  private static Optional<String> spread(List<Map<String, Double>> rounds) {
    return Stream.of("moving-imbalance", "imbalance")
        .filter(name -> rounds.stream().allMatch(round -> positive(round, name).isPresent()))
        .findFirst();
  }

  private static Optional<Mean> mean(List<Map<String, Double>> rounds, String name) {
    return rounds.stream().allMatch(round -> positive(round, name).isPresent())
        ? Optional.of(
            Mean.ofRounds(rounds.stream().mapToDouble(round -> round.get(name)).toArray()))
        : Optional.empty();
  }

  /** Returns a figure; empty if it was not measured, as a demand of 0 was not. */
  private static OptionalDouble positive(Map<String, Double> round, String name) {
    Double figure = round.get(name);
    return figure != null && figure > 0 ? OptionalDouble.of(figure) : OptionalDouble.empty();
  }
}
