package org.portolan.integration;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.portolan.cluster.ClusterSpec;
import org.portolan.cluster.EngineSettings;
import org.portolan.cluster.EngineSettings.Storage;
import org.portolan.wiki.WikiModel;

/** The wiki on three region servers of HBase, over HDFS with three copies. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("servers")
class HBaseTest extends RealEngineTest {
  private static final int SERVERS = 3;

  /**
   * Shorter than usual, since this is how long a dead region server remains unnoticed. Longer than
   * a pause of a busy machine, since a server that pauses for longer ends.
   */
  private static final Duration SESSION_TIMEOUT = Duration.ofSeconds(6);

  HBaseTest() {
    super("HBase", List.of(WikiModel.WIDE_ROW));
  }

  @Override
  ClusterSpec spec(Path directory) {
    return quickToMissAServer(directory, SERVERS);
  }

  /** Returns a cluster that notices the death of a region server sooner than usual. */
  static ClusterSpec quickToMissAServer(Path directory, int servers) {
    return ClusterSpec.of(
        new EngineSettings.HBase(Storage.HDFS, servers, SESSION_TIMEOUT), servers, directory);
  }

  @Override
  String dying() {
    return "region-server-2";
  }

  @Override
  List<String> serving() {
    return List.of("region-server-1", "region-server-2", "region-server-3", "datanode-1");
  }

  /** The session ends after 6 s; then its regions are opened elsewhere and its log is replayed. */
  @Override
  Duration heldFor() {
    return Duration.ofSeconds(25);
  }

  @Test
  @Order(2)
  void edits_regionServerKilled_goOn() {
    trial()
        .survive(
            "one region server of three", Seeds.next(), () -> kill("region-server-2"), this::heal);
  }

  @Test
  @Order(3)
  void edits_dataNodeKilled_goOn() {
    trial().survive("one DataNode of three", Seeds.next(), () -> kill("datanode-2"), this::heal);
  }

  @Test
  @Order(6)
  void edits_clientsWhoseClocksAreApart_areAllThere() {
    trial("clocks").clocksApart(Seeds.next(), CLOCKS_AHEAD);
  }

  @Test
  @Order(7)
  void edit_byAClockDaysAhead_isRefused() {
    trial("days").clockDaysAhead();
  }
}
