package org.portolan.engine.ignite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.cache.Cache;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.IgniteCluster;
import org.apache.ignite.IgniteTransactions;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.cache.query.QueryCursor;
import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.transactions.Transaction;
import org.junit.jupiter.api.Test;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.SchemaText;
import org.portolan.engine.TableSchema;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;

/** A process that leaves its cluster and joins it again, without servers. */
class ClientNodeTest {
  private static final long WAIT_SECONDS = 20;
  private static final Ignite JOINED = Stubs.of(Ignite.class, Map.of());
  private static final IgniteUri URI =
      IgniteUri.parse("ignite://127.0.0.1:1/store?timeout=500ms&connections=2");

  private static final Majority MAJORITY =
      new Majority(URI.text(), Stubs.of(Majority.Cluster.class, Map.of()), 1);

  /**
   * Returns a client node that has joined.
   *
   * @param joining what the attempts to join answer, one after another; the later ones fail
   */
  private static ClientNode node(List<Supplier<Ignite>> joining) {
    Iterator<Supplier<Ignite>> attempts = joining.iterator();
    return new ClientNode(
        URI,
        new Discovery(List.of("127.0.0.1:1"), false),
        new ClientNode.Setup(
            UnaryOperator.identity(),
            configuration -> attempts.next().get(),
            Duration.ofMillis(100)));
  }

  private static Supplier<Ignite> failing(Throwable failure) {
    return () -> {
      if (failure instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) failure;
    };
  }

