package org.portolan.engine;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An open store of one engine: named tables of rows, read and written row by row or, where {@link
 * Capabilities#transactions} says so, in transactions over many rows. Thread-safe.
 *
 * <p>Outside a transaction a read sees the newest committed state of each row; rows of one call may
 * be from different moments. Every method throws {@link EngineException} if the engine fails; a
 * write throws {@link OutcomeUnknownException} if the engine cannot tell its outcome. A call that
 * names a missing table, family or column, or passes a value of the wrong type, is refused with an
 * {@link IllegalArgumentException}. A call that exceeds a limit of {@link #capabilities} is refused
 * with a {@link CapabilityException}. Both happen before anything is written. A closed store
 * refuses every call with an {@link IllegalStateException}.
 */
public interface Engine extends Reader, AutoCloseable {

  /** Returns the URI that opens this store again. */
  String uri();

  /** Returns the capabilities of this engine; constant while it is open. */
  Capabilities capabilities();

  /**
   * Returns the reasons why a read of this store may miss a write that was acknowledged, to this or
   * another process, before the read began. Each reason says what to choose instead. Empty if reads
   * see every acknowledged write, as repaired writes need. This call may ask the servers for the
   * current settings of the store.
   */
  List<String> staleReads();

  /** Returns the tables of this store, by name, in no particular order. */
  List<TableSchema> tables();

  /**
   * Creates a table, or does nothing if it exists with the same schema.
   *
   * @throws SchemaMismatchException if it exists with another schema; the message lists the
   *     differences
   * @throws CapabilityException if the schema needs a capability that this engine lacks
   */
  void createTable(TableSchema schema);

  /**
   * Creates tables, each as {@link #createTable} does, in no particular order and not atomically
   * together: on an exception any subset of them may exist, and the same call may be repeated. Only
   * after an interruption or a timeout may some still be in creation then. An engine whose servers
   * take long over a table makes them at the same time, as far as the servers can.
   */
  default void createTables(List<TableSchema> schemas) {
    schemas.forEach(this::createTable);
  }

  /**
   * Alters a table: appends columns to families of columns or items, adds families, and removes
   * families with their content. Does nothing if the table already is {@code after}. The order of
   * families, split points and options are no differences; an added family gets the options of
   * {@code after}.
   *
   * <p>Rows written before have null in an appended column, and lack an added family. So does a
   * family that was removed and is added again: none of its former content comes back, whatever
   * writes were still under way when it was removed.
   *
   * <p>Reads and writes may go on meanwhile, by this client and others. This client knows the new
   * schema when the call returns; any other client at the latest after its next {@link #tables}.
   * Until then the other client reads the columns that it knows as if nothing had been altered, and
   * its put of a family with appended columns leaves these columns null or as they were. A client
   * that knows the appended columns puts null in them by leaving their values out. A use of a
   * removed family fails or has no effect.
   *
   * <p>The new schema takes effect at one moment. If the call fails, the table is as before or
   * {@code after}, and becomes nothing else later; the same call may be repeated until it succeeds.
   * Several clients may make the same alteration of a table at a time, but not different ones.
   *
   * @param before the schema that the table has, if it is not {@code after}
   * @throws IllegalArgumentException if there is no such table
   * @throws SchemaMismatchException if the table is neither {@code before} nor {@code after}, or if
   *     the alteration does anything else; the message lists the differences
   * @throws CapabilityException if this engine lacks a capability for {@code after}, or stores a
   *     family in a form that takes no more columns; nothing is altered
   */
  void alterTable(TableSchema before, TableSchema after);

  /** Removes a table with all its rows; does nothing if no table has that name. */
  void dropTable(String table);

  /**
   * Changes one row atomically if its condition holds at that moment.
   *
   * <p>A change on a condition is sent once more only if the first attempt cannot have been made;
   * no client library may repeat it by itself. The answer to a repetition would say that the
   * condition did not hold, although the first attempt has changed the row. If an answer is lost,
   * the caller gets an {@link OutcomeUnknownException}.
   *
   * @return whether the condition held and the change was made; true without a condition
   * @throws CapabilityException if the mutation has a condition and {@link
   *     Capabilities#conditionalWrite} is false, or a condition on more parts than {@link
   *     Capabilities#transactions} allows; if it has a version and {@link Capabilities#versions} is
   *     false; or if it removes a range of items and {@link Capabilities#itemRanges} is false
   */
  boolean mutate(Mutation mutation, Durability durability);

  /**
   * Changes several rows, each atomically and on its own condition, in no particular order and not
   * atomically together; on an exception any subset may have been made. One round trip (to each
   * server concerned, all at once), or a bounded number of them at a time if there are many.
   *
   * @return for each mutation, in their order, the value that {@link #mutate} would have returned
   * @throws CapabilityException as {@link #mutate}, before anything is changed
   */
  List<Boolean> mutateAll(List<Mutation> mutations, Durability durability);

  /**
   * Refuses the mutations that {@link #mutate} and {@link #mutateAll} would refuse because of the
   * mutations alone, with the same exception and message. This call writes nothing, decides no
   * condition and asks no server, except for the schema of a table that this client has not used
   * before. Call it before you commit one write that other writes follow: mutations that pass this
   * check are never refused later, as long as the tables and the engine's settings stay the same.
   *
   * @throws IllegalArgumentException if a mutation names a missing part or holds a value of the
   *     wrong type, see {@link Engine}
   * @throws CapabilityException if a mutation is beyond the capabilities or a limit of this engine
   */
  void requireWritable(List<Mutation> mutations);

  /**
   * Returns a view of this store whose reads and writes have other consistencies than the URI sets.
   * The view shares everything else with this engine and need not be closed.
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
   * Returns a writer that fills tables faster than {@link #mutateAll}; empty if this engine has
   * none. Only if nothing else reads or writes these tables meanwhile: see {@link BulkWriter}.
   */
  default Optional<BulkWriter> bulkWriter() {
    return Optional.empty();
  }

  /**
   * Returns the servers' counters of their work; empty if clients of this engine cannot read them.
   * Reading them asks the servers: use this for measurements and not for every operation.
   */
  default Optional<ServerMetrics> serverMetrics() {
    return Optional.empty();
  }

  /**
   * Returns the time of a server's wall clock, at most some seconds old; empty if clients of this
   * engine cannot read it. Reading it asks the servers. Use it only to find out whether the clock
   * of this process is wrong by hours, and base no other decision on it.
   *
   * @return milliseconds since 1970-01-01T00:00Z
   * @throws UnavailableException if no server reports it within about a second
   */
  default OptionalLong serverMillis() {
    return OptionalLong.empty();
  }

  /** Returns the engine's own name and version, for people. */
  String describe();

  @Override
  void close();
}
