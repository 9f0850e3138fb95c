package org.portolan.data.internal.backfill;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.portolan.data.DataException;
import org.portolan.data.DuplicateValueException;
import org.portolan.data.EntityRow;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Patience;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.build.Violation;
import org.portolan.data.internal.repaired.VisitParts;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.Projection;
import org.portolan.data.internal.write.WriteAttempts;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Row;
import org.portolan.types.Tuple;

/**
 * Takes the values of unique indexes for the rows that have them, while any processes write. All of
 * them must take and give up values already. Used by one thread at a time; several processes may do
 * the same at once.
 *
 * <h2>Why</h2>
 *
 * Only a row that has a value holds it: a write that takes a value for a row also writes that row,
 * and a write that changes the row also gives its old value up. So if a row has a value and has
 * taken it at one moment, this stays so until the row changes, and no other row can get the value.
 * This moment is a write like any other, of the row and of its values ({@link
 * org.portolan.data.internal.write.StoreWrite#claim}). If another row has taken the value, both
 * have it: the index cannot be.
 *
 * <p>On an engine of rows, each row is raised before ({@link RaisedPage}): a commit of a process
 * that was fenced before it took values finds its condition false afterwards. What the row has when
 * it is raised is taken by this backfill, what it gets later by its writer.
 *
 * <h2>How it fails</h2>
 *
 * As {@link IndexBackfill}. No checkpoint follows the first value that two rows have, so the next
 * run finds it again.
 *
 * <h2>What it costs</h2>
 *
 * One scan, and one write of at most {@value #ROWS_TOGETHER} rows and their values; the rows of one
 * that met others are written one by one. On engines of rows, one batch of conditional changes for
 * each page more.
 */
public final class ClaimBackfill {
  /** More rows in one message would not help, and the change is given up because of them. */
  public static final int FOUND_MAX = 20;

  /** Each of them is locked, on an engine of rows, while the others are. */
  private static final int ROWS_TOGETHER = 20;

  private final Engine engine;
  private final WriteAttempts attempts;
  private final Optional<VisitParts> visits;
  private final List<IndexSchema> targets;
  private final StoreRuntime runtime;
  private final BackfillOptions options;

  /**
   * The result of a run.
   *
   * @param violations values that two rows have: then not all values are taken. At most {@value
   *     #FOUND_MAX} are named
   */
  public record Result(IndexBackfill.Result work, List<Violation> violations) {
    public Result {
      violations = List.copyOf(violations);
    }
  }

  /** A row that could not take a value. */
  private record Found(EntitySchema entity, Tuple key, Violation violation) {}

  /**
   * @param attempts of writes that maintain the indexes
   * @param visits on an engine of rows
   * @param targets unique indexes
   */
  public ClaimBackfill(
      Engine engine,
      WriteAttempts attempts,
      Optional<VisitParts> visits,
      List<IndexSchema> targets,
      StoreRuntime runtime,
      BackfillOptions options) {
    this.engine = engine;
    this.attempts = attempts;
    this.visits = visits;
    this.targets = List.copyOf(targets);
    this.runtime = runtime;
    this.options = options;
  }

  /**
   * Makes the backfill.
   *
   * @param checkpoint {@link IndexBackfill#START}, or how far an earlier run got
   * @param reached as with {@link IndexBackfill#run}
   * @throws DataException if other writers change a row so often that it cannot be done within
   *     minutes
   */
  public Result run(String checkpoint, Consumer<String> reached, EvolveOptions.Progress progress) {
    List<EntitySchema> entities = targets.stream().map(IndexSchema::entity).toList();
    Run run = new Run(reached, progress);
    for (EntityPages.Part part : EntityPages.from(checkpoint, entities, "index")) {
      if (!run.isHopeless()) {
        run.visit(part);
      }
    }
    run.lookAgain();
    return new Result(
        run.tally.result(), run.found.stream().map(Found::violation).limit(FOUND_MAX).toList());
  }

