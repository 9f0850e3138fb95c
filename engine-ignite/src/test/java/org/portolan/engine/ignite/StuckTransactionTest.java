package org.portolan.engine.ignite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.apache.ignite.IgniteException;
import org.apache.ignite.Ignition;
import org.apache.ignite.cluster.ClusterNode;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.configuration.WALMode;
import org.apache.ignite.internal.managers.communication.GridIoMessage;
import org.apache.ignite.internal.processors.cache.distributed.near.GridNearGetRequest;
import org.apache.ignite.internal.processors.cache.distributed.near.GridNearSingleGetRequest;
import org.apache.ignite.internal.processors.cache.distributed.near.GridNearTxFinishRequest;
import org.apache.ignite.lang.IgniteInClosure;
import org.apache.ignite.plugin.extensions.communication.Message;
import org.apache.ignite.spi.communication.tcp.TcpCommunicationSpi;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.Reader;
import org.portolan.engine.TableSchema;
import org.portolan.engine.Transaction;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** Transactions that never end, since a message of theirs is lost. */
@Tag("servers")
class StuckTransactionTest {
  private static final String TABLE = "page";
  private static final int ROWS = 20;
  private static final int TIMEOUT_MS = 2_000;
  private static final int CONNECTIONS = 2;

  /** Far beyond the timeout of a request, and the time in which a process joins a cluster. */
  private static final Duration HANG = Duration.ofSeconds(60);

  private static final TableSchema PAGES =
      TableSchema.of(
          TABLE,
          List.of(KeyColumn.of("id", ScalarType.LONG)),
          new ColumnFamily("data", List.of(new Column("text", ScalarType.TEXT))));

  /** The messages that end a transaction. */
  private static final Set<Class<? extends Message>> ENDS = Set.of(GridNearTxFinishRequest.class);

  /** The messages that ask for the values of keys. */
  private static final Set<Class<? extends Message>> READS =
      Set.of(GridNearGetRequest.class, GridNearSingleGetRequest.class);

  private static final TableSchema TWO_FAMILIES =
      TableSchema.of(
          TABLE,
          List.of(KeyColumn.of("id", ScalarType.LONG)),
          new ColumnFamily("data", List.of(new Column("text", ScalarType.TEXT))),
          new ColumnFamily("more", List.of(new Column("text", ScalarType.TEXT))));

  /** Reads two caches at one moment. */
  private static final Get BOTH =
      Get.of(TABLE, Tuple.of(0L), FamilyRead.all("data"), FamilyRead.all("more"));

  private static final AtomicInteger LOST = new AtomicInteger();
  private static volatile Set<Class<? extends Message>> losing = ENDS;
  private static LocalCluster cluster;

