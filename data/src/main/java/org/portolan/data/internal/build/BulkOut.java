package org.portolan.data.internal.build;

import java.util.ArrayList;
import java.util.List;
import org.portolan.data.Patience;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.write.MutationSizes;
import org.portolan.engine.BulkWriter;
import org.portolan.engine.Engine;
import org.portolan.engine.Mutation;
import org.portolan.engine.adapter.PlainBulkWriter;

/**
 * Writes rows by the engine's cheapest way, many at a time. All changes are puts that may be made
 * twice. Used by one thread.
 */
final class BulkOut implements AutoCloseable {
  private static final int CHANGES_MAX = 1_000;
  private static final long BYTES_MAX = 1 << 20;

  private final BulkWriter writer;
  private final Patience patience;
  private final List<Mutation> waiting = new ArrayList<>();
  private int changes;
  private long bytes;

  private BulkOut(BulkWriter writer, Patience patience) {
    this.writer = writer;
    this.patience = patience;
  }

  static BulkOut of(Engine engine, StoreRuntime runtime) {
    BulkWriter writer = engine.bulkWriter().orElseGet(() -> new PlainBulkWriter(engine));
    return new BulkOut(writer, writer.isRepeatable() ? Patience.ofMinutes(runtime) : Patience.NONE);
  }

  void write(Mutation mutation) {
    waiting.add(mutation);
    changes += mutation.changes().size();
    bytes += MutationSizes.bytes(mutation);
    if (changes >= CHANGES_MAX || bytes >= BYTES_MAX) {
      writeWaiting();
    }
  }

  private void writeWaiting() {
    if (waiting.isEmpty()) {
      return;
    }
    List<Mutation> batch = List.copyOf(waiting);
    patience.run(() -> writer.write(batch));
    waiting.clear();
    changes = 0;
    bytes = 0;
  }

  /** Makes everything visible and durable. */
  void flush() {
    writeWaiting();
    writer.flush();
  }

  @Override
  public void close() {
    writer.close();
  }
}
