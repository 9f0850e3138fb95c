package org.portolan.data.simulation;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.portolan.data.StoreOptions;
import org.portolan.data.internal.process.Epoch;
import org.portolan.data.internal.process.EpochAdmission;
import org.portolan.data.internal.process.EpochWait;
import org.portolan.data.internal.repaired.Repairing;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.session.Admission;
import org.portolan.data.internal.write.WriteAttempts;
import org.portolan.data.plan.StoreTables;
import org.portolan.design.DesignReader;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineException;
import org.portolan.engine.Get;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.types.Tuple;

/** An {@link EpochHistory} of repaired writes, each of which changes an index. */
final class RepairedEpochHistory extends EpochHistory {
  private static final int LOOK_WRITES = 3;

  private final StoreSchema schema;

  RepairedEpochHistory(Kind kind, long seed) {
    super(kind, seed);
    this.schema =
        StoreSchema.of(
            DesignReader.read(
                """
                format: 1
                design: epochs
                entities:
                  page:
                    key: {title: text}
                    key-layout: plain
                    families:
                      main: {text: text, links: set of text}
                    indexes:
                      backlinks: {on: [links], layout: cells single}
                """,
                "epochs"),
            cluster.capabilities());
  }

  @Override
  void create(Engine engine) {
    engine.createTables(StoreTables.of(schema, engine.capabilities()));
  }

  @Override
  Get row(String title) {
    return get("page", title);
  }

  private Repairing repairing(Member member, Admission admission) {
    return new Repairing(
        member.engine,
        schema,
        StoreOptions.DEFAULT
            .sweeping(Duration.ZERO, StoreOptions.DEFAULT.sweepGrace())
            .in(member.runtime),
        admission);
  }

  @Override
  void writeWhile(Member member, long epoch) {
    Repairing repairing =
        repairing(
            member, new EpochAdmission(member.engine, epoch, member.process.name(), () -> {}));
    try {
      boolean over = false;
      for (int number = 1; !over && !isEnded(); number++) {
        write(member, repairing.attempts(), epoch);
        member.pass(800);
        over = number % LOOK_WRITES == 0 && Epoch.read(member.meta) != epoch;
      }
    } finally {
      if (!member.process.killed()) {
        repairing.close();
      }
    }
  }

  private void write(Member member, WriteAttempts attempts, long epoch) {
    String title = title(member);
    String text = text(epoch, member);
    try {
      attempts.attempt(
          Durability.SYNCED,
          null,
          transaction -> {
            // Another link each time, so that the write has follow-ups and is registered.
            transaction.put("page", Tuple.of(title), Map.of("text", text, "links", Set.of(text)));
            return null;
          });
    } catch (EngineException e) {
      scheduler.note("write failed: " + e.getMessage());
    }
  }

  @Override
  EpochWait waiting(Member member) {
    return EpochWait.ofRepaired(member.engine, repairing(member, Admission.ALL), member.runtime);
  }
}
