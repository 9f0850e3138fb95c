package org.portolan.data.internal.backfill;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.portolan.data.Columns;
import org.portolan.data.EvolveOptions;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.repaired.VisitParts;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.Projection;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.engine.Engine;
import org.portolan.engine.Transaction;

/**
 * Gives indexes the entries of all rows, while any processes write. All of them must maintain the
 * indexes already. Rows written before may lack entries, and only these: no entry may be listed
 * that its row does not have. When a backfill has ended, each index has exactly the entries of all
 * rows, and writers keep it so. Repeating it, in whole or in part, changes nothing. Used by one
 * thread at a time; several processes may run the same one at once.
 *
 * <h2>Why</h2>
 *
 * A writer changes the entries that differ between the row before and after. So once an entry
 * agrees with its row at one moment, it does for ever. The backfill visits each row once and makes
 * this moment. On engines with transactions it is the commit, which validates the row ({@link
 * AtomicBackfill}). On engines of rows it is a change of the row's write state on condition of the
 * state that was read ({@link RepairedBackfill}).
 *
 * <h2>How it fails</h2>
 *
 * Servers that do not answer are waited for, some minutes. After any failure, and after the death
 * of the process, another run goes on from the last checkpoint, or begins anew.
 */
public interface IndexBackfill {
  /** The checkpoint of a backfill that has not begun. */
  String START = Checkpoint.START;

  /**
   * The result of a run.
   *
   * @param rows the rows that were read
   * @param entries the entries that were listed, whether they had been before or not
   * @param bytes the approximate bytes that were written
   * @param conflicts how often rows or buckets were changed by others, and looked at again
   */
  record Result(long rows, long entries, long bytes, long conflicts) {
    /** Returns the result of two runs. */
    public Result and(Result other) {
      return new Result(
          rows + other.rows,
          entries + other.entries,
          bytes + other.bytes,
          conflicts + other.conflicts);
    }
  }

  /** The result of a run that has nothing to do. */
  Result NOTHING = new Result(0, 0, 0, 0);

  /**
   * Makes the backfill.
   *
   * @param checkpoint {@link #START}, or how far an earlier run of the same backfill got
   * @param reached receives one line of text after each part of the work, from which a later run
   *     can go on: what is done by then is durable
   * @param progress is told how many rows and entries are done
   * @throws IllegalArgumentException if the checkpoint is of another backfill
   * @throws org.portolan.data.DataException if other writers change a row or a bucket so often that
   *     it cannot be done within minutes
   * @throws org.portolan.engine.CapabilityException if the engine does not take an entry
   * @throws org.portolan.engine.UnavailableException if servers do not answer for minutes
   */
  Result run(String checkpoint, Consumer<String> reached, EvolveOptions.Progress progress);

  /** Makes a backfill from the beginning, without checkpoints. */
  default Result run(EvolveOptions.Progress progress) {
    return run(START, any -> {}, progress);
  }

  /**
   * Prepares a backfill on an engine with transactions.
   *
   * @param schema has the entities; the indexes need not be among those that it finds by name
   * @param targets indexes with tables of their own, without unique values: see {@link
   *     ClaimBackfill}
   * @param begin begins a synced transaction
   */
  static IndexBackfill ofTransactions(
      Engine engine,
      StoreSchema schema,
      List<IndexSchema> targets,
      Supplier<Transaction> begin,
      StoreRuntime runtime,
      BackfillOptions options) {
    return new AtomicBackfill(engine, schema, admitted(targets), begin, runtime, options);
  }

  /**
   * Prepares a backfill on an engine of rows.
   *
   * @param targets as with {@link #ofTransactions}
   */
  static IndexBackfill ofRows(
      VisitParts parts, List<IndexSchema> targets, BackfillOptions options) {
    return new RepairedBackfill(parts, admitted(targets), options);
  }

  /** Returns those of some indexes that are of an entity. */
  static List<IndexSchema> of(List<IndexSchema> targets, EntitySchema entity) {
    return targets.stream().filter(target -> target.entity().name().equals(entity.name())).toList();
  }

  /** Returns the columns of rows from which the entries in indexes of one entity are made. */
  static Projection projection(List<IndexSchema> lists) {
    Set<String> columns = new LinkedHashSet<>();
    lists.forEach(list -> columns.addAll(list.columns()));
    return lists.get(0).entity().projection(new Columns(false, columns));
  }

  private static List<IndexSchema> admitted(List<IndexSchema> targets) {
    for (IndexSchema target : targets) {
      if (target.withinEntity()
          || target.claims().isPresent()
          || target.reference().isPresent()
          || target.ofExtreme()) {
        throw new IllegalArgumentException(
            "cannot fill "
                + target.kind()
                + " '"
                + target.title()
                + "' beside writers: it has unique values, which are taken otherwise, or no table of"
                + " its own");
      }
    }
    return List.copyOf(targets);
  }
}
