package org.portolan.engine.ignite;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.transactions.Transaction;
import org.portolan.engine.EngineException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;

/**
 * Runs Ignite transactions, optimistic and serializable: each reads, decides and writes. When it
 * commits, Ignite compares the versions of all entries that were read, absent ones included.
 * Thread-safe.
 */
final class Commit {
  private final String store;
  private final ClientNode node;
  private final Majority majority;
  private final Transactors transactors;
  private final int timeoutMs;

  Commit(IgniteUri uri, ClientNode node, Majority majority) {
    store = uri.text();
    timeoutMs = uri.timeoutMs();
    this.node = node;
    this.majority = majority;
    transactors = new Transactors(uri);
  }

  /** Returns the writes, given the stored values of the parts to read. */
  interface Decision {
    PartMap<Write> on(PartMap<Object> found);
  }

  /** Like {@link #run(String, PartMap, Set, OpenReads, Decision)}, of which nothing is read yet. */
  boolean run(String act, PartMap<?> reads, Decision decision) {
    return run(act, reads, Set.of(), new OpenReads(), decision);
  }

  /**
   * Runs one transaction. It changes nothing until it commits, so it begins again if the cluster
   * changes before that.
   *
   * @param reads the parts to read and to validate
   * @param written the caches that will be written, as far as they are known
   * @param open what the transaction has read already, if it can still commit
   * @param decision called by another thread, perhaps more than once; the last answer counts
   * @return false if another transaction committed to one of its keys meanwhile, and nothing was
   *     changed
   */
  boolean run(
      String act, PartMap<?> reads, Set<String> written, OpenReads open, Decision decision) {
    return bounded(
        act,
        (member, progress) -> {
          Set<String> names = new LinkedHashSet<>(reads.byCache().keySet());
          names.addAll(written);
          boolean wrote;
          while (true) {
            Map<String, IgniteCache<BinaryObject, Object>> caches = member.open(names);
            try (Transaction transaction = open.takeOrBegin(member, timeoutMs, reads.size())) {
              PartMap<Object> found = open.complete(reads, caches);
              PartMap<Write> writes = decision.on(found);
              Collection<String> needed = writes.byCache().keySet();
              if (!caches.keySet().containsAll(needed)) {
                names.addAll(needed);
                continue;
              }
              wrote = !writes.isEmpty();
              if (wrote) {
                majority.requireBefore();
              }
              write(writes, found, caches);
              if (wrote) {
                progress.beginEffect();
              } else {
                progress.beginCommit();
              }
              transaction.commit();
              break;
            }
          }
          if (wrote) {
            majority.requireAfter();
          }
          return true;
        });
  }

  /**
   * Reads parts in a transaction that stays open.
   *
   * @return the stored values, null for parts that do not exist; empty if the transaction is lost,
   *     because the cluster has changed or too much time has passed
   * @throws UnavailableException if they do not arrive in time
   */
  Optional<PartMap<Object>> read(OpenReads open, PartMap<?> wanted) {
    if (open.hasEnded()) {
      return Optional.empty();
    }
    AtomicReference<ClientNode.Member> by = new AtomicReference<>();
    Supplier<Optional<PartMap<Object>>> reading =
        () -> {
          try {
            ClientNode.Member member = node.member();
            by.set(member);
            return open.read(member, wanted, timeoutMs);
          } catch (RuntimeException failure) {
            open.end();
            if (failure instanceof UnavailableException || Failures.isOfIgnite(failure)) {
              return Optional.empty();
            }
            throw failure;
          }
        };
    return transactors.call(
        "read from " + store,
        reading,
        new Progress(),
        node.stuckAfter(),
        () -> node.rejoin(by.get()));
  }

  private interface Attempt {
    /**
     * @param member makes all requests: if they do not end, this member leaves the cluster
     */
    boolean run(ClientNode.Member member, Progress progress);
  }

  /** Repeats attempts that a change of the cluster ends before their commit. */
  private boolean bounded(String act, Attempt attempt) {
    String what = act + " in " + store;
    Progress progress = new Progress();
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    AtomicReference<ClientNode.Member> by = new AtomicReference<>();
    Supplier<Boolean> attempts =
        () -> {
          while (true) {
            ClientNode.Member member = node.member();
            by.set(member);
            try {
              boolean answer = attempt.run(member, progress);
              if (progress.hasEffect() && node.hasLeft(member)) {
                throw left(what, progress, null);
              }
              return answer;
            } catch (EngineException ours) {
              throw ours;
            } catch (RuntimeException failure) {
              if (node.hasLeft(member)) {
                throw left(what, progress, failure);
              }
              if (Failures.isConflict(failure)) {
                return false;
              }
              if (!Failures.isOfIgnite(failure)) {
                throw failure;
              }
              member.forget();
              if (progress.hasEffect()) {
                throw Failures.ofCommit(what, failure);
              }
              if (!Failures.isPassing(failure) || System.nanoTime() - end > 0) {
                throw Failures.ofRead(what, failure);
              }
              Failures.awaitReconnection(failure, end);
            }
          }
        };
    return transactors.call(
        what, attempts, progress, node.stuckAfter(), () -> node.rejoin(by.get()));
  }

  /** Returns the failure of a transaction whose client node has left the cluster meanwhile. */
  private static EngineException left(String what, Progress progress, Exception cause) {
    String why = "this process left the cluster meanwhile, since another transaction did not end";
    return progress.hasEffect()
        ? new OutcomeUnknownException(
            "the outcome of the attempt to " + what + " is unknown: " + why, cause)
        : new UnavailableException("cannot " + what + ": " + why + "; nothing was changed", cause);
  }

  private static void write(
      PartMap<Write> writes,
      PartMap<Object> found,
      Map<String, IgniteCache<BinaryObject, Object>> caches) {
    writes
        .byCache()
        .forEach(
            (name, keys) -> {
              Map<BinaryObject, Object> put = new HashMap<>();
              Set<BinaryObject> removed = new HashSet<>();
              keys.forEach(
                  (key, write) -> {
                    Object after = write.applied(found.get(name, key));
                    if (after == null) {
                      removed.add(key);
                    } else {
                      put.put(key, after);
                    }
                  });
              if (!put.isEmpty()) {
                caches.get(name).putAll(put);
              }
              if (!removed.isEmpty()) {
                caches.get(name).removeAll(removed);
              }
            });
  }

  /**
   * Reads parts at one moment: several parts of a row, which other transactions change as a whole.
   * Retries until no other transaction comes in between.
   */
  PartMap<Object> readTogether(PartMap<?> wanted) {
    Retries retries = new Retries("read " + wanted.size() + " row parts of one moment", timeoutMs);
    while (true) {
      PartMap<Object> all = new PartMap<>();
      if (run(
          "read row parts of one moment",
          wanted,
          found -> {
            all.putAll(found);
            return new PartMap<>();
          })) {
        return all;
      }
      retries.next();
    }
  }

  /** Writes one part that depends on nothing: the cheapest write there is. */
  void writeOne(String act, PartMap<Write> write) {
    while (!bounded(
        act,
        (member, progress) -> {
          Map<String, IgniteCache<BinaryObject, Object>> caches =
              member.open(write.byCache().keySet());
          majority.requireBefore();
          progress.beginEffect();
          write(write, new PartMap<>(), caches);
          majority.requireAfter();
          return true;
        })) {
      // The write is its own transaction of Ignite's usual kind, which waits and has no conflicts.
      Thread.onSpinWait();
    }
  }

  /** Gives up the running transactions. */
  void close() {
    transactors.close();
  }
}