  @BeforeAll
  static void startCluster() {
    cluster = LocalCluster.start(3, WALMode.LOG_ONLY, LossyCommunication::new);
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  /** Loses messages of some kinds, as often as a test says. */
  private static final class LossyCommunication extends TcpCommunicationSpi {
    @Override
    public void sendMessage(
        ClusterNode to, Message message, IgniteInClosure<IgniteException> sent) {
      if (!isLost(message)) {
        super.sendMessage(to, message, sent);
      }
    }

    @Override
    public void sendMessage(ClusterNode to, Message message) {
      if (!isLost(message)) {
        super.sendMessage(to, message);
      }
    }

    private static boolean isLost(Message message) {
      return message instanceof GridIoMessage io
          && losing.contains(io.message().getClass())
          && LOST.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }
  }

  private static IgniteConfiguration lossy(IgniteConfiguration configuration) {
    LossyCommunication communication = new LossyCommunication();
    communication.setLocalPort(-1);
    return configuration.setCommunicationSpi(communication);
  }

  private static void lose(Set<Class<? extends Message>> kinds, int messages) {
    losing = kinds;
    LOST.set(messages);
  }

  private static Engine open(String prefix, Duration stuckAfter) {
    IgniteUri uri =
        IgniteUri.parse(
            "ignite://"
                + cluster.addresses()
                + "/"
                + prefix
                + "?backups=2&timeout="
                + TIMEOUT_MS
                + "ms&connections="
                + CONNECTIONS);
    return IgniteOpening.open(
        uri,
        OpenMode.CREATE_IF_MISSING,
        new ClientNode.Setup(StuckTransactionTest::lossy, Ignition::start, stuckAfter));
  }

  @Test
  void commit_messagesLost_isEndedByTheServersWhollyOrNotAtAll() throws InterruptedException {
    try (Engine engine = open("stuck", Duration.ofSeconds(1))) {
      engine.createTable(PAGES);
      write(engine, "before", ROWS);
      // One for each server that owns the primary copy of a row.
      lose(ENDS, 3);
      assertThatThrownBy(() -> write(engine, "lost", ROWS))
          .isInstanceOf(OutcomeUnknownException.class);
      LOST.set(0);

      awaitWrite(engine, "after");

      List<String> texts = texts(engine);
      assertThat(texts.get(0)).isEqualTo("after");
      assertThat(Set.copyOf(texts.subList(1, ROWS))).hasSize(1);
    }
  }

  /** One server lacks its message for a time, so its rows are old and those of others are new. */
  @Test
  void validate_beforeACommitHasReachedAllServers_doesNotTakeItsReadsForOneMoment()
      throws Exception {
    try (Engine engine = open("half", Duration.ofSeconds(6))) {
      engine.createTable(PAGES);
      write(engine, "before", ROWS);
      lose(ENDS, 1);
      CompletableFuture<Void> half = CompletableFuture.runAsync(() -> write(engine, "half", ROWS));
      long end = System.nanoTime() + HANG.toNanos();
      while (Set.copyOf(texts(engine)).size() == 1) {
        assertThat(System.nanoTime()).as("no commit is half made").isLessThan(end);
      }
      try (Transaction transaction = engine.begin(Durability.SYNCED)) {
        assertThat(Set.copyOf(texts(transaction))).containsExactlyInAnyOrder("before", "half");
        assertThatThrownBy(transaction::validate)
            .isInstanceOfAny(ConflictException.class, UnavailableException.class);
      }
      assertThatThrownBy(half::get).hasCauseInstanceOf(OutcomeUnknownException.class);
      awaitWrite(engine, "after");
    }
  }

  /** Servers lock the entries that such a commit compares, until they hear that it has ended. */
  @Test
  void commitOfReads_messageLost_isEndedByTheServers() throws InterruptedException {
    try (Engine engine = open("reads", Duration.ofSeconds(1))) {
      engine.createTable(TWO_FAMILIES);
      write(engine, "before", 1);
      lose(ENDS, 1);
      assertThatThrownBy(() -> engine.get(BOTH)).isInstanceOf(UnavailableException.class);
      assertThat(LOST).hasValue(0);

      awaitWrite(engine, "after");
      assertThat(engine.get(BOTH).family("data").orElseThrow().get(0)).isEqualTo("after");
    }
  }

  @Test
  void readsOfOneMoment_messagesLost_doNotKeepTheProcessFromWriting() throws InterruptedException {
    loseReads("moments", engine -> engine.get(BOTH));
  }

  @Test
  void readsOfTransactions_messagesLost_doNotKeepTheProcessFromWriting()
      throws InterruptedException {
    loseReads(
        "gets",
        engine -> {
          try (Transaction transaction = engine.begin(Durability.SYNCED)) {
            transaction.get(List.of(BOTH));
          }
        });
  }

  /** Each read holds the permit of a transaction as long as it waits. */
  private static void loseReads(String store, Consumer<Engine> read) throws InterruptedException {
    try (Engine engine = open(store, Duration.ofMillis((CONNECTIONS + 1) * TIMEOUT_MS))) {
      engine.createTable(TWO_FAMILIES);
      write(engine, "before", 1);
      for (int permit = 0; permit < CONNECTIONS; permit++) {
        lose(READS, 1);
        assertThatThrownBy(() -> read.accept(engine)).isInstanceOf(UnavailableException.class);
        assertThat(LOST).hasValue(0);
      }

      awaitWrite(engine, "after");
      assertThat(engine.get(BOTH).family("data").orElseThrow().get(0)).isEqualTo("after");
    }
  }

  /** Writes the first rows in one transaction. */
  private static void write(Engine engine, String text, int rows) {
    try (Transaction transaction = engine.begin(Durability.SYNCED)) {
      for (long row = 0; row < rows; row++) {
        transaction.mutate(
            Mutation.of(TABLE, Tuple.of(row), new Change.PutColumns("data", List.of(text))));
      }
      transaction.commit();
    }
  }

  /** Writes the first row, as soon as that is possible. */
  private static void awaitWrite(Engine engine, String text) throws InterruptedException {
    long end = System.nanoTime() + HANG.toNanos();
    while (true) {
      try {
        write(engine, text, 1);
        return;
      } catch (UnavailableException | OutcomeUnknownException | ConflictException notYet) {
        assertThat(System.nanoTime()).as("still: %s", notYet).isLessThan(end);
        Thread.sleep(100);
      }
    }
  }

  private static List<String> texts(Reader reader) {
    return reader
        .get(
            LongStream.range(0, ROWS)
                .mapToObj(row -> Get.of(TABLE, Tuple.of(row), FamilyRead.all("data")))
                .toList())
        .stream()
        .map(row -> (String) row.family("data").orElseThrow().get(0))
        .toList();
  }
}
