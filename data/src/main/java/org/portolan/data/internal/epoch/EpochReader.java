package org.portolan.data.internal.epoch;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Start;
import org.portolan.data.StoreReader;
import org.portolan.data.Trace;
import org.portolan.types.Tuple;

/**
 * Reads by the design that is in force when each read begins. Thread-safe.
 *
 * @param trace counts what is read; null for no count
 */
public record EpochReader(Operations operations, Trace trace) implements StoreReader {

  /** What runs operations by the design in force. */
  public interface Operations {
    /** Runs a read, perhaps more than once. */
    <T> T read(Function<StoreParts, T> operation);
  }

  private <T> T read(Function<StoreReader, T> read) {
    return operations.read(
        parts -> {
          // What is read does not show what others have changed in the group of a write.
          parts.writer().goesOutside();
          return read.apply(parts.view().of(parts.reader(trace)));
        });
  }

  @Override
  public List<Optional<EntityRow>> getAll(String entity, List<Tuple> keys, Columns columns) {
    return read(reader -> reader.getAll(entity, keys, columns));
  }

  @Override
  public Slice<EntityRow> scan(String entity, Tuple leading, Columns columns, Paging paging) {
    return read(reader -> reader.scan(entity, leading, columns, paging));
  }

  @Override
  public Slice<EntityRow> scanStored(String entity, Columns columns, Paging paging) {
    return read(reader -> reader.scanStored(entity, columns, paging));
  }

  @Override
  public Optional<Item> item(String entity, Tuple key, String collection, Tuple itemKey) {
    return read(reader -> reader.item(entity, key, collection, itemKey));
  }

  @Override
  public Slice<Item> items(String entity, Tuple key, String collection, Paging paging) {
    return read(reader -> reader.items(entity, key, collection, paging));
  }

  @Override
  public Slice<Tuple> index(String index, Tuple value, Start start, Paging paging) {
    return read(reader -> reader.index(index, value, start, paging));
  }

  @Override
  public Optional<Tuple> randomMember(String index, Tuple value, RandomGenerator random) {
    return read(reader -> reader.randomMember(index, value, random));
  }

  @Override
  public long counter(String counter) {
    return read(reader -> reader.counter(counter));
  }

  @Override
  public Optional<Object> extreme(String counter, Tuple group) {
    return read(reader -> reader.extreme(counter, group));
  }
}
