package org.portolan.engine.ignite;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.transactions.Transaction;

/**
 * The reads of a transaction of Ignite that has not committed: what was found, with the versions
 * that Ignite keeps for the validation. Between two uses it is suspended, so that any thread may
 * continue it. An optimistic transaction holds nothing on a server before its commit. If the
 * cluster changes or its timeout passes, it is lost: another transaction must read and compare all
 * parts. Used by one thread after the other; {@link #end} may come at any moment.
 */
final class OpenReads {
  private PartMap<Object> found = new PartMap<>();
  private boolean begun;
  private ClientNode.Member member;
  private Transaction suspended;
  private boolean ended;

  /**
   * Reads parts. The calling thread must have no transaction.
   *
   * @return the stored values, null for parts that do not exist; empty if the transaction is lost
   */
  Optional<PartMap<Object>> read(ClientNode.Member now, PartMap<?> wanted, int timeoutMs) {
    // Caches cannot be opened within a transaction.
    Map<String, IgniteCache<BinaryObject, Object>> caches = now.open(wanted.byCache().keySet());
    Transaction transaction = resumed(now);
    if (transaction == null && begun) {
      end();
      return Optional.empty();
    }
    if (transaction == null) {
      begun = true;
      transaction = now.begin(timeoutMs, wanted.size());
    }
    boolean kept = false;
    try {
      PartMap<Object> more = stored(wanted, caches);
      transaction.suspend();
      kept = keep(transaction, now, more);
      if (!kept) {
        transaction.resume();
      }
      return Optional.of(more);
    } finally {
      if (!kept) {
        transaction.close();
      }
    }
  }

  /**
   * Returns the transaction, for use and commit by this thread; if it is lost or was never begun, a
   * new one.
   */
  Transaction takeOrBegin(ClientNode.Member now, int timeoutMs, int parts) {
    Transaction transaction = resumed(now);
    if (transaction == null) {
      found = new PartMap<>();
      transaction = now.begin(timeoutMs, parts);
    }
    return transaction;
  }

  /** Returns the values of parts, of which those read before are not read again. */
  PartMap<Object> complete(
      PartMap<?> wanted, Map<String, IgniteCache<BinaryObject, Object>> caches) {
    PartMap<Object> missing = new PartMap<>();
    wanted.forEach(
        (cache, key, ignored) -> {
          if (!found.contains(cache, key)) {
            missing.put(cache, key, null);
          }
        });
    PartMap<Object> all = stored(missing, caches);
    all.putAll(found);
    return all;
  }

  private Transaction resumed(ClientNode.Member now) {
    Transaction transaction;
    synchronized (this) {
      transaction = suspended;
      suspended = null;
    }
    if (transaction == null) {
      return null;
    }
    try {
      transaction.resume();
    } catch (RuntimeException rolledBack) {
      // By its timeout, or because the node was cut off.
      return null;
    }
    if (member != now) {
      transaction.close();
      return null;
    }
    return transaction;
  }

  private synchronized boolean keep(
      Transaction transaction, ClientNode.Member now, PartMap<Object> more) {
    if (ended) {
      return false;
    }
    suspended = transaction;
    member = now;
    found.putAll(more);
    return true;
  }

  /** Whether it has ended, so that nothing more can be read with it. */
  synchronized boolean hasEnded() {
    return ended;
  }

  /** Gives the transaction up, at once or when the thread that uses it has finished. */
  void end() {
    Transaction transaction;
    synchronized (this) {
      ended = true;
      transaction = suspended;
      suspended = null;
    }
    if (transaction != null) {
      try {
        transaction.resume();
        transaction.close();
      } catch (RuntimeException rolledBack) {
        // It has ended already.
      }
    }
  }

  private static PartMap<Object> stored(
      PartMap<?> wanted, Map<String, IgniteCache<BinaryObject, Object>> caches) {
    PartMap<Object> found = new PartMap<>();
    for (var entry : wanted.byCache().entrySet()) {
      String name = entry.getKey();
      IgniteCache<BinaryObject, Object> cache = caches.get(name);
      Set<BinaryObject> all = entry.getValue().keySet();
      if (all.size() == 1) {
        BinaryObject key = all.iterator().next();
        found.put(name, key, cache.get(key));
        continue;
      }
      for (Set<BinaryObject> some : Fetch.portions(all)) {
        Map<BinaryObject, Object> values = cache.getAll(some);
        some.forEach(key -> found.put(name, key, values.get(key)));
      }
    }
    return found;
  }
}
