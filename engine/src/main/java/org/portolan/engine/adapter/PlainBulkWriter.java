package org.portolan.engine.adapter;

import java.util.List;
import org.portolan.engine.BulkWriter;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Mutation;

/**
 * Bulk writes by unconditional changes of many rows at once, for engines whose client sends these
 * to all servers concerned at the same time and bounds how many are under way. Thread-safe.
 */
public record PlainBulkWriter(Engine engine) implements BulkWriter {

  @Override
  public void write(List<Mutation> mutations) {
    BulkWriter.requirePuts(mutations);
    List<Boolean> unused = engine.mutateAll(mutations, Durability.BUFFERED);
  }

  @Override
  public void writeVisibly(List<Mutation> mutations) {
    write(mutations);
  }

  @Override
  public boolean isRepeatable() {
    return true;
  }

  @Override
  public void flush() {
    engine.flush();
  }

  @Override
  public void close() {}
}
