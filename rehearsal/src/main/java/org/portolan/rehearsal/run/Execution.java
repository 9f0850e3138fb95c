package org.portolan.rehearsal.run;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.serve.Step;
import org.portolan.advisor.shape.Shape;
import org.portolan.data.Store;
import org.portolan.data.Trace;
import org.portolan.engine.Durability;
import org.portolan.engine.StoreException;
import org.portolan.rehearsal.layout.Layout;
import org.portolan.rehearsal.layout.Row;
import org.portolan.rehearsal.plan.Call;
import org.portolan.rehearsal.plan.Plan;
import org.portolan.rehearsal.sample.SampleRows;
import org.portolan.types.Tuple;

/**
 * Executes statements on a filled store, and compares what they read with a plain evaluation of
 * their conditions over the rows in memory. After a write the store has again the rows with which
 * it was filled. Not thread-safe.
 */
public final class Execution {
  private final Layout layout;
  private final SampleRows sample;
  private final Store store;
  private final long seed;
  private final StoreFill fill;
  private final Undo undo;

  /** Fills a store that is empty. */
  public Execution(Layout layout, SampleRows sample, Store store, long seed) {
    this.layout = layout;
    this.sample = sample;
    this.store = store;
    this.seed = seed;
    this.fill = new StoreFill(layout, sample);
    this.undo = new Undo(layout, sample, fill, store);
    fill.fill(store);
  }

  /** Executes a statement. */
  public Outcome execute(Plan plan) {
    if (plan.failure().isPresent()) {
      return Outcome.notExecuted(plan.failure().get());
    }
    try {
      return new Run(plan).execute();
    } catch (NotExecutedException e) {
      return Outcome.notExecuted(e.getMessage());
    } catch (StoreException | IllegalArgumentException e) {
      return Outcome.notExecuted("the store refuses it: " + e.getMessage());
    }
  }

  /** One statement. */
  private final class Run {
    private final Plan plan;
    private final List<String> faults = new ArrayList<>();
    private final Map<Integer, Bounds> bounds = new HashMap<>();
    private final Trace trace = new Trace();
    private boolean complete;

    /** Whether a step found nothing, so that those after it had nothing to do. */
    private boolean ended;

    private double estimated;
    private long found;

    /** The bytes of counters, whose additions are in slots that each write draws at random. */
    private long bytesOfCounters;

    Run(Plan plan) {
      this.plan = plan;
    }

    Outcome execute() {
      choose();
      estimated = plan.served().trips();
      Store traced = store.traced(trace);
      if (plan.writes()) {
        write(traced);
      } else {
        read(new Reads(traced, traced, plan.path(), bounds));
      }
      Trace.Counts counts = trace.counts();
      if (ended && counts.roundTrips() < Math.round(estimated)) {
        throw new NotExecutedException("no rows could be made that agree with all its conditions");
      }
      return new Outcome(
          true,
          "",
          counts.roundTrips(),
          counts.keysRead(),
          counts.keysWritten(),
          counts.bytesRead() - bytesOfCounters + counts.bytesWritten(),
          found,
          Math.round(estimated),
          faults);
    }

    /** Chooses the values of the statement. */
    private void choose() {
      Random random =
          new Random(seed * 41 + plan.served().statement().template().text().hashCode());
      List<Integer> order = new ArrayList<>();
      for (Call call : plan.calls()) {
        if (!call.kind().isWrite() && !order.contains(call.use())) {
          order.add(call.use());
        }
      }
      for (int use : order) {
        if (sample.of(plan.path().tables().get(use).table()).isEmpty()) {
          throw new NotExecutedException(
              "no rows could be made for " + plan.path().tables().get(use).table());
        }
      }
      Witness witness =
          Witness.find(plan.path(), order, sample, undo.referred(plan, order), random);
      complete = witness.complete();
      for (int use : order) {
        TableUse of = plan.path().tables().get(use);
        Row row = witness.rows().getOrDefault(use, sample.of(of.table()).get(0));
        Set<String> open = new LinkedHashSet<>();
        Set<String> descending = new LinkedHashSet<>();
        openRanges(use, open, descending);
        bounds.put(
            use,
            new Bounds(
                of,
                layout.find(of.table()).orElseThrow(),
                row,
                sample.of(of.table()),
                open,
                descending,
                ranged(use)));
      }
    }

