package org.portolan.integration;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.portolan.cluster.ClusterSpec;
import org.portolan.cluster.EngineSettings;
import org.portolan.cluster.EngineSettings.Storage;
import org.portolan.wiki.WikiModel;

/** The wiki on three region servers of HBase, over HDFS with three copies. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HBaseTest extends RealEngineTest {
  private static final int SERVERS = 3;

  /** Shorter than usual: a dead region server is missed for as long as this. */
  private static final Duration SESSION_TIMEOUT = Duration.ofSeconds(3);

  HBaseTest() {
    super("HBase", List.of(WikiModel.WIDE_ROW));
  }

  @Override
  ClusterSpec spec(Path directory) {
    return ClusterSpec.of(
        new EngineSettings.HBase(Storage.HDFS, SERVERS, SESSION_TIMEOUT), SERVERS, directory);
  }

  @Override
  String dying() {
    return "region-server-2";
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
}
