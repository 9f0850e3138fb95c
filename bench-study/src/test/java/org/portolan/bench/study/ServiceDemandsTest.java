package org.portolan.bench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.study.Predicted.Limit;
import org.portolan.bench.study.Predicted.OfServers;

/** Predictions whose figures are calculated by hand. */
class ServiceDemandsTest {
  @TempDir Path directory;

  /**
   * Returns a study with one prediction.
   *
   * @param machines the rest of its keys
   */
  private static Study study(String machines) {
    return StudyReader.read(
        """
        study: small
        title: A small study
        paper: none
        question: How many more?
        sizes:
          quick: {target: []}
          default: {target: [one], rounds: 3}
        steps:
          - step: reads
            run: no-operation
            each: [target]
            options: {threads: 1, seconds: 1}
            figures: [throughput]
        predicts:
          - {predict: pages a second, step: reads, of: {target: one}, %s}
        """
            .formatted(machines),
        "small.yaml");
  }

  private static StudyResult result(String machines, List<Map<String, Double>> rounds) {
    return result(machines, List.of(), rounds);
  }

  private static StudyResult result(
      String machines, List<String> failures, List<Map<String, Double>> rounds) {
    Study study = study(machines);
    return new StudyResult(
        study,
        Size.DEFAULT,
        "machine: 2 processors",
        "2026-11-30T01:00:00Z",
        3,
        List.of(
            new StudyResult.OfCell(
                study.steps().get(0).cells(study.values(Size.DEFAULT)).get(0),
                rounds,
                List.of(),
                failures)));
  }

  private static Predicted predicted(String machines, List<Map<String, Double>> rounds) {
    return ServiceDemands.of(result(machines, rounds)).get(0);
  }

  private static void assertMost(OfServers row, double most, Limit... first) {
    assertThat(row.most().value()).isCloseTo(most, within(1e-6 * most));
    assertThat(row.first()).containsExactly(first);
  }

  @Test
  void servers_boundByTheirProcessors() {
    Predicted predicted =
        predicted(
            "servers: [1, 4], cores: 2",
            List.of(Map.of("server-micros", 500.0, "client-micros", 250.0)));
    assertMost(predicted.rows().get(0), 4_000, Limit.SERVERS);
    assertMost(predicted.rows().get(1), 16_000, Limit.SERVERS);
    assertThat(predicted.planned(predicted.rows().get(0)).value()).isCloseTo(2_800, within(1e-6));
    assertThat(predicted.rows().get(1).clientProcessors().orElseThrow()).isCloseTo(4, within(1e-9));
  }

  @Test
  void imbalance_isThatOfEachMoment_andAtMostTheNumberOfServers() {
    Map<String, Double> uneven =
        Map.of("server-micros", 500.0, "imbalance", 1.25, "moving-imbalance", 2.5);
    List<OfServers> rows = predicted("servers: [1, 2, 3, 5], cores: 2", List.of(uneven)).rows();
    assertMost(rows.get(0), 4_000, Limit.SERVERS);
    assertMost(rows.get(1), 4_000, Limit.SERVERS);
    assertMost(rows.get(2), 4_800, Limit.SERVERS);
    assertMost(rows.get(3), 8_000, Limit.SERVERS);
    assertMost(
        predicted(
                "servers: [5], cores: 2",
                List.of(Map.of("server-micros", 500.0, "imbalance", 1.25)))
            .rows()
            .get(0),
        16_000,
        Limit.SERVERS);
  }

  @Test
  void clients_boundByTheirProcessors_ifTheirNumberIsGiven() {
    List<OfServers> rows =
        predicted(
                "servers: [1, 4], cores: 2, clients: 3",
                List.of(Map.of("server-micros", 500.0, "client-micros", 600.0)))
            .rows();
    assertMost(rows.get(0), 4_000, Limit.SERVERS);
    assertMost(rows.get(1), 10_000, Limit.CLIENTS);
    assertThat(rows.get(1).clientProcessors().orElseThrow()).isCloseTo(6, within(1e-9));
  }

  @Test
  void links_boundByTheDirectionWithMoreBytes() {
    Map<String, Double> round =
        Map.of("server-micros", 50.0, "sent-bytes", 100.0, "received-bytes", 1_250.0);
    List<OfServers> ofServers =
        predicted("servers: [1, 5], cores: 2, link: 100Mbit/s", List.of(round)).rows();
    assertMost(ofServers.get(0), 10_000, Limit.SERVER_LINKS);
    assertMost(ofServers.get(1), 50_000, Limit.SERVER_LINKS);
    List<OfServers> ofBoth =
        predicted("servers: [1, 2], cores: 2, clients: 1, link: 100Mbit/s", List.of(round)).rows();
    assertMost(ofBoth.get(0), 10_000, Limit.SERVER_LINKS, Limit.CLIENT_LINKS);
    assertMost(ofBoth.get(1), 10_000, Limit.CLIENT_LINKS);
    Map<String, Double> sends =
        Map.of("server-micros", 50.0, "sent-bytes", 2_500.0, "received-bytes", 1_250.0);
    assertMost(
        predicted("servers: [1], cores: 2, link: 100Mbit/s", List.of(sends)).rows().get(0),
        5_000,
        Limit.SERVER_LINKS);
  }

