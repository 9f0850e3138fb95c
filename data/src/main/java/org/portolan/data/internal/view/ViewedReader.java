package org.portolan.data.internal.view;

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
import org.portolan.data.internal.read.ReaderView;
import org.portolan.types.Tuple;

/** Reads of an application that does not know everything. As thread-safe as its reader. */
record ViewedReader(View view, StoreReader reader) implements ReaderView {
  @Override
  public List<Optional<EntityRow>> getAll(String entity, List<Tuple> keys, Columns columns) {
    return reader.getAll(entity, keys, view.columns(entity, columns)).stream()
        .map(found -> found.map(row -> view.row(entity, row)))
        .toList();
  }

  @Override
  public Slice<EntityRow> scan(String entity, Tuple leading, Columns columns, Paging paging) {
    return reader
        .scan(entity, leading, view.columns(entity, columns), paging)
        .map(row -> view.row(entity, row));
  }

  @Override
  public Slice<EntityRow> scanStored(String entity, Columns columns, Paging paging) {
    return reader
        .scanStored(entity, view.columns(entity, columns), paging)
        .map(row -> view.row(entity, row));
  }

  @Override
  public Optional<Item> item(String entity, Tuple key, String collection, Tuple itemKey) {
    view.requireCollection(entity, collection);
    return reader
        .item(entity, key, collection, itemKey)
        .map(item -> view.item(entity, collection, item));
  }

  @Override
  public Slice<Item> items(String entity, Tuple key, String collection, Paging paging) {
    view.requireCollection(entity, collection);
    return reader
        .items(entity, key, collection, paging)
        .map(item -> view.item(entity, collection, item));
  }

  @Override
  public Slice<Tuple> index(String index, Tuple value, Start start, Paging paging) {
    view.requireList("index", index);
    return reader.index(index, value, start, paging);
  }

  @Override
  public Optional<Tuple> randomMember(String index, Tuple value, RandomGenerator random) {
    view.requireList("index", index);
    return reader.randomMember(index, value, random);
  }

  @Override
  public long counter(String counter) {
    view.requireList("counter", counter);
    return reader.counter(counter);
  }

  @Override
  public Optional<Object> extreme(String counter, Tuple group) {
    view.requireList("counter", counter);
    return reader.extreme(counter, group);
  }
}
