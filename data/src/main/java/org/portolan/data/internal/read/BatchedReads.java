package org.portolan.data.internal.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.portolan.data.ReadBatch;
import org.portolan.data.StoreReader;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.read.Replay.SuspendedError;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.engine.Get;
import org.portolan.engine.Row;
import org.portolan.types.Tuple;

/**
 * A batch of reads. Each runs until it needs rows that are not known yet; then the rows that all of
 * them need are read in one round trip, and they run again, see {@link Replay}. Used by one thread.
 */
public final class BatchedReads implements ReadBatch {
  /** Far more than a read that belongs into a batch needs. */
  static final int ROUND_TRIPS_MAX = 1_000;

  private final StoreSchema schema;
  private final Access access;
  private final UnaryOperator<StoreReader> view;
  private final List<Part<?>> parts = new ArrayList<>();
  private boolean added;

  private BatchedReads(StoreSchema schema, Access access, UnaryOperator<StoreReader> view) {
    this.schema = schema;
    this.access = access;
    this.view = view;
  }

  /**
   * Makes the reads of a batch; see {@link org.portolan.data.Store#read}.
   *
   * @param view what the application sees of a reader
   */
  public static <T> T read(
      StoreSchema schema,
      Access access,
      UnaryOperator<StoreReader> view,
      Function<ReadBatch, Supplier<T>> reads) {
    BatchedReads batch = new BatchedReads(schema, access, view);
    Supplier<T> result = reads.apply(batch);
    batch.added = true;
    batch.run();
    return result.get();
  }

  @Override
  public <T> Supplier<T> add(Function<StoreReader, T> read) {
    if (added) {
      throw new IllegalStateException(
          "a read was added to a batch whose reads are made; add it inside the function that is"
              + " passed to Store.read");
    }
    Part<T> part = new Part<>(read);
    parts.add(part);
    return part;
  }

  private void run() {
    for (int trip = 0; trip <= ROUND_TRIPS_MAX; trip++) {
      List<Get> wanted = new ArrayList<>();
      List<Part<?>> waiting = new ArrayList<>();
      for (Part<?> part : parts) {
        if (!part.done) {
          part.run();
          wanted.addAll(part.wanted);
        }
        if (!part.done) {
          waiting.add(part);
        }
      }
      if (waiting.isEmpty()) {
        return;
      }
      List<Row> rows = access.get(wanted);
      int from = 0;
      for (Part<?> part : waiting) {
        int to = from + part.wanted.size();
        part.replay.answer(part.wanted, List.copyOf(rows.subList(from, to)));
        from = to;
      }
    }
    throw new IllegalStateException(
        "a read of a batch was not done after "
            + ROUND_TRIPS_MAX
            + " round trips: it asks for other rows each time it runs, or for too many one after"
            + " another; read a long list from the store");
  }

  /** One read. */
  private final class Part<T> implements Supplier<T> {
    private final Function<StoreReader, T> read;
    private final Replay replay = new Replay(access);
    private final StoreReader reader =
        new WithoutRandom(view.apply(new SchemaReader(schema, access.by(replay))));
    private List<Get> wanted = List.of();
    private boolean done;
    private T result;

    Part(Function<StoreReader, T> read) {
      this.read = read;
    }

    void run() {
      replay.begin();
      try {
        result = read.apply(reader);
        done = true;
        wanted = List.of();
      } catch (SuspendedError suspended) {
        wanted = suspended.wanted();
      } finally {
        replay.end();
      }
    }

    @Override
    public T get() {
      if (!done) {
        throw new IllegalStateException(
            "the result of a read was asked for before the reads of its batch were made; ask for it"
                + " in the function that is returned to Store.read");
      }
      return result;
    }
  }

  /** Refuses the read that asks for other rows each time. */
  private record WithoutRandom(StoreReader reader) implements ReaderView {
    @Override
    public Optional<Tuple> randomMember(String index, Tuple value, RandomGenerator random) {
      throw new IllegalArgumentException(
          "a random member of index '"
              + index
              + "' cannot be read in a batch, whose reads run several times; read it from the"
              + " store");
    }
  }
}
