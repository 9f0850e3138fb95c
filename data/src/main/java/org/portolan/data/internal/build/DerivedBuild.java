package org.portolan.data.internal.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Patience;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.check.AtomicCounterLook;
import org.portolan.data.internal.check.AtomicEntryLook;
import org.portolan.data.internal.check.CheckRun;
import org.portolan.data.internal.check.Recount;
import org.portolan.data.internal.read.RowReads;
import org.portolan.data.internal.repaired.Repairing;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.DerivedParts;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.engine.Engine;
import org.portolan.types.RecordSorter;
import org.portolan.types.Tuple;

/**
 * Builds indexes, lists of referring rows and counters from the rows that a store has.
 *
 * <h2>Why</h2>
 *
 * Rows come in the order of their keys, and so the entries of each bucket are spread over all of
 * them: page after page, each bucket would be rewritten for each page. So all entries are sorted
 * first, by the row in which they will be; then each row is written once, and in the order in which
 * the engine has its keys. All lists of an entity are made from one pass over its rows.
 *
 * <h2>How it fails</h2>
 *
 * No other process may have the store open, no write may be unfinished ({@link
 * StoppedStore#settle}) and the caller must keep the store from being opened until {@link #verify}
 * has found nothing. A build that was interrupted is begun again: it first removes what it has
 * left, which is in its own tables and families alone. So there is no checkpoint. Rows that a
 * unique index or a reference does not admit are all found before anything else is written; then
 * nothing is built.
 *
 * <h2>What it costs</h2>
 *
 * One scan of the columns that the lists need, one look-up for each different row that a page of
 * rows refers to, and the entries. Beyond {@value #SORT_BYTES} bytes the entries are written to
 * files and read again. Memory: these bytes, a page of rows, what the engine gathers for its files,
 * and a bucket that is an object, or a node of each level of a tree. Used by one thread.
 */
public final class DerivedBuild {
  /** The memory for entries that are sorted. */
  public static final long SORT_BYTES = 32L << 20;

  private final Engine engine;
  private final StoreSchema schema;
  private final DerivedParts parts;
  private final StoreOptions options;
  private final Optional<Path> directory;
  private final long sortBytes;

  private DerivedBuild(
      Engine engine,
      StoreSchema schema,
      DerivedParts parts,
      StoreOptions options,
      Optional<Path> directory,
      long sortBytes) {
    this.engine = engine;
    this.schema = schema;
    this.parts = parts;
    this.options = options;
    this.directory = directory;
    this.sortBytes = sortBytes;
  }

  /**
   * Prepares a build.
   *
   * @param schema the design with the parts; its entities must have their tables and families,
   *     those of lists within their rows included
   */
  public static DerivedBuild of(
      Engine engine, StoreSchema schema, DerivedParts parts, StoreOptions options) {
    return new DerivedBuild(engine, schema, parts, options, Optional.empty(), SORT_BYTES);
  }

  /**
   * Returns this build, which sorts otherwise.
   *
   * @param newDirectory a directory for this sort alone, not one for temporary files
   * @param newSortBytes the memory for entries
   */
  public DerivedBuild sortingIn(Path newDirectory, long newSortBytes) {
    return new DerivedBuild(
        engine, schema, parts, options, Optional.of(newDirectory), newSortBytes);
  }

  /** Returns the steps of this build, for people. */
  public List<String> plan() {
    List<String> steps = new ArrayList<>();
    for (EntitySchema entity : schema.entities()) {
      List<String> names = new DerivedParts(parts.lists(entity), parts.rowCounters(entity)).names();
      if (!names.isEmpty()) {
        steps.add("read all rows of " + entity.name() + " for " + String.join(", ", names));
      }
    }
    for (CounterSchema counter : parts.counters()) {
      if (!counter.countsRows()) {
        steps.add(
            "count all items of "
                + counter.entity().name()
                + "."
                + counter.design().collection().orElseThrow()
                + " for "
                + counter.name());
      }
    }
    return steps;
  }

