package org.portolan.engine;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The counters that the servers of an open store keep of their work. The client does not add them
 * up. Used by one thread at a time, while the store is open.
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
   * A part of a store on one server. Counters rise. If a counter is smaller than before, it
   * restarted, because the server was restarted or the part moved.
   *
   * @param name of a region (HBase), a table (Cassandra), or the whole store (RocksDB)
   * @param reads requests that read so far, in the engine's own count; 0 if the engine does not
   *     count them
   * @param writes requests that write so far, counted in the same way
   * @param compactionsRunning the number running now
   * @param compactionsEnded the number ended so far; 0 if the engine does not count them
   */
  record Part(
      String name, long reads, long writes, int compactionsRunning, long compactionsEnded) {}

  /**
   * One server that answered.
   *
   * @param server its address as clients know it, {@code host:port}; {@code embedded} where the
   *     store is in this process
   * @param parts its parts of the store; may be empty
   */
  record Server(String server, List<Part> parts) {
    /** The address of an engine in this process. */
    public static final String EMBEDDED = "embedded";

    /** Copies the list. */
    public Server {
      parts = List.copyOf(parts);
    }
  }

  /** Returns the definition of a read and a write in these counts, in one sentence for people. */
  String describe();

  /** Returns the figures that this engine counts; constant. */
  Set<Figure> counted();

  /** Returns the largest age of the counters when they are read. */
  default Duration age() {
    return Duration.ZERO;
  }

  /**
   * Asks all servers at once, one request or a few of each, and waits for the answers for two
   * seconds at most.
   *
   * @return the servers that answered, in no particular order
   * @throws EngineException if the list of servers cannot be determined
   */
  List<Server> read();
}
