package org.portolan.integration;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.portolan.cluster.ClusterEngine;
import org.portolan.cluster.ClusterSpec;
import org.portolan.wiki.WikiModel;

/** The wiki on three Ignite nodes, each row on all of them. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("servers")
class IgniteTest extends RealEngineTest {
  private static final int REFUSALS = 20;

  IgniteTest() {
    super(
        "Ignite", List.of(WikiModel.BASIC, WikiModel.HASHED, WikiModel.READ_DELTA, WikiModel.TREE));
  }

  @Override
  ClusterSpec spec(Path directory) {
    return ClusterSpec.of(ClusterEngine.IGNITE, 3, directory);
  }

  @Override
  String uri(String name) {
    return super.uri(name) + "?backups=2";
  }

  /** Nodes detect a failure after 10 s. */
  @Override
  Duration heldFor() {
    return Duration.ofSeconds(25);
  }

  @Test
  @Order(2)
  void edits_oneNodeKilled_goOn() {
    trial().survive("one node of three", Seeds.next(), () -> kill("node-2"), this::heal);
  }

  @Test
  @Order(3)
  void edits_twoNodesKilled_areRefusedUntilAMajorityIsBack() {
    trial()
        .run(
            "two nodes of three",
            Seeds.next(),
            () -> {
              kill("node-2");
              kill("node-3");
            },
            seen -> seen.assertRefusals(REFUSALS, "two nodes dead"),
            this::heal);
  }
}