  /** One run. */
  private final class Run {
    private final EntityPages pages;
    private final Patience patience = Patience.ofMinutes(runtime);
    private final Tally tally = new Tally();
    private List<Found> found = new ArrayList<>();
    private boolean foundAny;

    Run(Consumer<String> reached, EvolveOptions.Progress progress) {
      this.pages =
          new EntityPages(
              engine,
              runtime,
              options,
              tally,
              checkpoint -> {
                if (!foundAny) {
                  reached.accept(checkpoint);
                }
              },
              progress);
    }

    void visit(EntityPages.Part part) {
      EntitySchema entity = part.entity();
      List<IndexSchema> lists = IndexBackfill.of(targets, entity);
      Projection projection = IndexBackfill.projection(lists);
      pages.visit(
          part,
          Math.min(options.rowsMax(), options.readRowsMax()),
          visits.isPresent() ? PageVisit.reads(projection) : projection.reads(),
          this::isHopeless,
          (rows, known, any) -> claim(lists, there(entity, projection, rows, known)));
    }

    /** Returns the rows of a page that are there; those that get a value later take it. */
    private List<EntityRow> there(
        EntitySchema entity, Projection projection, List<Row> page, Stopwatch known) {
      List<EntityRow> rows = new ArrayList<>();
      if (visits.isPresent()) {
        new RaisedPage(visits.get(), entity, List.of(), projection, tally, rows::add)
            .visit(page, known, patience);
      } else {
        page.stream()
            .filter(entity::exists)
            .forEach(row -> rows.add(projection.row(entity.key(row), row)));
      }
      return rows;
    }

    private void claim(List<IndexSchema> lists, List<EntityRow> rows) {
      List<Tuple> keys =
          rows.stream()
              .filter(
                  row ->
                      lists.stream()
                          .anyMatch(list -> !list.entries(row.key(), row.values()).isEmpty()))
              .map(EntityRow::key)
              .distinct()
              .toList();
      for (int from = 0; from < keys.size(); from += ROWS_TOGETHER) {
        List<Tuple> some = keys.subList(from, Math.min(keys.size(), from + ROWS_TOGETHER));
        try {
          attempt(lists, some);
        } catch (ConflictException | DuplicateValueException | CapabilityException e) {
          tally.conflicts++;
          some.forEach(key -> claim(lists, key));
        }
        tally.entries += some.size();
      }
    }

    private void claim(List<IndexSchema> lists, Tuple key) {
      EntitySchema entity = lists.get(0).entity();
      Losses losses = new Losses(runtime);
      while (true) {
        try {
          attempt(lists, List.of(key));
          return;
        } catch (DuplicateValueException e) {
          foundAny = true;
          found.add(
              new Found(
                  entity,
                  key,
                  new Violation(e.index(), e.value(), e.key(), Optional.of(e.owner()))));
          return;
        } catch (ConflictException e) {
          tally.conflicts++;
          if (losses.areTooMany()) {
            throw new DataException(
                "cannot take the unique values of row "
                    + key
                    + " of '"
                    + entity.name()
                    + "': other writers changed it for minutes; go on when there are fewer of them",
                e);
          }
          losses.lost();
        }
      }
    }

    private void attempt(List<IndexSchema> lists, List<Tuple> keys) {
      patience.run(
          () -> {
            Object unused =
                attempts.make(
                    Durability.SYNCED,
                    null,
                    write -> {
                      write.claim(lists, keys);
                      return null;
                    });
          });
    }

    /** Returns whether enough values of two rows are known, so that the run can end. */
    boolean isHopeless() {
      if (found.size() >= FOUND_MAX) {
        lookAgain();
      }
      return found.size() >= FOUND_MAX;
    }

    /** Tries again with the rows that could not take a value: they may have changed since. */
    void lookAgain() {
      List<Found> before = found;
      found = new ArrayList<>();
      before.forEach(each -> claim(IndexBackfill.of(targets, each.entity()), each.key()));
    }
  }
}