  /** Logarithms at -ln 1.25, 0 and ln 1.25: error 0.12883, Student's factor 4.3027. */
  @Test
  void interval_isStudentsOfTheLogarithmsOfRounds() {
    Mean most =
        predicted(
                "servers: [1], cores: 2",
                List.of(
                    Map.of("server-micros", 400.0),
                    Map.of("server-micros", 500.0),
                    Map.of("server-micros", 625.0)))
            .rows()
            .get(0)
            .most();
    assertThat(most.value()).isCloseTo(4_000, within(0.01));
    assertThat(most.low()).isCloseTo(4_000 / 1.7408, within(0.5));
    assertThat(most.high()).isCloseTo(4_000 * 1.7408, within(0.5));
    assertThat(most.times(0.5).low()).isCloseTo(2_000 / 1.7408, within(0.5));
  }

  /** In each round, the busiest of four servers takes 250 microseconds of an operation. */
  @Test
  void errorsOfDemandAndImbalance_thatCancelEachOther_leaveNoInterval() {
    Mean most =
        predicted(
                "servers: [4], cores: 1",
                List.of(
                    Map.of("server-micros", 400.0, "imbalance", 2.5),
                    Map.of("server-micros", 500.0, "imbalance", 2.0),
                    Map.of("server-micros", 800.0, "imbalance", 1.25)))
            .rows()
            .get(0)
            .most();
    assertThat(most.value()).isCloseTo(4_000, within(1e-6));
    assertThat(most.high() - most.low()).isCloseTo(0, within(1e-6));
  }

  @Test
  void resources_whoseIntervalsOverlap_areBothNamed() {
    List<OfServers> rows =
        predicted(
                "servers: [1, 9], cores: 1, clients: 1",
                List.of(
                    Map.of("server-micros", 400.0, "client-micros", 450.0),
                    Map.of("server-micros", 500.0, "client-micros", 450.0),
                    Map.of("server-micros", 625.0, "client-micros", 450.0)))
            .rows();
    assertMost(rows.get(0), 2_000, Limit.SERVERS, Limit.CLIENTS);
    assertMost(rows.get(1), 1e6 / 450, Limit.CLIENTS);
  }

  @Test
  void whatWasNotMeasured_isNotPredicted() {
    String machines = "servers: [1], cores: 2";
    assertThat(predicted(machines, List.of()).missing()).contains("the study did not start them");
    assertThat(predicted(machines, List.of(Map.of("client-micros", 1.0))).missing())
        .contains("the processor time of the servers was not measured");
    assertThat(predicted(machines, List.of(Map.of("server-micros", 0.0))).missing()).isNotEmpty();
    assertThat(
            ServiceDemands.of(
                    result(machines, List.of("it failed"), List.of(Map.of("server-micros", 500.0))))
                .get(0)
                .missing())
        .isEqualTo("a measurement failed");
    StudyResult ofDefault = result(machines, List.of());
    StudyResult none =
        new StudyResult(ofDefault.study(), Size.QUICK, "machine", "now", 0, List.of());
    assertThat(ServiceDemands.of(none).get(0).missing())
        .isEqualTo("this size has no such measurement");
  }

  private static final Map<String, Double> ROUND =
      Map.of(
          "throughput", 1_250.0,
          "server-micros", 500.0,
          "client-micros", 1_000.0,
          "sent-bytes", 250.0,
          "received-bytes", 2_500.0,
          "moving-imbalance", 1.25);

  @Test
  void text_hasPredictionsDemandsAndAssumptions() throws Exception {
    Map<String, Double> slower = new HashMap<>(ROUND);
    slower.put("server-micros", 625.0);
    Map<String, Double> quicker = new HashMap<>(ROUND);
    quicker.put("server-micros", 400.0);
    StudyResult result =
        result("servers: [1, 16], cores: 4, link: 1Gbit/s", List.of(quicker, ROUND, slower));
    assertThat(StudyText.of(result, List.of()))
        .contains(
            """
            pages a second, by the demands of reads, target one:
            For servers of 4 cores, as many clients as are needed, links of 1,000 Mbit/s each way. At a
              utilisation U, a response takes 1 / (1 - U) times its demand (an open queue, M/M/1): 3.3 times at
              70 %.
            servers          at most a second            at 70 % of it  first at its limit  client processors busy
            1            8,000 (4,596–13,926)      5,600 (3,217–9,748)             servers                    8.00
            16       102,400 (58,825–178,253)  71,680 (41,178–124,777)             servers                     102
            an operation takes               measured
            server-micros               500 (287–870)
            client-micros         1,000 (1,000–1,000)
            sent-bytes                  250 (250–250)
            received-bytes        2,500 (2,500–2,500)
            moving-imbalance         1.25 (1.25–1.25)
            processors busy here     1.88 (1.56–2.26)

            Such a prediction is a bound: those machines cannot do more, and will likely do less. It assumes
              that an operation takes as much processor time and as many bytes there, and with more servers, as
              it took here; that the busiest server stays as far above the mean; and that nothing but processors
              and links is a limit: no disks, no locks, no messages between servers. Those losses are what the
              law of scalability finds, once several numbers of servers are measured.
            The interval of 95 % is that of the measurement (Student's, of the logarithms of rounds), not of the
              assumptions. Demands of a machine that servers and clients share include the work of its loopback
              and of all processes of the servers. Bytes are those between clients and servers, without headers.
            """);
    Path page = directory.resolve("page.html");
    StudyPage.of(result, List.of()).write(page);
    assertThat(Files.readString(page))
        .contains("Prediction: pages a second, by the demands of reads, target one");
  }

  @Test
  void text_ofOneRound_saysThatThereIsNoInterval() {
    StudyResult result = result("servers: [2], cores: 4, utilisation: 0.5", List.of(ROUND));
    assertThat(StudyText.of(result, List.of()))
        .contains("2.0 times at 50 %. One round:\n  no interval.");
  }
}
