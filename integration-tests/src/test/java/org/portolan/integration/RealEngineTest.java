package org.portolan.integration;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.cluster.ClusterSpec;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.WikiStore;
import org.portolan.wiki.store.HistoryComparison;

/**
 * What holds on every real engine. One cluster serves all tests of a class; a test that kills
 * servers starts them again.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RealEngineTest {
  private static final int STEPS = 64;
  private static final int CLIENT_KILLS = 2;

  @TempDir static Path directory;

  private final String engine;
  private final List<WikiModel> models;
  private final FaultTable table;
  private RunningCluster cluster;
  private FaultTrial trial;

  /**
   * @param models the data models that the engine admits, the one to take first last
   */
  RealEngineTest(String engine, List<WikiModel> models) {
    this.engine = engine;
    this.models = models;
    this.table = new FaultTable(engine);
  }

  abstract ClusterSpec spec(Path clusterDirectory);

  @BeforeAll
  void start() {
    cluster = RunningCluster.start(spec(directory.resolve("cluster")));
    trial = new FaultTrial(uri("faults"), models.get(models.size() / 2), table);
  }

  @AfterAll
  void stop() {
    if (cluster != null) {
      table.print();
      cluster.stop();
    }
  }

  /** Returns the URI of a store of this name. */
  String uri(String name) {
    return cluster.uri(name);
  }

  FaultTrial trial() {
    return trial;
  }

  void kill(String server) {
    cluster.kill(server);
  }

  void heal() {
    cluster.heal();
  }

  @Test
  @Order(0)
  void models_afterRandomHistory_answerAsTheReference() {
    List<WikiStore> stores = new ArrayList<>();
    try {
      for (WikiModel model : models) {
        stores.add(new WikiStore(model, uri("history_" + model.spelling().replace('-', '_'))));
      }
      HistoryComparison.run(stores, Seeds.next(), STEPS);
    } finally {
      stores.forEach(WikiStore::close);
    }
  }

  @Test
  @Order(1)
  void edits_clientKilledAtRandomMoments_areAllThere() {
    trial.killClient(Seeds.next(), CLIENT_KILLS);
  }

  @Override
  public String toString() {
    return engine;
  }
}
