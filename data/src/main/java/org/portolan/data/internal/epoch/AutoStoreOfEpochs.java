package org.portolan.data.internal.epoch;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.auto.AutoStore;
import org.portolan.data.internal.index.IndexReads;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.engine.Engine;
import org.portolan.engine.KeyRange;
import org.portolan.types.Tuple;

/** A store for the task that moves its automatic indexes, by the design in force at each call. */
public final class AutoStoreOfEpochs implements AutoStore {
  private static final int PAGE = 1_000;

  /** Counting the rows of an index ends early after this time. */
  private static final Duration COUNTING_MAX = Duration.ofSeconds(10);

  private final Engine engine;
  private final Epochs epochs;
  private final StoreRuntime runtime;
  private final Function<String, Optional<String>> noteReader;
  private final BiConsumer<String, String> noteWriter;
  private final Moving moving;

  /** Changes the layouts of indexes. */
  public interface Moving {
    /** As {@link AutoStore#evolve}. */
    List<String> move(Design design, long epoch);

    /** Completes a change of layouts that is under way, if there is one. */
    void completeMove();

    /** Returns whether a thread of this process changes the design. */
    boolean isChanging();
  }

  public AutoStoreOfEpochs(
      Engine engine,
      Epochs epochs,
      StoreRuntime runtime,
      Function<String, Optional<String>> noteReader,
      BiConsumer<String, String> noteWriter,
      Moving moving) {
    this.engine = engine;
    this.epochs = epochs;
    this.runtime = runtime;
    this.noteReader = noteReader;
    this.noteWriter = noteWriter;
    this.moving = moving;
  }

  @Override
  public Design design() {
    return epochs.now().schema().view().inForce();
  }

  @Override
  public long epoch() {
    return epochs.epoch();
  }

  @Override
  public boolean isChanging() {
    return moving.isChanging();
  }

  @Override
  public void goOn() {
    moving.completeMove();
  }

  @Override
  public Look look(String index, Tuple value, int membersMax) {
    return epochs.in(
        parts -> {
          IndexSchema schema = parts.schema().index(index);
          List<IndexReads.Member> members =
              IndexReads.page(
                      new Access(engine, null), schema, value, KeyRange.ALL, false, membersMax)
                  .members();
          long bytes =
              members.stream()
                  .mapToLong(member -> schema.memberCodec().encode(member.member()).length)
                  .sum();
          return new Look(members.size(), bytes);
        });
  }

  @Override
  public long entries(String index) {
    String entity = epochs.now().schema().index(index).entity().name();
    Slice<EntityRow> sample =
        epochs.in(parts -> parts.reader(null).scanStored(entity, Columns.ALL, Paging.first(PAGE)));
    double ofRow =
        epochs.in(
            parts ->
                sample.entries().stream()
                    .mapToInt(row -> parts.schema().index(index).entries(Optional.of(row)).size())
                    .average()
                    .orElse(0));
    return Math.round(ofRow * rows(entity, sample));
  }

  private long rows(String entity, Slice<EntityRow> first) {
    Optional<CounterDesign> counter =
        design().entity(entity).orElseThrow().counters().stream()
            .filter(each -> each.collection().isEmpty())
            .filter(each -> each.where().isEmpty() && each.sums().isEmpty())
            .findFirst();
    if (counter.isPresent()) {
      return epochs.in(parts -> parts.reader(null).counter(counter.get().name()));
    }
    Stopwatch stopwatch = runtime.stopwatch();
    long rows = first.entries().size();
    Optional<String> next = first.next();
    while (next.isPresent() && !stopwatch.exceeds(COUNTING_MAX)) {
      Paging paging = Paging.first(PAGE).after(next.get());
      Slice<EntityRow> page =
          epochs.in(parts -> parts.reader(null).scanStored(entity, Columns.NONE, paging));
      rows += page.entries().size();
      next = page.next();
    }
    return rows;
  }

  @Override
  public List<String> evolve(Design design, long epoch) {
    return moving.move(design, epoch);
  }

  @Override
  public Optional<String> note(String name) {
    return noteReader.apply(name);
  }

  @Override
  public void note(String name, String text) {
    noteWriter.accept(name, text);
  }
}