    private Set<String> ranged(int use) {
      Set<String> ranged = new LinkedHashSet<>();
      for (Call call : plan.calls()) {
        if (call.use() == use) {
          call.ranged().ifPresent(ranged::add);
        }
      }
      return ranged;
    }

    /** A list without its rows does not show where a range ends. */
    private void openRanges(int use, Set<String> open, Set<String> descending) {
      List<Call> calls = plan.calls();
      for (int place = 0; place < calls.size(); place++) {
        Call call = calls.get(place);
        boolean rows = place + 1 < calls.size() && calls.get(place + 1).listed();
        if (call.use() == use && call.ranged().isPresent() && !rows) {
          open.add(call.ranged().get());
          if (!call.range().orElseThrow().upwards()) {
            descending.add(call.ranged().get());
          }
        }
      }
    }

    private Map<Integer, List<Hit>> read(Reads reads) {
      Map<Integer, List<Hit>> hits = new LinkedHashMap<>();
      Map<Call, List<Hit>> ridden = new LinkedHashMap<>();
      Map<Integer, Matches> matching = new LinkedHashMap<>();
      List<Call> calls = plan.calls();
      for (int place = 0; place < calls.size(); place++) {
        Call call = calls.get(place);
        if (call.kind().isWrite()) {
          continue;
        }
        if (call.kind() == Step.Kind.COUNT || call.kind() == Step.Kind.SUM) {
          counter(call);
          continue;
        }
        Matches matches =
            new Matches(plan.path(), call.use(), bounds.get(call.use()), reads.found());
        Optional<Call> rows =
            place + 1 < calls.size() && calls.get(place + 1).listed()
                ? Optional.of(calls.get(place + 1))
                : Optional.empty();
        // In a transaction, every read has a round trip of its own.
        List<Call> riding =
            plan.writes() ? List.of() : riding(rows.isPresent() ? place + 1 : place);
        List<Hit> some;
        switch (call.kind()) {
          case LIST, UNIQUE -> {
            int before = reads.furtherTrips();
            Map<Call, List<Hit>> all = reads.list(call, rows, riding, matches);
            some = all.get(call);
            estimated += reads.furtherTrips() - before;
            boolean again =
                plan.writes()
                    && rows.isPresent()
                    && !some.isEmpty()
                    && read(call, hits).containsAll(some.stream().map(Hit::key).toList());
            if (again) {
              estimated -= rows.get().step().trips();
            }
            if (call.end().isPresent() && rows.isPresent() && some.isEmpty()) {
              // Of nulls alone there is no entry, and no row to read.
              estimated -= rows.get().step().trips();
            }
            riding.forEach(other -> ridden.put(other, all.get(other)));
            place += rows.isPresent() ? 1 : 0;
          }
          case SCAN -> {
            // A scan takes a round trip for each beginning: here there are other numbers of these.
            if (call.step().trips() > 1) {
              estimated += reads.combinations(call).size() - call.step().trips();
            }
            int before = reads.furtherTrips();
            some = reads.scan(call, matches);
            estimated += reads.furtherTrips() - before;
          }
          case GET -> {
            if (plan.writes() && read(call, hits).containsAll(reads.combinations(call))) {
              estimated -= call.step().trips();
            }
            Map<Call, List<Hit>> all = reads.rows(call, reads.combinations(call), riding);
            some = all.get(call);
            riding.forEach(other -> ridden.put(other, all.get(other)));
          }
          default -> {
            // A transaction reads each item by itself: here there are other numbers of these.
            if (call.kind() == Step.Kind.GET_ITEM && call.step().trips() > 1) {
              estimated += reads.combinations(call).size() - call.step().trips();
            }
            int before = reads.furtherTrips();
            some = ridden.containsKey(call) ? ridden.get(call) : reads.owned(call);
            estimated += reads.furtherTrips() - before;
          }
        }
        List<Hit> met = some.stream().filter(hit -> matches.test(hit.row())).toList();
        List<Hit> good = Comparison.page(call, plan.path().result(), bounds.get(call.use()), met);
        compare(call, matches, good);
        found = good.size();
        ended |= !complete && good.isEmpty();
        reads.put(call.use(), good);
        hits.put(call.use(), good);
        if (!plan.writes()) {
          matching.put(call.use(), matches);
        }
      }
      if (Sides.areCompared(plan)) {
        List<Row> expected =
            sample.of(plan.path().tables().get(0).table()).stream()
                .filter(row -> matching.values().stream().anyMatch(any -> any.test(row)))
                .toList();
        Sides sides = new Sides(plan, bounds, hits);
        sides.difference(expected).ifPresent(faults::add);
        found = sides.found();
      }
      return hits;
    }

