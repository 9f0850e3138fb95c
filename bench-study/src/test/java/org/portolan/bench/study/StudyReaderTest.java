package org.portolan.bench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.cluster.Distance;
import org.portolan.cluster.EngineSettings;

class StudyReaderTest {
  private static final String STUDY =
      """
      study: small
      title: A small study
      paper: none
      question: Is it read?
      sizes:
        default: {threads: [1, 2], seconds: 1, rounds: 2}
        full: {threads: [1, 2, 4]}
      steps:
        - step: nothing
          run: no-operation
          each: [threads]
          options: {threads: $threads, seconds: $seconds, warm-up: 0}
          figures: [throughput]
      claims:
        - claim: more
          says: Two do more than one.
          figure: nothing.throughput
          of: {threads: 2}
          beside: {threads: 1}
          expect: higher
      charts:
        - chart: Nothing
          figure: nothing.throughput
          over: threads
      predicts:
        - {predict: nothings, step: nothing, of: {threads: 2}, servers: [1, 4], cores: 2, clients: 3, link: 1Gbit/s}
      """;

  static List<String> names() {
    return Studies.names();
  }

  @ParameterizedTest
  @MethodSource("names")
  void shippedStudy_isRead(String name) {
    Study study = Studies.of(name);
    assertThat(study.name()).isEqualTo(name);
    assertThat(study.measurements(Size.QUICK)).isLessThan(study.measurements(Size.DEFAULT) + 1);
  }

