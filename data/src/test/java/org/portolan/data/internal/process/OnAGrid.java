package org.portolan.data.internal.process;

import java.util.List;
import java.util.Random;
import org.portolan.data.StillRuntime;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.repaired.HookedEngine;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.TableSchema;
import org.portolan.engine.simulated.Client;
import org.portolan.engine.simulated.SimulatedCluster;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** A store on a grid, with pages. */
abstract class OnAGrid {
  static final long NOW = 1_000_000_000;

  final SimulatedCluster cluster = SimulatedCluster.calm(Kind.STORE, new Random(1));
  final HookedEngine engine = new HookedEngine(cluster.connect(Client.calm(new Random(2))));
  final StoreMeta meta = new StoreMeta(engine);
  final ProcessRegister register = new ProcessRegister(engine);
  final StillRuntime runtime = new StillRuntime(NOW);

  OnAGrid() {
    engine.createTable(StoreSchema.metaTable());
    ProcessTable.createIfMissing(engine);
    engine.createTable(
        TableSchema.of(
            "page",
            List.of(KeyColumn.of("title", ScalarType.TEXT)),
            new ColumnFamily("main", List.of(new Column("text", ScalarType.TEXT)))));
  }

  Guard join(long epoch) {
    return Guard.join(engine, meta, epoch, runtime);
  }

  ProcessRecord record() {
    return register.all().get(0);
  }

  static Mutation put(String title) {
    return Mutation.of("page", Tuple.of(title), new Change.PutColumns("main", List.of("text")));
  }

  static Get get(String title) {
    return Get.of("page", Tuple.of(title), FamilyRead.all("main"));
  }

  boolean isThere(String title) {
    return !engine.get(get(title)).isEmpty();
  }
}
