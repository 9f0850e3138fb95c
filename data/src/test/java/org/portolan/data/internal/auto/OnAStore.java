package org.portolan.data.internal.auto;

import java.time.Duration;
import java.util.Random;
import org.portolan.data.StillRuntime;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.repaired.HookedEngine;
import org.portolan.engine.simulated.Client;
import org.portolan.engine.simulated.SimulatedCluster;
import org.portolan.engine.simulated.SimulatedCluster.Kind;

/** The texts of a store on servers, for processes with windows of a minute. */
abstract class OnAStore {
  static final Duration WINDOW = Duration.ofMinutes(1);

  final SimulatedCluster cluster = SimulatedCluster.calm(Kind.STORE, new Random(1));
  final HookedEngine engine = new HookedEngine(cluster.connect(Client.calm(new Random(2))));
  final StoreMeta meta = new StoreMeta(engine);
  final StillRuntime runtime = new StillRuntime(1_000_000_000);

  OnAStore() {
    engine.createTable(StoreSchema.metaTable());
  }
}