  private static void awaitJoined(ClientNode node) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
    while (true) {
      try {
        assertThat(node.member()).isNotNull();
        return;
      } catch (UnavailableException joining) {
        assertThat(System.nanoTime()).as("still: %s", joining).isLessThan(end);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
      }
    }
  }

  /** The threads of a node need memory: "unable to create native thread". */
  @Test
  void rejoin_attemptsFail_triesAgain() {
    try (ClientNode node =
        node(
            List.of(
                () -> JOINED,
                failing(new OutOfMemoryError("unable to create native thread")),
                failing(new IllegalStateException("not an exception of Ignite")),
                () -> JOINED))) {
      node.rejoin(node.member());
      awaitJoined(node);
    }
  }

  @Test
  void rejoin_closingFails_joinsAllTheSame() {
    Ignite unclosable =
        Stubs.of(
            Ignite.class,
            Map.of("close", failing(new IllegalStateException("the node is in a strange state"))));
    try (ClientNode node = node(List.of(() -> unclosable, () -> JOINED))) {
      node.rejoin(node.member());
      awaitJoined(node);
    }
  }

  /** Ignite may deadlock: see {@link ClientNode#openAhead}. */
  @Test
  void rejoin_closingDoesNotEnd_joinsAllTheSameWithItsCaches() {
    CountDownLatch never = new CountDownLatch(1);
    Ignite endless =
        Stubs.of(
            Ignite.class,
            Map.of(
                "close",
                () -> waitFor(never),
                "cache",
                () -> Stubs.of(IgniteCache.class, Map.of())));
    AtomicInteger opened = new AtomicInteger();
    Ignite next =
        Stubs.of(
            Ignite.class,
            Map.of(
                "cache",
                () -> {
                  opened.incrementAndGet();
                  return Stubs.of(IgniteCache.class, Map.of());
                }));
    try (ClientNode node = node(List.of(() -> endless, () -> next))) {
      node.openAhead(List.of("page", "links"));
      node.rejoin(node.member());
      awaitJoined(node);
      assertThat(opened).hasValue(2);
    } finally {
      never.countDown();
    }
  }

  private static Object waitFor(CountDownLatch latch) {
    try {
      latch.await();
      return null;
    } catch (InterruptedException stop) {
      throw new IllegalStateException(stop);
    }
  }

  /** If its commit did not end, the process would leave as the member that the attempt knows. */
  @Test
  void commit_processJoinsAgainBeforeTheTransactionBegins_staysOnOneMember() {
    AtomicReference<ClientNode> node = new AtomicReference<>();
    AtomicInteger begunBefore = new AtomicInteger();
    AtomicInteger begunAfter = new AtomicInteger();
    IgniteCache<?, ?> cache = Stubs.of(IgniteCache.class, Map.of());
    Ignite before =
        Stubs.of(
            Ignite.class,
            Map.of(
                "cache",
                () -> {
                  node.get().rejoin(node.get().member());
                  awaitJoined(node.get());
                  return cache;
                },
                "transactions",
                () -> counted(begunBefore)));
    Ignite after = Stubs.of(Ignite.class, Map.of("transactions", () -> counted(begunAfter)));
    node.set(node(List.of(() -> before, () -> after)));
    try (ClientNode open = node.get()) {
      commitOf(open).run("read", onePart(), found -> new PartMap<>());
    }
    assertThat(begunBefore).hasValue(1);
    assertThat(begunAfter).hasValue(0);
  }

  @Test
  void commit_ofReadsDoesNotEnd_leavesTheCluster() throws InterruptedException {
    CountDownLatch left = new CountDownLatch(1);
    Transaction endless =
        Stubs.of(
            Transaction.class,
            Map.of(
                "commit",
                () -> {
                  while (left.getCount() > 0) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
                  }
                  return null;
                }));
    Ignite ignite =
        Stubs.of(
            Ignite.class,
            Map.of(
                "transactions",
                () -> Stubs.of(IgniteTransactions.class, Map.of("txStart", () -> endless)),
                "close",
                () -> {
                  left.countDown();
                  return null;
                }));
    try (ClientNode node = node(List.of(() -> ignite, () -> JOINED))) {
      Commit commit = commitOf(node);
      assertThatThrownBy(() -> commit.run("read", onePart(), found -> new PartMap<>()))
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining("no answer within");
      assertThat(left.await(WAIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static IgniteTransactions counted(AtomicInteger begun) {
    return Stubs.of(
        IgniteTransactions.class,
        Map.of(
            "txStart",
            () -> {
              begun.incrementAndGet();
              return Stubs.of(Transaction.class, Map.of());
            }));
  }

  private static Commit commitOf(ClientNode node) {
    return new Commit(URI, node, MAJORITY);
  }

  private static PartMap<Object> onePart() {
    PartMap<Object> part = new PartMap<>();
    part.put("page", Stubs.of(BinaryObject.class, Map.of()), null);
    return part;
  }

  @Test
  void closeOfMetrics_whileTheProcessJoinsAgain_doesNotFail() {
    try (ClientNode node = node(List.of(() -> JOINED))) {
      IgniteMetrics metrics = new IgniteMetrics(URI, node, () -> List.of("page"));
      metrics.read();
      node.rejoin(node.member());
      assertThatThrownBy(node::member).isInstanceOf(UnavailableException.class);
      assertThatCode(metrics::close).doesNotThrowAnyException();
    }
  }

  @Test
  void closeOfStore_metricsCannotBeClosed_leavesTheCluster() {
    AtomicInteger switches = new AtomicInteger();
    AtomicBoolean left = new AtomicBoolean();
    IgniteCluster cluster =
        Stubs.of(
            IgniteCluster.class,
            Map.of(
                "enableStatistics",
                () -> {
                  if (switches.incrementAndGet() > 1) {
                    throw new IllegalStateException("cannot be switched off");
                  }
                  return null;
                }));
    Ignite ignite =
        Stubs.of(
            Ignite.class, Map.of("cluster", () -> cluster, "close", () -> left.getAndSet(true)));
    ClientNode node = node(List.of(() -> ignite));
    IgniteEngine engine = new IgniteEngine(URI, null, node, MAJORITY, tables(), "LOG_ONLY");
    engine.serverMetrics().orElseThrow().read();

    assertThatThrownBy(engine::close).hasMessage("cannot be switched off");
    assertThat(left).isTrue();
  }

  /** Returns a store's tables: one with one family. */
  private static Tables tables() {
    String schema =
        SchemaText.write(
            TableSchema.of(
                "page",
                List.of(KeyColumn.of("id", ScalarType.LONG)),
                new ColumnFamily("data", List.of(new Column("text", ScalarType.TEXT)))));
    Object entry =
        Stubs.of(Cache.Entry.class, Map.of("getKey", () -> "page", "getValue", () -> schema));
    QueryCursor<?> cursor = Stubs.of(QueryCursor.class, Map.of("getAll", () -> List.of(entry)));
    ClientCache<?, ?> catalog = Stubs.of(ClientCache.class, Map.of("query", () -> cursor));
    return new Tables(Stubs.of(IgniteClient.class, Map.of("cache", () -> catalog)), URI, 1);
  }
}
