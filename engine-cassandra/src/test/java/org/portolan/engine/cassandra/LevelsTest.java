package org.portolan.engine.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.engine.Consistency;

/** Whether reads see every acknowledged write, and which data centres decide conditions. */
class LevelsTest {

  /** Parses a replication like {@code east=3 west=3}; {@code =3} is the simple strategy. */
  private static Replication replication(String text) {
    Map<String, String> options = new HashMap<>();
    for (String part : text.split(" ", -1)) {
      String[] pair = part.split("=", -1);
      if (pair[0].isEmpty()) {
        options.put("class", "org.apache.cassandra.locator.SimpleStrategy");
        options.put("replication_factor", pair[1]);
      } else {
        options.put("class", "org.apache.cassandra.locator.NetworkTopologyStrategy");
        options.put(pair[0], pair[1]);
      }
    }
    return Replication.of(options, Set.of("east"));
  }

  private static StoreUri uri(String options) {
    return StoreUri.parse("cassandra://h/k?" + options);
  }

  private static List<String> stale(String replication, String options) {
    return uri(options).levels().staleReads(replication(replication), "east");
  }

  @ParameterizedTest
  @CsvSource({
    "east=3, read=QUORUM&write=QUORUM",
    "east=3, read=LOCAL_QUORUM&write=LOCAL_QUORUM",
    "east=3, read=LOCAL_QUORUM&write=ALL",
    "=3, read=LOCAL_QUORUM&write=QUORUM",
    "east=1, read=ONE&write=ONE",
    "east=1, read=LOCAL_ONE&write=LOCAL_ONE",
    "east=3/1, read=QUORUM&write=QUORUM",
    "east=3 west=3, read=QUORUM&write=QUORUM",
    "east=3 west=3, read=LOCAL_QUORUM&write=LOCAL_QUORUM&serial=LOCAL_SERIAL",
    "east=3 west=3, read=ALL&write=LOCAL_QUORUM&serial=LOCAL_SERIAL",
  })
  void staleReads_ofMajorities_areNone(String replication, String options) {
    assertThat(stale(replication, options)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "east=3, read=ONE&write=QUORUM, read=ONE is answered by 1 of 3",
    "east=3, read=LOCAL_ONE&write=QUORUM, read=LOCAL_ONE is answered by 1 of 3",
    "east=3, read=QUORUM&write=ONE, write=ONE is answered by 1 of 3",
    "east=2, read=ONE&write=QUORUM, read=ONE is answered by 1 of 2",
    "=3, read=ONE&write=QUORUM, rf 3 anywhere",
    // Enough by itself, but this process would miss the writes of one with QUORUM and QUORUM.
    "east=3, read=ONE&write=ALL, read=ONE is answered by 1 of 3",
    "east=3 west=3, read=LOCAL_QUORUM&write=LOCAL_QUORUM, read=LOCAL_QUORUM is answered by 2 of 6",
    "east=3 west=3, read=LOCAL_QUORUM&write=QUORUM&serial=LOCAL_SERIAL, 2 of 6",
    "east=3 west=3, read=LOCAL_ONE&write=LOCAL_QUORUM&serial=LOCAL_SERIAL, 1 of 6",
    "west=3, read=LOCAL_QUORUM&write=LOCAL_QUORUM, 1 of 3",
  })
  void staleReads_ofLess_saysLevelReplicasAndWhatToChoose(
      String replication, String options, String reason) {
    List<String> stale = stale(replication, options);
    assertThat(stale).anyMatch(each -> each.contains(reason));
    assertThat(stale.get(stale.size() - 1)).startsWith("choose read=QUORUM&write=QUORUM");
    assertThat(stale.get(stale.size() - 1).contains("serial=LOCAL_SERIAL"))
        .isEqualTo(replication.contains("east=3 west=3"));
  }

  @Test
  void staleReads_ofAnUnknownStrategy_areSo() {
    Replication unknown = Replication.of(Map.of("class", "EverywhereStrategy"), Set.of("east"));
    assertThat(uri("").levels().staleReads(unknown, "east"))
        .anyMatch(reason -> reason.contains("no replicas known"));
  }

  /** If two processes pass the check with their levels, each read meets each write. */
  @Test
  void staleReads_ofTwoProcesses_meet() {
    for (int factor = 1; factor <= 5; factor++) {
      Replication replication = replication("east=" + factor);
      List<Levels> passing =
          Arrays.stream(Consistency.values())
              .flatMap(
                  read ->
                      Arrays.stream(Consistency.values())
                          .map(write -> new Levels(read, write, uri("").serial())))
              .filter(levels -> levels.staleReads(replication, "east").isEmpty())
              .collect(Collectors.toList());
      assertThat(passing).isNotEmpty();
      for (Levels reader : passing) {
        for (Levels writer : passing) {
          assertThat(asked(reader.reads(), factor) + asked(writer.writes(), factor))
              .as("%s and %s of %d", reader, writer, factor)
              .isGreaterThan(factor);
        }
      }
    }
  }

  private static int asked(Consistency level, int factor) {
    return switch (level) {
      case ONE, LOCAL_ONE -> 1;
      case QUORUM, LOCAL_QUORUM -> factor / 2 + 1;
      case ALL -> factor;
    };
  }

  @Test
  void conditions_inOneOfSeveralDataCentres_areWarnedOf() {
    StoreUri local = uri("write=LOCAL_QUORUM&serial=LOCAL_SERIAL");
    assertThat(Warnings.conditions(local, replication("east=3 west=3"), "east").orElseThrow())
        .contains("cassandra://h/k", "LOCAL_SERIAL", "rf 3 in east, 3 in west", "leave out serial");
    assertThat(Warnings.conditions(local, replication("east=3"), "east")).isEmpty();
    assertThat(Warnings.conditions(uri(""), replication("east=3 west=3"), "east")).isEmpty();
  }
}
