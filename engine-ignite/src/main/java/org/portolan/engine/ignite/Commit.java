package org.portolan.engine.ignite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.ClientTransaction;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.client.IgniteClientFuture;
import org.apache.ignite.transactions.TransactionConcurrency;
import org.apache.ignite.transactions.TransactionIsolation;

/**
 * One Ignite transaction, optimistic and serializable: reads, decides, writes. Ignite compares the
 * versions of all that was read when it commits, absent entries included. Thread-safe.
 */
final class Commit {
  private final String store;
  private final Connections connections;
  private final Majority majority;
  private final int timeoutMs;

  Commit(IgniteUri uri, Connections connections, Majority majority) {
    store = uri.text();
    timeoutMs = uri.timeoutMs();
    this.connections = connections;
    this.majority = majority;
  }

  /** Returns what to write, given what is stored of the parts that were to be read. */
  interface Decision {
    PartMap<Write> on(PartMap<Object> found);
  }

  /**
   * Runs one transaction. It changes nothing until it commits, so where a connection breaks before,
   * it is begun anew with another server.
   *
   * @param reads the parts to read and to validate
   * @param decision may be asked more than once; the last answer counts
   * @return false if somebody else committed to one of its keys meanwhile, and nothing was changed
   */
  boolean run(String act, PartMap<?> reads, Decision decision) {
    String what = act + " in " + store;
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    while (true) {
      Connection connection = connections.borrow();
      boolean healthy = true;
      boolean committing = false;
      try {
        PartMap<Write> writes;
        try (ClientTransaction transaction = begin(connection.client())) {
          PartMap<Object> found =
              reads.isEmpty() ? new PartMap<>() : Fetch.of(connection.client(), reads, timeoutMs);
          writes = decision.on(found);
          if (!writes.isEmpty()) {
            majority.requireBefore(connection);
          }
          write(connection.client(), writes, found);
          committing = true;
          transaction.commit();
        }
        if (!writes.isEmpty()) {
          majority.requireAfter(connection);
        }
        return true;
      } catch (ClientException failure) {
        if (Failures.isConflict(failure)) {
          return false;
        }
        healthy = false;
        boolean broken = Failures.isOfConnection(failure);
        if (broken) {
          connections.down(connection);
        }
        if (committing) {
          throw Failures.ofCommit(what, failure);
        }
        if (!broken || System.nanoTime() - end > 0) {
          throw Failures.ofRead(what, failure);
        }
      } finally {
        connections.giveBack(connection, healthy);
      }
    }
  }

  private ClientTransaction begin(IgniteClient client) {
    return client
        .transactions()
        .txStart(TransactionConcurrency.OPTIMISTIC, TransactionIsolation.SERIALIZABLE, timeoutMs);
  }

  /**
   * Reads parts that are of one moment: those of rows of which several were asked for, and which
   * others change as a whole. Tries until nobody gets in between.
   */
  PartMap<Object> readTogether(PartMap<?> wanted) {
    PartMap<Object> all = new PartMap<>();
    Retries retries = new Retries("read " + wanted.size() + " row parts of one moment", timeoutMs);
    while (!run(
        "read row parts of one moment",
        wanted,
        found -> {
          all.putAll(found);
          return new PartMap<>();
        })) {
      retries.next();
    }
    return all;
  }

  private void write(IgniteClient client, PartMap<Write> writes, PartMap<Object> found) {
    List<IgniteClientFuture<Void>> answers = new ArrayList<>();
    for (var entry : writes.byCache().entrySet()) {
      String name = entry.getKey();
      Map<BinaryObject, Object> put = new HashMap<>();
      Set<BinaryObject> removed = new HashSet<>();
      entry
          .getValue()
          .forEach(
              (key, write) -> {
                Object after = write.applied(found.get(name, key));
                if (after == null) {
                  removed.add(key);
                } else {
                  put.put(key, after);
                }
              });
      ClientCache<BinaryObject, Object> cache = Fetch.cache(client, name);
      if (!put.isEmpty()) {
        answers.add(cache.putAllAsync(put));
      }
      if (!removed.isEmpty()) {
        answers.add(cache.removeAllAsync(removed));
      }
    }
    answers.forEach(answer -> Failures.await(answer, timeoutMs));
  }

  /** Writes one part that depends on nothing: the cheapest write there is. */
  void writeOne(String act, PartMap<Write> write) {
    String what = act + " in " + store;
    Connection connection = borrowWithMajority(what);
    boolean healthy = true;
    try {
      write.forEach(
          (name, key, one) -> {
            ClientCache<BinaryObject, Object> cache = Fetch.cache(connection.client(), name);
            Object after = one.applied(null);
            if (after == null) {
              cache.remove(key);
            } else {
              cache.put(key, after);
            }
          });
      majority.requireAfter(connection);
    } catch (ClientException failure) {
      healthy = false;
      if (Failures.isOfConnection(failure)) {
        connections.down(connection);
      }
      throw Failures.ofCommit(what, failure);
    } finally {
      connections.giveBack(connection, healthy);
    }
  }

  /** Returns a connection to a server that says there is a majority. */
  private Connection borrowWithMajority(String what) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    while (true) {
      Connection connection = connections.borrow();
      boolean usable = false;
      try {
        majority.requireBefore(connection);
        usable = true;
        return connection;
      } catch (ClientException failure) {
        if (!Failures.isOfConnection(failure) || System.nanoTime() - end > 0) {
          throw Failures.ofRead(what, failure);
        }
        connections.down(connection);
      } finally {
        if (!usable) {
          connections.giveBack(connection, false);
        }
      }
    }
  }
}