  @Test
  void sizes_haveTheValuesOfTheDefaultOne() {
    Study study = StudyReader.read(STUDY, "s.yaml");
    assertThat(study.values(Size.QUICK)).isEqualTo(study.values(Size.DEFAULT));
    assertThat(study.values(Size.FULL))
        .containsEntry("threads", List.of("1", "2", "4"))
        .containsEntry("seconds", List.of("1"));
    assertThat(study.measurements(Size.FULL)).isEqualTo(6);
    assertThat(study.steps().get(0).cells(study.values(Size.DEFAULT)))
        .extracting(Cell::fileName)
        .containsExactly("nothing-1", "nothing-2");
    assertThat(
            StepRun.options(
                study.steps().get(0).cells(study.values(Size.DEFAULT)).get(1),
                Map.of("seconds", "1"),
                "store:x",
                Optional.of(Path.of("servers"))))
        .containsEntry("cluster", "servers")
        .containsEntry("threads", "2")
        .containsEntry("seconds", "1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "title: A small study | titel: A small study | the key titel is unknown",
        "question: Is it read? | # | the key question is missing",
        "rounds: 2 | 'rounds: 2, unmeasured: few' | sizes: 'unmeasured' is a number of rounds from 0",
        "rounds: 2 | rounds: 0 | give 'rounds', a number from 1 to 9999, to size quick",
        "run: no-operation | run: nonsense | there is no benchmark 'nonsense'",
        "run: no-operation | search: nonsense | there is no workload 'nonsense'",
        "run: no-operation | on: x | exactly one of",
        "each: [threads] | each: [thread] | size quick gives no values to 'thread'",
        "seconds: $seconds | second: $seconds | has no option --second",
        "seconds: $seconds | seconds: $second | names the variable $second; there are",
        "figure: nothing.throughput | figure: throughput | must begin with a step and a dot",
        "of: {threads: 2} | of: {threads: 9} | no size has a cell of step 'nothing'",
        "of: {threads: 2} | of: {clients: 2} | has no variable 'clients'; it has [threads]",
        "expect: higher | expect: better | 'better' is none of [higher, lower, alike]",
        "expect: higher | expect: alike | give 'by', the factor",
        "over: threads | over: seconds | has no variable 'seconds'",
        "expect: higher | 'expect: alike\n    by: 0.9' | of at least 1 if 'alike' is expected",
        "expect: higher | 'expect: higher\n    by: 0' | 'by' is a factor above 0",
        "expect: higher | 'expect: higher\n    by: 2\n    more: 1' | 'more' is a difference of 0",
        "expect: higher | 'expect: alike\n    more: 1' | and 'higher' or 'lower' is expected",
        "expect: higher | 'expect: higher\n    more: -1' | 'more' is a difference of 0 or more",
        "full: {threads: [1, 2, 4]} | huge: {} | 'huge' is none of [quick, default, full]",
        "study: small | study: Small! | use small letters, digits and '-'",
        "figures: [throughput] | rounds: 0 | step 'nothing': 'rounds' is a number from 1 to 9999",
        "predict: nothings, | '' | the key predicts[0].predict is missing",
        "cores: 2 | core: 2 | the key predicts[0].core is unknown",
        "cores: 2, | '' | the key predicts[0].cores is missing",
        "cores: 2 | cores: some | the key predicts[0].cores has a value of the wrong kind",
        "cores: 2 | cores: 0 | predict 'nothings': 'cores' and 'clients' are at least 1",
        "clients: 3 | clients: 0 | predict 'nothings': 'cores' and 'clients' are at least 1",
        "servers: [1, 4] | servers: [] | predict 'nothings': 'servers' are numbers of servers",
        "servers: [1, 4] | servers: [0] | predict 'nothings': 'servers' are numbers of servers",
        "1Gbit/s | 1GB | predicts[0].link: '1GB' is no rate of a link; give it as 1Gbit/s or",
        "1Gbit/s | 0Gbit/s | predict 'nothings': 'link' is a rate above 0",
        "link: 1Gbit/s | utilisation: 1.0 | predict 'nothings': 'utilisation' is a share between",
        "step: nothing, | 'step: no-step,' | there is no step 'no-step'; the steps are [nothing]",
        "of: {threads: 2}, s | 'of: {threads: 8}, s' | no size has a cell of step 'nothing' with",
        "of: {threads: 2}, s | s | 'of' must name one cell, so give values to [threads], too"
      })
  void mistake_isNamedWithItsPlace(String right, String wrong, String message) {
    String text = STUDY.replaceFirst(Pattern.quote(right), wrong.replace("$", "\\$"));
    assertThat(text).isNotEqualTo(STUDY);
    assertThatThrownBy(() -> StudyReader.read(text, "s.yaml"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("s.yaml: ")
        .hasMessageContaining(message);
  }

  private static final String ON_SERVERS =
      """
      study: far
      title: A study on servers
      paper: none
      question: Are they apart?
      sizes:
        default: {distance: [0ms, 12.5ms], apart: 20ms, nodes: 3, rounds: 1}
      clusters:
        near: {engine: cassandra, nodes: $nodes}
        far: {engine: cassandra, nodes: $nodes, heap: 640m, distance: $distance}
      steps:
        - step: nothing
          run: no-operation
          on: far
          each: [distance]
          options: {threads: 1, seconds: 1, warm-up: 0}
      """;

  @Test
  void distance_isAValueOrAVariable() {
    assertThat(keys(ON_SERVERS))
        .extracting(ServersKey::text)
        .containsExactly("far-3", "far-3-12.5ms");
    assertThat(keys(ON_SERVERS.replace("distance: $distance", "distance: $apart")))
        .extracting(ServersKey::distance)
        .containsExactly(Distance.of("20ms"), Distance.of("20ms"));
    assertThat(keys(ON_SERVERS.replace("distance: $distance", "distance: 0.2s")).get(0))
        .extracting(key -> key.spec(Path.of("any")).settings())
        .isEqualTo(new EngineSettings.Cassandra(Distance.of("200ms")));
    assertThat(keys(ON_SERVERS.replace("on: far", "on: near")).get(1))
        .extracting(key -> key.spec(Path.of("any")).settings())
        .isEqualTo(new EngineSettings.Cassandra());
  }

  private static List<ServersKey> keys(String text) {
    Study study = StudyReader.read(text, "far.yaml");
    return study.steps().get(0).cells(study.values(Size.DEFAULT)).stream()
        .map(cell -> ServersKey.of(study, cell, study.scalars(Size.DEFAULT)).orElseThrow())
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "12.5ms | 12.5 | cluster 'far': a distance must be a time of 0 or more with its unit",
        "12.5ms | -1ms | cluster 'far': a distance must be a time of 0 or more with its unit",
        "12.5ms | 2s | cluster 'far': a distance must be 0ms to 200ms one way, not 2000ms",
        "nodes: 3 | nodes: 1 | cluster 'far': a distance of 12.5ms needs two or more nodes",
        "distance: $distance | distance: $distanc | names the variable $distanc; there are",
        "far: {engine: cassandra | far: {engine: hbase | only Cassandra's servers can be set apart,"
            + " not those of hbase: leave out 'distance'"
      })
  void distance_wrong_isNamedWithItsCluster(String right, String wrong, String message) {
    assertThatThrownBy(() -> StudyReader.read(ON_SERVERS.replace(right, wrong), "far.yaml"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("far.yaml: step 'nothing', size quick: ")
        .hasMessageContaining(message);
  }

  /** The figures of a distance are measured beside those without one. */
  @Test
  void wangConsistency_hasNodesApart_butNotInTheQuickSize() {
    Study study = Studies.of("wang-consistency");
    assertThat(servers(study, Size.DEFAULT)).containsExactlyInAnyOrder("near-3", "far-3-20ms");
    assertThat(servers(study, Size.QUICK)).isEmpty();
  }

  private static Set<String> servers(Study study, Size size) {
    return study.steps().stream()
        .flatMap(step -> step.cells(study.values(size)).stream())
        .flatMap(cell -> ServersKey.of(study, cell, study.scalars(size)).stream())
        .map(ServersKey::text)
        .collect(Collectors.toSet());
  }

  @Test
  void prediction_hasTheUsualUtilisationAndBytesASecond() {
    Prediction read = StudyReader.read(STUDY, "s.yaml").predictions().get(0);
    assertThat(read)
        .isEqualTo(
            new Prediction(
                "nothings",
                "nothing",
                Map.of("threads", "2"),
                List.of(1, 4),
                2,
                OptionalInt.of(3),
                OptionalDouble.of(125e6),
                0.7));
    assertThat(read.machines())
        .isEqualTo("servers and 3 clients of 2 cores each, links of 1,000 Mbit/s each way");
  }

  @Test
  void serversAtAUri_haveNoOtherKeys_andMustBeAStore() {
    String text = STUDY.replace("run: no-operation", "run: wiki-reads\n    on: far");
    assertThat(
            StudyReader.read(
                    text.replace("warm-up: 0}", "warm-up: 0, store: $store}")
                        + "clusters: {far: {uri: 'hbase://zk1,zk2:2181/n$seconds?x=y'}}",
                    "s.yaml")
                .clusters())
        .containsKey("far");
    assertThatThrownBy(
            () ->
                StudyReader.read(
                    text + "clusters: {far: {engine: hbase, uri: 'hbase://zk/n'}}", "s.yaml"))
        .hasMessageContaining("clusters.far: servers at a 'uri' are as they are, so leave out all");
    assertThatThrownBy(() -> StudyReader.read(text + "clusters: {far: {uri: 'hbase://zk'}}", "s"))
        .hasMessageContaining("step 'nothing', size quick: 'hbase://zk' is not of the form hbase:");
    assertThatThrownBy(() -> StudyReader.read(text + "clusters: {far: {uri: 'http://zk/n'}}", "s"))
        .hasMessageContaining("'http://zk/n' is not the URI of a store");
    assertThatThrownBy(() -> StudyReader.read(text + "clusters: {far: {}}", "s"))
        .hasMessageContaining("the key clusters.far.engine is missing");
  }

  /** As docs/studies.md tells to do for a cluster of one's own. */
  @Test
  void copyOfKlenckeScale_measuresAGivenCluster() {
    String own = "hbase: {uri: 'hbase://zk-$servers:2181/klencke'}";
    String text =
        Studies.text("klencke-scale")
            .replace("hbase: {engine: hbase, nodes: $servers}", own)
            .replace(
                "full:\n",
                "full:\n    target: []\n    searched: []\n    read: []\n    edited: []\n");
    Study study = StudyReader.read(text, "mine.yaml").with(Map.of("servers", List.of("4")));
    Cell cell = study.step("scale").orElseThrow().cells(study.values(Size.FULL)).get(0);
    assertThat(study.measurements(Size.FULL)).isEqualTo(1);
    assertThat(ServersKey.of(study, cell, study.scalars(Size.FULL)).orElseThrow().uri())
        .isEqualTo("hbase://zk-4:2181/klencke");
  }

  @Test
  void demandsOfASearch_areRefused() {
    String text =
        STUDY
            .replace("run: no-operation", "search: no-operation")
            .replace("{threads: $threads, seconds: $seconds, warm-up: 0}", "{probe: 3s}");
    assertThatThrownBy(() -> StudyReader.read(text, "s.yaml"))
        .hasMessageContaining(
            "predict 'nothings': step 'nothing' is a search, but demands come from a step that runs"
                + " a workload");
  }

  @Test
  void roundsOfAStep_areItsOwn() {
    Study study =
        StudyReader.read(STUDY.replace("each: [threads]", "each: [threads]\n    rounds: 5"), "s");
    assertThat(study.rounds(Size.DEFAULT)).isEqualTo(2);
    assertThat(study.measurements(Size.DEFAULT)).isEqualTo(10);
  }

  @Test
  void textThatIsNoYaml_isRefused() {
    assertThatThrownBy(() -> StudyReader.read("a: [", "s.yaml"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("s.yaml: ");
    assertThatThrownBy(() -> StudyReader.read("", "s.yaml")).hasMessageContaining("it is empty");
    assertThatThrownBy(() -> StudyReader.read(Path.of("no-such-study.yaml")))
        .hasMessage("there is no file no-such-study.yaml");
  }
}
