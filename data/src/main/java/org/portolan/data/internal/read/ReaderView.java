package org.portolan.data.internal.read;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Start;
import org.portolan.data.StoreReader;
import org.portolan.types.Tuple;

/** Passes reads to another reader, unless an implementation overrides them. */
public interface ReaderView extends StoreReader {

  /** Returns the reader that answers the reads. */
  StoreReader reader();

  @Override
  default List<Optional<EntityRow>> getAll(String entity, List<Tuple> keys, Columns columns) {
    return reader().getAll(entity, keys, columns);
  }

  @Override
  default Slice<EntityRow> scan(String entity, Tuple leading, Columns columns, Paging paging) {
    return reader().scan(entity, leading, columns, paging);
  }

  @Override
  default Slice<EntityRow> scanStored(String entity, Columns columns, Paging paging) {
    return reader().scanStored(entity, columns, paging);
  }

  @Override
  default Optional<Item> item(String entity, Tuple key, String collection, Tuple itemKey) {
    return reader().item(entity, key, collection, itemKey);
  }

  @Override
  default Slice<Item> items(String entity, Tuple key, String collection, Paging paging) {
    return reader().items(entity, key, collection, paging);
  }

  @Override
  default Slice<Tuple> index(String index, Tuple value, Start start, Paging paging) {
    return reader().index(index, value, start, paging);
  }

  @Override
  default Optional<Tuple> randomMember(String index, Tuple value, RandomGenerator random) {
    return reader().randomMember(index, value, random);
  }

  @Override
  default long counter(String counter) {
    return reader().counter(counter);
  }

  @Override
  default Optional<Object> extreme(String counter, Tuple group) {
    return reader().extreme(counter, group);
  }
}