  /**
   * Removes what an earlier attempt has left, and builds everything anew; durable when it returns.
   *
   * @return the violations, if there are any: then nothing is built
   * @throws org.portolan.data.DataException if a write is unfinished
   * @throws org.portolan.engine.CapabilityException if the engine does not take an entry
   */
  public BuildResult run(EvolveOptions.Progress progress) {
    if (parts.isEmpty()) {
      return new BuildResult(0, 0, List.of(), 0);
    }
    OwnRows own = new OwnRows(engine, schema, parts);
    own.empty();
    try {
      Path sorting =
          directory.isPresent() ? directory.get() : Files.createTempDirectory("portolan-build");
      try (RecordSorter sorter = new RecordSorter(sorting, sortBytes, RecordSorter.Watch.NONE)) {
        BuildResult result = new Run(sorter, progress).run();
        if (!result.isBuilt()) {
          own.empty();
        }
        return result;
      } finally {
        if (directory.isEmpty()) {
          Files.deleteIfExists(sorting);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot sort the entries of " + parts.names(), e);
    }
  }

  /**
   * Checks what was built, and nothing else, as the check of a store does; repairs nothing.
   *
   * @param findings receives what is wrong
   */
  public StoreCheck.Result verify(Consumer<StoreCheck.Finding> findings) {
    StoreRuntime runtime = options.runtime();
    StoreCheck.Options once =
        new StoreCheck.Options(false, false, Duration.ZERO, BuildResult.VIOLATIONS_MAX);
    StoreMeta meta = new StoreMeta(engine);
    if (schema.guarantee() == Guarantee.ATOMIC) {
      return new CheckRun(
              engine,
              engine::begin,
              schema,
              meta,
              new AtomicEntryLook(engine::begin, runtime),
              new AtomicCounterLook(engine::begin, engine.capabilities(), runtime.newLock()),
              once,
              runtime)
          .only(parts)
          .run(findings, done -> {});
    }
    try (Repairing repairing =
        new Repairing(engine, schema, options.sweeping(Duration.ZERO, options.sweepGrace()))) {
      return new CheckRun(
              engine,
              engine::begin,
              schema,
              meta,
              repairing.entries(),
              repairing.counters(),
              once,
              runtime)
          .only(parts)
          .run(findings, done -> {});
    }
  }

  /**
   * Removes parts that a design does not have any more, or has in another form. May be repeated.
   * Lists within the rows of entities go with their families, by {@link Engine#tables the engine's}
   * change of a table.
   *
   * @param before the design that has the parts
   * @param after the design that is to come
   */
  public static void drop(
      Engine engine,
      StoreSchema before,
      DerivedParts parts,
      StoreSchema after,
      StoreRuntime runtime) {
    new OwnRows(engine, before, parts).drop();
    if (after.counters().isEmpty()) {
      if (!parts.counters().isEmpty()) {
        engine.dropTable(CounterSchema.TABLE);
      }
      return;
    }
    CounterFill counters = new CounterFill(engine, before, runtime);
    parts.counters().forEach(counters::remove);
  }

  /** One attempt. */
  private final class Run implements GuardRows.UniqueViolations {
    private final RecordSorter sorter;
    private final EvolveOptions.Progress progress;
    private final Patience patience = Patience.ofMinutes(options.runtime());
    private final Violations violations = new Violations();
    private final Map<CounterSchema, Long> counts = new LinkedHashMap<>();
    private long rows;
    private long entries;

    Run(RecordSorter sorter, EvolveOptions.Progress progress) {
      this.sorter = sorter;
      this.progress = progress;
    }

    BuildResult run() throws IOException {
      List<EntryForm> forms = forms();
      for (EntitySchema entity : schema.entities()) {
        RowPass pass = new RowPass(engine, schema, entity, forms, parts, sorter, violations);
        pass.run(patience, progress);
        rows += pass.rows();
        counts.putAll(pass.counts());
      }
      fill(forms);
      if (violations.isEmpty()) {
        setCounters();
      }
      return violations.result(rows, violations.isEmpty() ? entries : 0);
    }

    /** Unique indexes come first: their violations are known before anything else is written. */
    private List<EntryForm> forms() {
      List<IndexSchema> lists = new ArrayList<>(parts.lists());
      lists.sort(Comparator.comparing(list -> list.claims().isEmpty()));
      List<EntryForm> forms = new ArrayList<>();
      for (IndexSchema list : lists) {
        forms.add(new EntryForm(forms.size(), list));
      }
      return forms;
    }

    private void fill(List<EntryForm> forms) throws IOException {
      StoreRuntime runtime = options.runtime();
      OptionalLong version =
          schema.guarantee() == Guarantee.REPAIRED
              ? OptionalLong.of(runtime.wallMillis() - StoreOptions.CLOCK_SKEW_MAX.toMillis())
              : OptionalLong.empty();
      try (BulkOut out = BulkOut.of(engine, runtime)) {
        GuardRows guards = new GuardRows(version, runtime.random().nextLong(), out::write);
        Iterator<RecordSorter.Entry> sorted = sorter.sorted();
        EntryForm form = null;
        ListFill fill = null;
        EntryForm.Sorted entry = null;
        long ofList = 0;
        while (sorted.hasNext()) {
          RecordSorter.Entry record = sorted.next();
          EntryForm next = forms.get(EntryForm.number(record));
          if (next != form) {
            if (fill != null) {
              fill.end();
            }
            if (next.list().claims().isEmpty() && any()) {
              return;
            }
            form = next;
            fill = fill(guards, form.list(), out);
            entry = null;
            ofList = 0;
          }
          entry = form.read(record, entry);
          fill.add(entry);
          entries++;
          if (++ofList % 10_000 == 0) {
            progress.at("entries of " + form.list().title(), ofList);
          }
        }
        if (fill != null) {
          fill.end();
        }
        out.flush();
      }
    }

    private ListFill fill(GuardRows guards, IndexSchema list, BulkOut out) {
      if (list.claims().isPresent()) {
        return guards.ofUnique(list, this);
      }
      ListFill fill = ListFill.of(list, options.runtime().random(), out::write);
      return list.reference().isPresent() ? guards.of(list, fill) : fill;
    }

    private void setCounters() {
      for (CounterSchema counter : parts.counters()) {
        if (!counter.countsRows()) {
          long items = patience.repeat(() -> Recount.actual(engine, counter, looked -> {}));
          counts.put(counter, items);
        }
      }
      CounterFill fill = new CounterFill(engine, schema, options.runtime());
      counts.forEach(fill::set);
    }

    @Override
    public void add(IndexSchema index, Tuple value, Tuple owner, Tuple other) {
      if (violations.isFull()) {
        violations.count();
        return;
      }
      Optional<EntityRow> row =
          RowReads.getAll(
                  new Access(engine, null),
                  index.entity(),
                  List.of(other),
                  new Columns(false, index.columns()))
              .get(0);
      Tuple written = row.map(found -> index.written(found, value)).orElse(value);
      violations.add(new Violation(index.title(), written, other, Optional.of(owner)));
    }

    @Override
    public boolean any() {
      return !violations.isEmpty();
    }
  }
}
