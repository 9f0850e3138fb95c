package org.portolan.engine;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What the servers of an open store count of their own work, as the engine itself keeps it: nothing
 * is added up by the client. Used by one thread at a time, while the store is open.
 */
public interface ServerMetrics {

  /** A figure that an engine may count. */
  enum Figure {
    /** Requests that read, see {@link Part#reads}. */
    READS,
    /** Requests that write, see {@link Part#writes}. */
    WRITES,
    /** Compactions, see {@link Part#compactionsRunning}. */
    COMPACTIONS
  }

  /**
   * A part of a store on one server. Counters rise; one that is smaller than before began anew,
   * because the server was restarted or the part moved.
   *
   * @param name of a region (HBase), a table (Cassandra), or the whole store (RocksDB)
   * @param reads requests that read so far, in the engine's own count; 0 where not counted
   * @param writes requests that write so far, likewise
   * @param compactionsRunning how many are under way at this moment
   * @param compactionsEnded how many have ended so far, where the engine counts that, else 0
   */
  record Part(
      String name, long reads, long writes, int compactionsRunning, long compactionsEnded) {}

  /**
   * One server that answered.
   *
   * @param server its address as clients know it, {@code host:port}; {@code embedded} where the
   *     store is in this process
   * @param parts what it has of the store, which may be nothing
   */
  record Server(String server, List<Part> parts) {
    /** What an engine in this process calls itself. */
    public static final String EMBEDDED = "embedded";

    /** Copies the list. */
    public Server {
      parts = List.copyOf(parts);
    }
  }

  /** Returns what a read and a write are in these counts, in one sentence for people. */
  String describe();

  /** Returns which figures this engine counts at all; constant. */
  Set<Figure> counted();

  /** Returns how old the counters may be when they are read. */
  default Duration age() {
    return Duration.ZERO;
  }

  /**
   * Asks all servers at once, one request or a few of each, and waits for the answers for two
   * seconds at most.
   *
   * @return those that answered, in no particular order
   * @throws EngineException if it cannot be known which servers there are
   */
  List<Server> read();
}
