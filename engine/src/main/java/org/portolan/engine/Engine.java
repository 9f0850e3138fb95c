package org.portolan.engine;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An open store of one engine: named tables of rows, read and written row by row or, where {@link
 * Capabilities#transactions} says so, in transactions over many rows. Thread-safe.
 *
 * <p>Outside a transaction a read sees the newest committed state of each row; rows of one call may
 * be of different moments. Every method throws {@link EngineException} when the engine fails; a
 * write whose outcome the engine cannot tell throws {@link OutcomeUnknownException}. What names a
 * table, family or column that is not there, or a value of another type, is refused with an {@link
 * IllegalArgumentException}; what is larger than a limit of {@link #capabilities} with a {@link
 * CapabilityException}; either before anything is written. A closed store refuses everything with
 * an {@link IllegalStateException}.
 */
public interface Engine extends Reader, AutoCloseable {

  /** Returns the URI that opens this store again. */
  String uri();

  /** Returns what this engine can do; constant while it is open. */
  Capabilities capabilities();

  /**
   * Returns why a read of this store may miss a write that was acknowledged before the read began,
   * to this process or to another one: a reason each, with what to choose instead. Empty if reads
   * see every acknowledged write, as repaired writes need. It may ask the servers how the store is
   * set up at this moment.
   */
  List<String> staleReads();

  /** Returns the tables of this store, by name, in no particular order. */
  List<TableSchema> tables();

  /**
   * Creates a table, or does nothing if it stands with the same schema.
   *
   * @throws SchemaMismatchException if it stands with another schema; the message lists what
   *     differs
   * @throws CapabilityException if the schema needs what this engine lacks
   */
  void createTable(TableSchema schema);

  /** Removes a table with all its rows; does nothing if there is none of that name. */
  void dropTable(String table);

  /**
   * Changes one row atomically if its condition holds at that moment.
   *
   * @return whether the condition held and the change was made; true without a condition
   * @throws CapabilityException if there is a condition and {@link Capabilities#conditionalWrite}
   *     is false, or a condition on more than {@link Capabilities#transactions} admits, or a
   *     version and {@link Capabilities#versions} is false, or a range of items to remove and
   *     {@link Capabilities#itemRanges} is false
   */
  boolean mutate(Mutation mutation, Durability durability);

  /**
   * Changes several rows, each atomically and on its own condition, in no particular order and not
   * atomically together; on an exception any subset may have been made. One round trip (to each
   * server concerned, all at once), or a bounded number of them at a time if there are many.
   *
   * @return for each mutation, in their order, what {@link #mutate} would have returned
   * @throws CapabilityException as {@link #mutate}, before anything is changed
   */
  List<Boolean> mutateAll(List<Mutation> mutations, Durability durability);

  /**
   * Refuses what {@link #mutate} and {@link #mutateAll} would refuse for a reason that lies in the
   * mutations alone, with the same exception and message. Nothing is written and no condition is
   * decided, and no server is asked, except for the schema of a table that this client has not used
   * before. Whoever commits one write before others that follow from it checks those first: what
   * passes here is never refused later, as long as the tables and the engine's settings stay.
   *
   * @throws IllegalArgumentException if a mutation names what is not there or holds a value of
   *     another type, see {@link Engine}
   * @throws CapabilityException if a mutation is beyond the capabilities or a limit of this engine
   */
  void requireWritable(List<Mutation> mutations);

  /**
   * Returns this store read and written at other consistencies than its URI asks for. The view
   * shares everything else with this engine and need not be closed.
   *
   * @throws CapabilityException if {@link Capabilities#tunableConsistency} is false
   */
  default Engine withConsistency(Consistency reads, Consistency writes) {
    throw new CapabilityException(
        describe()
            + " has one consistency only; it cannot read at "
            + reads
            + " or write at "
            + writes);
  }

  /**
   * Begins a transaction over any rows of this store.
   *
   * @throws CapabilityException if {@link Capabilities#transactions} is not {@code STORE}
   */
  Transaction begin(Durability durability);

  /** Makes every write that has returned so far durable, whatever its {@link Durability}. */
  void flush();

  /**
   * Returns what the servers count of their own work; empty where a client is not told. Reading it
   * asks the servers, so it is for measurements and not for every operation.
   */
  default Optional<ServerMetrics> serverMetrics() {
    return Optional.empty();
  }

  /**
   * Returns the time by a server's wall clock, as of some seconds ago at most; empty if clients of
   * this engine are not told, or if no server tells it within a second or so. Reading it asks the
   * servers. It is for whoever must know whether the clock of this process is wrong by hours, and
   * nothing else is to be decided by it.
   *
   * @return milliseconds since 1970-01-01T00:00Z
   */
  default OptionalLong serverMillis() {
    return OptionalLong.empty();
  }

  /** Returns the engine's own name and version, for people. */
  String describe();

  @Override
  void close();
}
