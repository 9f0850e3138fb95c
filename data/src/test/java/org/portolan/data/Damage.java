package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.Design;
import org.portolan.design.index.Bucket;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.types.Tuple;

/** Damages a closed store, bypassing the data layer. */
final class Damage implements AutoCloseable {
  private final Engine engine;
  private final StoreSchema schema;

  Damage(String uri, Design design) {
    this.engine = Engines.open(uri, OpenMode.EXISTING);
    this.schema = new StoreSchema(design);
  }

  void change(String table, Tuple key, Change change) {
    assertThat(engine.mutate(Mutation.of(table, key, change), Durability.BUFFERED)).isTrue();
  }

  void removeEntry(String indexName, String value, String title) {
    IndexSchema index = schema.index(indexName);
    Tuple member = Tuple.of(title);
    int hash = index.hash(member);
    Set<Bucket> buckets = new LinkedHashSet<>();
    buckets.add(index.partitioning().home(hash));
    buckets.add(index.partitioning().write(hash));
    for (Bucket bucket : buckets) {
      Tuple key = index.rowKey(Tuple.of(value), bucket);
      if (index.cells()) {
        change(index.table(), key, new Change.DeleteItem(index.family(), member));
      } else {
        rewrite(index, key, 0, title, false);
      }
    }
  }

  /** Adds an entry to its read bucket or to its delta bucket. */
  void addEntry(String indexName, String value, String title, boolean delta) {
    IndexSchema index = schema.index(indexName);
    int hash = index.hash(Tuple.of(title));
    Bucket bucket = delta ? index.partitioning().write(hash) : index.partitioning().home(hash);
    assertThat(bucket.delta()).isEqualTo(delta);
    Tuple key = index.rowKey(Tuple.of(value), bucket);
    if (index.cells()) {
      putCell(index, key, title, delta ? false : null);
    } else {
      rewrite(index, key, 0, title, true);
    }
  }

  /** Logs an entry as removed although it is not. */
  void logRemoved(String indexName, String value, String title) {
    IndexSchema index = schema.index(indexName);
    Bucket bucket = index.partitioning().write(index.hash(Tuple.of(title)));
    assertThat(bucket.delta()).isTrue();
    Tuple key = index.rowKey(Tuple.of(value), bucket);
    if (index.cells()) {
      putCell(index, key, title, true);
    } else {
      rewrite(index, key, 0, title, false);
      rewrite(index, key, 1, title, true);
    }
  }

  private void putCell(IndexSchema index, Tuple key, String title, Boolean removed) {
    List<Object> values = index.hasDeltas() ? Collections.singletonList(removed) : List.of();
    change(index.table(), key, new Change.PutItem(index.family(), Tuple.of(title), values));
  }

  private void rewrite(IndexSchema index, Tuple key, int column, String title, boolean present) {
    List<Object> lists =
        new ArrayList<>(
            engine
                .get(Get.of(index.table(), key, FamilyRead.all(index.family())))
                .family(index.family())
                .orElse(
                    index.hasDeltas() ? Arrays.asList(null, null) : Arrays.asList((Object) null)));
    TreeSet<Object> list = new TreeSet<>();
    if (lists.get(column) != null) {
      list.addAll((List<?>) lists.get(column));
    }
    if (present) {
      list.add(title);
    } else {
      list.remove(title);
    }
    lists.set(column, list.isEmpty() && index.hasDeltas() ? null : List.copyOf(list));
    change(index.table(), key, new Change.PutColumns(index.family(), lists));
  }

  @Override
  public void close() {
    engine.close();
  }
}
