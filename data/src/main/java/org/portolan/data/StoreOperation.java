package org.portolan.data;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * An operation of a store that has ended, however it ended. A method call of {@link Store} is one
 * operation; what a write reads and changes in its transaction is a part of the write.
 *
 * @param kind which method it was
 * @param object the name in the design: of an entity, of a collection as {@code entity.collection},
 *     of an index or of a counter. For a write, the entity that its function changed first. Empty
 *     if there is none, or if the design has no such name
 * @param duration from the call to its end, with all attempts and waits, by the monotonic clock
 * @param attempts how often a write was attempted; 1 for other operations
 * @param cost the keys, bytes and round trips of all attempts. Zero for maintenance: flush, merge,
 *     sweep, recount and check are not counted
 * @param calls the first {@value Trace#CALLS_MAX} calls to the engine
 * @param outcome how it ended
 * @param failure the exception that the caller got; its message may contain keys
 */
public record StoreOperation(
    Kind kind,
    String object,
    Duration duration,
    int attempts,
    Trace.Counts cost,
    List<Trace.Call> calls,
    Outcome outcome,
    Optional<Throwable> failure) {

  /** The kind of an operation, by the methods of {@link StoreReader} and {@link Store}. */
  public enum Kind {
    /** {@link StoreReader#get} and {@link StoreReader#getAll}. */
    GET,
    /** A page of {@link StoreReader#scan} or {@link StoreReader#scanStored}. */
    SCAN,
    /** {@link StoreReader#item}. */
    ITEM,
    /** A page of {@link StoreReader#items}. */
    ITEMS,
    /** A page of {@link StoreReader#index}. */
    INDEX,
    /** {@link StoreReader#randomMember}. */
    RANDOM,
    /** {@link StoreReader#counter} and {@link StoreReader#extreme}. */
    COUNTER,
    /** {@link Store#read}: a batch of reads. */
    BATCH,
    /** {@link Store#readSnapshot}, with all reads of its function. */
    SNAPSHOT,
    /**
     * {@link Store#note(String)} and {@link Store#note(String, String)}; {@link Store#load}, not
     * what it writes; {@link Store#isLoadUnfinished}.
     */
    NOTE,
    /** {@link Store#write}; not the writes of a {@link Sequence}. */
    WRITE,
    /** {@link Store#flush}. */
    FLUSH,
    /** {@link Store#mergeDeltas}. */
    MERGE,
    /** {@link Store#sweep}, if it is called; not the sweeps that a store makes by itself. */
    SWEEP,
    /** {@link Store#recount}. */
    RECOUNT,
    /** A run of {@link Store#check}, {@link Store#itemsWithoutRow}, or {@link Store#finishLoad}. */
    CHECK
  }

  /** How an operation ended. The failures of a write are those of {@link Store}. */
  public enum Outcome {
    /** It returned. */
    OK,
    /**
     * What was asked for is impossible, and nothing was changed: {@link RowExistsException}, {@link
     * ItemExistsException}, {@link ConstraintException}, {@link DuplicateValueException}, {@link
     * org.portolan.engine.CapabilityException}, or an {@link IllegalArgumentException}, for example
     * of a name that the design does not have.
     */
    REFUSED,
    /** The function of a write threw an exception that is not the store's; nothing was changed. */
    WITHDRAWN,
    /** Other writers won every attempt: {@link WriteConflictException}; nothing was changed. */
    CONFLICT,
    /** {@link org.portolan.engine.UnavailableException}; nothing was changed. */
    UNAVAILABLE,
    /** {@link org.portolan.engine.OutcomeUnknownException}: all was changed, or nothing. */
    UNKNOWN,
    /** Any other failure. */
    FAILED
  }

  public StoreOperation {
    calls = List.copyOf(calls);
  }
}
