package org.portolan.engine.ignite;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.ignite.IgniteDataStreamer;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.lang.IgniteFuture;
import org.portolan.engine.BulkWriter;
import org.portolan.engine.Durability;
import org.portolan.engine.EngineException;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bulk writes by Ignite's data streamers, one for each cache. Thread-safe.
 *
 * <h2>Why</h2>
 *
 * A streamer sends the entries of many rows to the server that has their primary copies, and this
 * server writes them in one transaction that it begins itself. So an entry crosses the network once
 * from here, and nothing is compared.
 *
 * <p>The streamers may overwrite. Those that may not are faster: they write to every copy by
 * itself, without a transaction. But a server that receives such entries while the cluster changes
 * leaves out the partitions that it is losing or getting, and reports success (2.18.0, {@code
 * DataStreamerImpl.IsolatedUpdater}). Copies would then differ, which nobody notices before the
 * death of the better copy. They also keep the old value of a row, and a load that is written again
 * needs the new one.
 *
 * <h2>How it fails</h2>
 *
 * If a server dies, its entries go to the servers that have their copies now. Any other failure, or
 * an entry that is not acknowledged within the timeout of a request, ends this writer: each later
 * call throws it again, so it cannot be lost between two calls. Batches that the servers already
 * have may still be written then.
 *
 * <h2>Limits</h2>
 *
 * The entries that are not acknowledged have at most {@link Limits#TRANSACTION_BYTES_MAX} bytes
 * together. This bounds the memory here and on the servers; and a server's transaction fits into
 * its write-ahead log whichever of them it has. A streamer does not keep the order of two values of
 * one entry, so the second waits until the first is acknowledged.
 */
final class StreamedWriter implements BulkWriter {
  private static final Logger LOG = LoggerFactory.getLogger(StreamedWriter.class);
  private static final int PERMIT_BYTES = 1 << 10;
  private static final int PERMITS = Limits.TRANSACTION_BYTES_MAX / PERMIT_BYTES;

  /** Entries sent to a server after a failure wait in a buffer again, so it is emptied again. */
  private static final long PUSH_MS = 20;

  private final IgniteEngine engine;
  private final ClientNode.Member member;
  private final MutationWriter writer;
  private final Majority majority;
  private final int timeoutMs;
  private final Map<String, IgniteDataStreamer<BinaryObject, Object>> streamers =
      new ConcurrentHashMap<>();
  private final Semaphore permits = new Semaphore(PERMITS, true);
  private final Set<Part> pending = ConcurrentHashMap.newKeySet();
  private final ReadWriteLock writes = new ReentrantReadWriteLock(true);
  private final AtomicReference<OutcomeUnknownException> failed = new AtomicReference<>();

  /** An entry of a cache that is not acknowledged yet. */
  private record Part(String cache, BinaryObject key) {}

  StreamedWriter(
      IgniteEngine engine,
      ClientNode.Member member,
      MutationWriter writer,
      Majority majority,
      int timeoutMs) {
    this.engine = engine;
    this.member = member;
    this.writer = writer;
    this.majority = majority;
    this.timeoutMs = timeoutMs;
  }

  @Override
  public void write(List<Mutation> mutations) {
    BulkWriter.requirePuts(mutations);
    engine.within(
        () -> {
          List<EncodedMutation> encoded = mutations.stream().map(writer::encode).toList();
          writes.readLock().lock();
          try {
            int from = 0;
            while (from < encoded.size()) {
              int to = MutationWriter.endOfBatch(encoded, from);
              send(encoded.subList(from, to));
              from = to;
            }
          } finally {
            writes.readLock().unlock();
          }
          return null;
        });
  }

  @Override
  public void writeVisibly(List<Mutation> mutations) {
    BulkWriter.requirePuts(mutations);
    requireNotFailed();
    List<Boolean> unused = engine.mutateAll(mutations, Durability.BUFFERED);
  }

  /** Each mutation is of another row, so none overtakes another one. */
  private void send(List<EncodedMutation> mutations) {
    requireNotFailed();
    RowKey first = mutations.get(0).row();
    String act = "load " + mutations.size() + " rows from " + first + " on into " + engine.uri();
    engine.requireMajority(act);
    PartMap<Object> values = new PartMap<>();
    List<Part> parts = new ArrayList<>();
    long bytes = 0;
    for (EncodedMutation mutation : mutations) {
      bytes += mutation.bytes();
      mutation
          .writes()
          .forEach(
              (cache, key, write) -> {
                values.put(cache, key, write.applied(null));
                parts.add(new Part(cache, key));
              });
    }
    await(act, () -> parts.stream().noneMatch(pending::contains));
    int taken = (int) Math.min(PERMITS, bytes / PERMIT_BYTES + 1);
    await(act, () -> permits.tryAcquire(taken));
    pending.addAll(parts);
    AtomicInteger left = new AtomicInteger(values.byCache().size());
    Runnable end =
        () -> {
          if (left.decrementAndGet() == 0) {
            parts.forEach(pending::remove);
            permits.release(taken);
          }
        };
    values.byCache().forEach((cache, entries) -> send(act, cache, entries, end));
  }

  private void send(
      String act, String cache, Map<BinaryObject, Object> entries, Runnable acknowledged) {
    try {
      IgniteFuture<?> answer =
          streamers.computeIfAbsent(cache, member::streamer).addData(entries.entrySet());
      answer.listen(
          ended -> {
            try {
              ended.get();
              acknowledged.run();
            } catch (RuntimeException failure) {
              // Its permits stay taken, so that a thread that waits for them sees the failure.
              fail(act, failure);
            }
          });
    } catch (RuntimeException failure) {
      throw fail(act, failure);
    }
  }

  private OutcomeUnknownException fail(String act, RuntimeException failure) {
    OutcomeUnknownException first =
        new OutcomeUnknownException(
            "cannot " + act + ": " + Failures.abbreviated(failure) + "; any part may be written",
            failure);
    return failed.compareAndSet(null, first) ? first : failed.get();
  }

  private void requireNotFailed() {
    OutcomeUnknownException failure = failed.get();
    if (failure != null) {
      throw failure;
    }
  }

  private interface Condition {
    boolean holds() throws InterruptedException;
  }

  /**
   * Waits until servers have acknowledged enough, and sends what the streamers keep back meanwhile.
   *
   * @throws OutcomeUnknownException if an entry could not be written, or the condition does not
   *     hold within the timeout of a request
   */
  private void await(String act, Condition condition) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    try {
      while (!condition.holds()) {
        requireNotFailed();
        if (System.nanoTime() - end > 0) {
          throw fail(
              act, new UnavailableException("no acknowledgement within " + timeoutMs + " ms"));
        }
        push(act);
        TimeUnit.MILLISECONDS.sleep(PUSH_MS);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new EngineException("cannot " + act + ": interrupted", stop);
    }
    requireNotFailed();
  }

  private void push(String act) {
    try {
      streamers.values().forEach(IgniteDataStreamer::tryFlush);
    } catch (RuntimeException failure) {
      throw fail(act, failure);
    }
  }

  /** Waits for all entries: those of calls that are running too. */
  @Override
  public void flush() {
    engine.within(
        () -> {
          writes.writeLock().lock();
          try {
            await("load rows into " + engine.uri(), () -> permits.availablePermits() == PERMITS);
          } finally {
            writes.writeLock().unlock();
          }
          majority.requireAfter();
          return null;
        });
  }

  /** Gives up what is not acknowledged. */
  @Override
  public void close() {
    for (IgniteDataStreamer<BinaryObject, Object> streamer : streamers.values()) {
      try {
        streamer.close(true);
      } catch (RuntimeException failure) {
        LOG.debug("a data streamer of {} did not close", engine.uri(), failure);
      }
    }
  }
}
