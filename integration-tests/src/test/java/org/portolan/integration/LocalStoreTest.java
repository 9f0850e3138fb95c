package org.portolan.integration;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.wiki.WikiModel;

/** The same on the embedded engine, which has no servers: only the client can die. */
class LocalStoreTest {
  @TempDir Path directory;

  @Test
  void shop_ofThisEngine_sellsNothingTwice() throws Exception {
    ShopTrial.run("rocksdb:" + directory.resolve("shop"));
  }

  @Test
  void shop_clientKilled_sellsNothingTwice() throws Exception {
    kills(OpenShop.PORTOLAN);
  }

  @Test
  void shopByHand_clientKilled_sellsNothingTwice() throws Exception {
    kills(OpenShop.BY_HAND);
  }

  private void kills(String kind) throws Exception {
    String uri = "rocksdb:" + directory.resolve("killed");
    new ShopKills(kind, uri, directory.resolve("kills"), Seeds.next())
        .run(Integer.getInteger("portolan.kills", 2), 0, () -> {}, () -> {});
  }

  @Test
  void uniqueIndex_writersOfSeveralThreads_noTwoRowsShareAValue() throws Exception {
    UniqueTrial.run("rocksdb:" + directory.resolve("unique"), Seeds.next());
  }

  @Test
  void rules_writersKilledAndThenOthers_areKept() throws Exception {
    RulesTrial.run(
        "rocksdb:" + directory.resolve("rules"), directory.resolve("journals"), Seeds.next());
  }

  @Test
  void edits_clientKilledAtRandomMoments_areAllThere() {
    FaultTable table = new FaultTable("RocksDB");
    FaultTrial trial =
        new FaultTrial("rocksdb:" + directory.resolve("store"), WikiModel.HASHED, table);

    trial.killClient(Seeds.next(), 3);
    trial.survive("nothing", Seeds.next(), () -> {}, () -> {});

    table.print();
  }
}
