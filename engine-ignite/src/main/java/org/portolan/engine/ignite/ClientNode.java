package org.portolan.engine.ignite;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.IgniteDataStreamer;
import org.apache.ignite.IgniteException;
import org.apache.ignite.Ignition;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.cluster.BaselineNode;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.internal.processors.datastreamer.DataStreamerCacheUpdaters;
import org.apache.ignite.spi.discovery.tcp.TcpDiscoverySpi;
import org.apache.ignite.transactions.Transaction;
import org.apache.ignite.transactions.TransactionConcurrency;
import org.apache.ignite.transactions.TransactionIsolation;
import org.portolan.engine.ServerMetrics;
import org.portolan.engine.UnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client node of the cluster, which coordinates the transactions of this process. It has some 35
 * threads, so all stores of one cluster share one node. If a transaction does not end, the process
 * leaves the cluster and joins it again, see {@link #rejoin}. Thread-safe.
 *
 * <p>A thin client has transactions too, but they are not safe if it dies. When its connection
 * ends, the server rolls them back and forgets them. Other threads serve the client's earlier
 * requests, in any order, and a write that names a forgotten transaction is then made outside of
 * any transaction (2.18.0, {@code ClientRequestHandler.handle}). So a client that dies during a
 * transaction can leave a part of it behind. In contrast, the servers that take part in a
 * transaction of a client node know it, and end it as a whole when the node is gone.
 */
final class ClientNode implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClientNode.class);
  private static final long PAUSE_MS = 1_000;

  /** The entries of one transaction of a server, and the number of those at once for a server. */
  private static final int STREAMED_ENTRIES = 500;

  private static final int STREAMED_BATCHES = 4;

  /** The client nodes in use in this process, by the addresses of their clusters. */
  private static final Map<Set<String>, ClientNode> JOINED = new HashMap<>();

  private final IgniteUri uri;
  private final Discovery discovery;
  private final Setup setup;
  private final Set<String> openedAhead = ConcurrentHashMap.newKeySet();
  private volatile Member member;
  private boolean closed;
  private int users = 1;

  /**
   * The settings of a client node that only tests change.
   *
   * @param configured completes the configuration
   * @param started joins the cluster
   * @param stuckAfter the time after which a transaction whose caller has given up counts as stuck;
   *     longer than servers need to notice the death of one of them
   */
  record Setup(
      UnaryOperator<IgniteConfiguration> configured,
      Function<IgniteConfiguration, Ignite> started,
      Duration stuckAfter) {
    static final Setup USUAL =
        new Setup(UnaryOperator.identity(), Ignition::start, Duration.ofSeconds(20));
  }

  /** This process as a member of the cluster, from its joining until it leaves. */
  static final class Member {
    private final Ignite ignite;
    private final Map<String, IgniteCache<BinaryObject, Object>> caches = new ConcurrentHashMap<>();

    private Member(Ignite ignite) {
      this.ignite = ignite;
    }

    /** Begins a transaction of this thread, optimistic and serializable. */
    Transaction begin(int timeoutMs, int parts) {
      return ignite
          .transactions()
          .txStart(
              TransactionConcurrency.OPTIMISTIC,
              TransactionIsolation.SERIALIZABLE,
              timeoutMs,
              Math.max(1, parts));
    }

    /**
     * Returns caches, and opens them if needed, which is impossible within a transaction. They are
     * binary, so that neither side needs classes.
     */
    Map<String, IgniteCache<BinaryObject, Object>> open(Collection<String> names) {
      Map<String, IgniteCache<BinaryObject, Object>> opened = new HashMap<>();
      for (String name : names) {
        opened.put(name, caches.computeIfAbsent(name, this::openOne));
      }
      return opened;
    }

    private IgniteCache<BinaryObject, Object> openOne(String name) {
      IgniteCache<BinaryObject, Object> cache = ignite.cache(name);
      if (cache == null) {
        throw new IgniteException("the cache '" + name + "' no longer exists");
      }
      return cache.withKeepBinary();
    }

    /** Returns a new way to write many entries of a cache, see {@link StreamedWriter}. Close it. */
    IgniteDataStreamer<BinaryObject, Object> streamer(String cache) {
      // A streamer of a cache that this node has not opened finds no such cache.
      open(List.of(cache));
      IgniteDataStreamer<BinaryObject, Object> streamer = ignite.dataStreamer(cache);
      streamer.allowOverwrite(true);
      streamer.receiver(DataStreamerCacheUpdaters.batched());
      streamer.keepBinary(true);
      streamer.perNodeBufferSize(STREAMED_ENTRIES);
      streamer.perNodeParallelOperations(STREAMED_BATCHES);
      return streamer;
    }

    /** Forgets the opened caches. Call this after a failure: they may have been recreated. */
    void forget() {
      caches.clear();
    }
  }

  /**
   * Joins a cluster, for one user.
   *
   * @throws UnavailableException if the node cannot join within the timeout of a request
   */
  ClientNode(IgniteUri uri, Discovery discovery, Setup setup) {
    this.uri = uri;
    this.discovery = discovery;
    this.setup = setup;
    this.member = start();
  }

  /**
   * Joins the cluster that a client is connected to, if this process has not yet done so. Close the
   * returned node once for each call.
   *
   * @throws UnavailableException if the node cannot join within the timeout of a request
   */
  static ClientNode join(IgniteUri uri, IgniteClient client, Setup setup) {
    Discovery found = Discovery.of(uri, client.cluster().forServers().nodes());
    synchronized (JOINED) {
      ClientNode node = JOINED.get(found.distinct());
      if (node == null) {
        node = new ClientNode(uri, found, setup);
        JOINED.put(found.distinct(), node);
      } else {
        node.users++;
      }
      return node;
    }
  }

  private Member start() {
    try {
      IgniteConfiguration configuration =
          setup.configured().apply(ClientNodeSettings.of(uri, discovery));
      Ignite ignite = setup.started().apply(configuration);
      // From now on there is no time limit: a node that gives up coming back stays dead.
      ((TcpDiscoverySpi) configuration.getDiscoverySpi()).setJoinTimeout(0);
      return new Member(ignite);
    } catch (IgniteException failure) {
      throw new UnavailableException(
          "cannot join the cluster of "
              + uri.text()
              + " as a client node by its discovery at "
              + String.join(", ", discovery.addresses())
              + ": "
              + Failures.abbreviated(failure)
              + "; name the addresses at which its servers listen for other nodes with"
              + " discovery=HOST:PORT,HOST:PORT in the URI",
          failure);
    }
  }

  /** Returns the time after which a transaction whose caller has given up counts as stuck. */
  Duration stuckAfter() {
    return setup.stuckAfter();
  }

  /**
   * Returns this process as it is in the cluster now.
   *
   * @throws UnavailableException if it is joining again
   */
  Member member() {
    Member now = member;
    if (now == null) {
      throw new UnavailableException(
          "this process is joining the cluster of "
              + uri.text()
              + " again, since one of its transactions did not end; try again in a moment");
    }
    return now;
  }

  /** Whether this process has left the cluster since it was this member. */
  boolean hasLeft(Member then) {
    return member != then;
  }

  /**
   * Opens caches before they are used; one that cannot be opened is reported when it is used. The
   * process opens them again whenever it joins the cluster again.
   *
   * <p>If a node opens a cache at the moment when it learns that the servers have given it up, both
   * threads wait for each other for ever (2.18.0: {@code IgniteKernal.cache} holds the gateway and
   * wants the lock of discovery events, {@code IgniteKernal.onDisconnected} the other way round).
   * The node can then neither work nor be closed, see {@link #leave(Member)}.
   */
  void openAhead(Collection<String> names) {
    openedAhead.addAll(names);
    Member now = member;
    if (now != null) {
      openAhead(now, names);
    }
  }

  private static void openAhead(Member member, Collection<String> names) {
    for (String name : names) {
      try {
        member.open(List.of(name));
      } catch (RuntimeException later) {
        LOG.debug("the cache {} cannot be opened ahead of its use", name, later);
      }
    }
  }

  /**
   * Leaves the cluster and joins it again in the background, so that the servers end the
   * transactions of this process. A commit that waits for a lost message never ends otherwise, and
   * the cluster waits for it at the next change of its servers: no process could write any more. A
   * read that waits for a lost message never ends either, and soon no permit is left for others.
   *
   * @param stuck the member whose transaction does not end; if it has left already, nothing happens
   */
  void rejoin(Member stuck) {
    // This comes before any change: if memory runs out here, the next stuck one tries again.
    Thread thread = new Thread(() -> joinAgain(stuck), "portolan-ignite-rejoin");
    thread.setDaemon(true);
    synchronized (this) {
      if (closed || member == null || member != stuck) {
        return;
      }
      member = null;
    }
    try {
      thread.start();
    } catch (OutOfMemoryError noThread) {
      // No other thread would join the cluster again.
      joinAgain(stuck);
    }
  }

  /**
   * Tries after every failure until it succeeds or its thread is interrupted: without this node the
   * process cannot write.
   */
  private void joinAgain(Member left) {
    LOG.warn(
        "a transaction in {} has not ended; this process leaves the cluster and joins it again, so"
            + " that the servers end it",
        uri.text());
    try {
      leave(left);
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError failure) {
      LOG.warn("leaving the cluster of {} failed; joining it again", uri.text(), failure);
    }
    boolean warned = false;
    while (!isClosed()) {
      try {
        Member next = start();
        openAhead(next, openedAhead);
        become(next);
        return;
      } catch (RuntimeException | OutOfMemoryError | StackOverflowError notYet) {
        String what = "the cluster of {} cannot be joined yet; trying again";
        if (warned) {
          LOG.debug(what, uri.text(), notYet);
        } else {
          LOG.warn(what, uri.text(), notYet);
          warned = true;
        }
      }
      try {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private void become(Member next) {
    synchronized (this) {
      if (!closed) {
        member = next;
        LOG.info("this process has joined the cluster of {} again", uri.text());
        return;
      }
    }
    leave(next);
  }

  /**
   * Leaves the cluster; waits for the end of this for the timeout of a request at most. A node may
   * never end, see {@link #openAhead}; its servers have given it up then.
   */
  private void leave(Member last) {
    AtomicReference<RuntimeException> failure = new AtomicReference<>();
    Thread closing =
        new Thread(
            () -> {
              try {
                last.ignite.close();
              } catch (RuntimeException failed) {
                failure.set(failed);
              }
            },
            "portolan-ignite-leave");
    closing.setDaemon(true);
    try {
      closing.start();
    } catch (OutOfMemoryError noThread) {
      last.ignite.close();
      return;
    }
    try {
      closing.join(uri.timeoutMs());
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
    if (closing.isAlive()) {
      LOG.warn(
          "the client node of {} did not end within {} ms; its threads stay until it does",
          uri.text(),
          uri.timeoutMs());
    } else if (failure.get() != null) {
      throw failure.get();
    }
  }

  /** Returns the servers that this node sees alive: those on its side of a split. */
  ServersSeen serversSeen() {
    return ServersSeen.of(member().ignite.cluster().forServers().nodes());
  }

  /** Returns the consistent ids of the baseline, alive or not; empty if there is none. */
  Set<String> baseline() {
    Collection<BaselineNode> baseline = member().ignite.cluster().currentBaselineTopology();
    return baseline == null
        ? Set.of()
        : baseline.stream()
            .map(member -> String.valueOf(member.consistentId()))
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether the baseline follows the servers that are alive, on each side of a split. */
  boolean isBaselineAdjusted() {
    return member().ignite.cluster().isBaselineAutoAdjustEnabled();
  }

  /** Switches on the statistics of some caches; returns the caches that had none. */
  Set<String> countFrom(Collection<String> names) {
    Member now = member();
    return CacheCounters.switchOn(now.ignite, now.open(names));
  }

  /** Switches off the statistics of some caches. */
  void countNoMore(Set<String> names) {
    member().ignite.cluster().enableStatistics(names, false);
  }

  /** Returns the counters of each server, as far as they are known here. */
  List<ServerMetrics.Server> counters(Collection<String> names, Set<String> preferred) {
    Member now = member();
    return CacheCounters.read(now.ignite, now.open(names), preferred);
  }

  /** Leaves the cluster when the last user of this process closes it. */
  @Override
  public void close() {
    synchronized (JOINED) {
      users--;
      if (users == 0) {
        JOINED.remove(discovery.distinct());
        leave();
      }
    }
  }

  private void leave() {
    Member last;
    synchronized (this) {
      closed = true;
      last = member;
      member = null;
    }
    if (last != null) {
      leave(last);
    }
  }
}