    /** The keys of the rows that steps before have read: a transaction reads a row once. */
    private Set<Tuple> read(Call call, Map<Integer, List<Hit>> hits) {
      Set<Tuple> read = new LinkedHashSet<>();
      for (Call other : plan.calls()) {
        boolean whole =
            other.kind() == Step.Kind.GET
                && other.place().entity().name().equals(call.place().entity().name());
        if (whole && hits.containsKey(other.use())) {
          hits.get(other.use()).forEach(hit -> read.add(hit.key()));
        }
      }
      return read;
    }

    private List<Call> riding(int place) {
      return plan.calls().stream().filter(call -> call.withCall() == place).toList();
    }

    private void compare(Call call, Matches matches, List<Hit> hits) {
      TableUse use = plan.use(call);
      List<Row> expected = sample.of(use.table()).stream().filter(matches::test).toList();
      Comparison.difference(
              call,
              plan.path().result(),
              use.equal(),
              bounds.get(call.use()),
              hits.stream().map(Hit::row).toList(),
              expected)
          .ifPresent(faults::add);
      // A least or greatest value is none of the nulls: of nulls alone there is none.
      boolean agree =
          call.end().isEmpty()
              || expected.stream().anyMatch(row -> row.get(call.end().get().column()) != null);
      if (complete && agree && hits.isEmpty()) {
        faults.add("found no row of " + call.place().table().name() + " although rows agree");
      }
    }

    private void counter(Call call) {
      long before = trace.counts().bytesRead();
      long value = store.traced(trace).counter(call.name());
      bytesOfCounters += trace.counts().bytesRead() - before;
      List<Row> rows = sample.of(call.place().name());
      long expected = rows.size();
      if (call.kind() == Step.Kind.SUM) {
        String column = call.step().by().get(0);
        expected = 0;
        for (Row row : rows) {
          Object one = row.get(column);
          expected +=
              one instanceof BigDecimal decimal
                  ? decimal.unscaledValue().longValueExact()
                  : one == null ? 0 : ((Number) one).longValue();
        }
      }
      found = 1;
      if (value != expected) {
        faults.add(call.name() + " is " + value + " where the rows give " + expected);
      }
    }

    private long collections(Call call) {
      return layout.ownedBy(call.place()).stream()
          .filter(owned -> owned.shape() instanceof Shape.Items)
          .count();
    }

    private void write(Store traced) {
      Writes[] made = new Writes[1];
      // The store is thrown away, and what a write reads and changes is the same without a sync.
      traced.write(
          Durability.BUFFERED,
          transaction -> {
            faults.clear();
            Reads reads = new Reads(transaction, traced, plan.path(), bounds);
            Map<Integer, List<Hit>> hits = read(reads);
            made[0] = new Writes(layout, plan.path(), fill, sample);
            for (Call call : plan.calls()) {
              if (call.kind().isWrite()) {
                boolean inserts = plan.use(call).role() == TableUse.Role.INSERTED;
                List<Hit> of =
                    inserts
                        ? hits.values().stream().reduce((any, last) -> last).orElse(List.of())
                        : hits.getOrDefault(call.use(), List.of());
                boolean each =
                    call.kind() == Step.Kind.PUT_ITEM || call.kind() == Step.Kind.DELETE_ITEM;
                if (each && call.step().trips() > 1) {
                  // Each item is read by itself: here there are others as many.
                  estimated += Math.max(1, of.size()) - Math.max(1, call.step().found());
                }
                if (call.kind() == Step.Kind.DELETE) {
                  // So are the items of each row that is deleted.
                  double others = Math.max(1, of.size()) - Math.max(1, call.step().found());
                  estimated += collections(call) * others;
                  // Rows that refer to these are read and deleted, too: the values of the statement
                  // are those of a row to which none refers, if there is one.
                  Set<Tuple> keys = new LinkedHashSet<>();
                  of.forEach(hit -> keys.add(hit.key()));
                  estimated += undo.cascades(call.place(), keys);
                }
                made[0].make(transaction, call, plan.use(call), of);
              }
            }
            return null;
          });
      made[0].fault(store).ifPresent(faults::add);
      found = made[0].written().size();
      undo.undo(made[0].written());
    }
  }
}
