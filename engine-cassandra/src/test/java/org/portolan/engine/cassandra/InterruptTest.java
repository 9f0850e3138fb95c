package org.portolan.engine.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Condition;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineException;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.Scan;
import org.portolan.engine.TableSchema;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.cassandra.server.CassandraServer;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** Interruption of threads that wait for a stopped server. */
@Tag("servers")
class InterruptTest {
  private static final Tuple KEY = Tuple.of(1L);

  private static TableSchema table(String name) {
    return TableSchema.of(
        name,
        List.of(KeyColumn.of("id", ScalarType.LONG)),
        new ColumnFamily("body", List.of(new Column("n", ScalarType.INT))));
  }

  @Test
  void interrupted_whileWaiting_stopsAndSaysWhatIsKnown() throws Exception {
    try (CassandraServer server = CassandraServer.start();
        Engine engine =
            Engines.open(
                "cassandra://" + server.address() + "/interrupted?rf=1&timeout=1m",
                OpenMode.CREATE_IF_MISSING)) {
      engine.createTable(table("t"));
      Mutation put = Mutation.of("t", KEY, new Change.PutColumns("body", List.of(1)));
      Get get = Get.of("t", KEY, FamilyRead.all("body"));
      engine.mutate(put, Durability.SYNCED);
      engine.get(get);
      signal(server, "STOP");
      try {
        assertRead(interrupted(() -> engine.get(get)), "read row t(1)");
        // The statement of this read is not prepared yet.
        assertRead(
            interrupted(
                () -> engine.scan(Scan.of("t", KeyRange.ALL, 10, new FamilyRead.Presence("body")))),
            "prepare");
        assertRead(interrupted(engine::tables), "read the tables");
        Mutation absent = put.on(new Condition.Absent("body"));
        assertRead(interrupted(() -> engine.mutate(absent, Durability.SYNCED)), "prepare");
        assertThat(interrupted(() -> engine.mutate(put, Durability.SYNCED)))
            .isInstanceOf(OutcomeUnknownException.class)
            .hasMessageContainingAll("change row t(1)", "interrupted");
        assertThat(interrupted(() -> engine.createTable(table("other"))))
            .isInstanceOf(OutcomeUnknownException.class)
            .hasMessageContainingAll("create table 'other'", "interrupted");
      } finally {
        signal(server, "CONT");
      }
    }
  }

  /** Checks the failure of a read: it is neither an unknown outcome nor worth a retry. */
  private static void assertRead(Throwable failure, String act) {
    assertThat(failure)
        .isInstanceOf(EngineException.class)
        .isNotInstanceOf(OutcomeUnknownException.class)
        .isNotInstanceOf(UnavailableException.class)
        .hasMessageContainingAll(act, "interrupted");
  }

  /** Interrupts a waiting call, returns its failure, and checks that the status is kept. */
  private static Throwable interrupted(Runnable call) throws InterruptedException {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    AtomicBoolean status = new AtomicBoolean();
    Thread thread =
        new Thread(
            () -> {
              try {
                call.run();
              } catch (RuntimeException failure) {
                thrown.set(failure);
              }
              status.set(Thread.currentThread().isInterrupted());
            });
    thread.start();
    while (thread.getState() != Thread.State.WAITING && thread.isAlive()) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    thread.interrupt();
    thread.join(TimeUnit.SECONDS.toMillis(20));
    assertThat(thread.isAlive()).as("it goes on waiting").isFalse();
    assertThat(status).isTrue();
    return thrown.get();
  }

  private static void signal(CassandraServer server, String name) throws Exception {
    assertThat(new ProcessBuilder("kill", "-" + name, "" + server.pid()).start().waitFor())
        .isZero();
  }
}
