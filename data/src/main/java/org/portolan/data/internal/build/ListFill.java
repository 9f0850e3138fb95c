package org.portolan.data.internal.build;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.portolan.data.internal.build.EntryForm.Sorted;
import org.portolan.data.internal.index.FilledBuckets;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.tree.TreeFill;
import org.portolan.engine.Change;
import org.portolan.engine.Mutation;
import org.portolan.types.Tuple;

/**
 * Writes the rows of one list from its entries, which come in the order of {@link EntryForm}. Each
 * row is written once. Used by one thread.
 */
abstract class ListFill {
  private Tuple rowKey;

  /** Returns what fills a list that no guard rows belong to, or the list behind these. */
  static ListFill of(IndexSchema list, RandomGenerator random, Consumer<Mutation> writes) {
    if (list.tree().isPresent()) {
      return new Trees(list, random, writes);
    }
    return list.cells() ? new Cells(list, writes) : new Objects(list, writes);
  }

  final void add(Sorted entry) {
    if (!entry.rowKey().equals(rowKey)) {
      end();
      rowKey = entry.rowKey();
      begin(entry);
    }
    next(entry);
  }

  final void end() {
    if (rowKey != null) {
      endRow(rowKey);
      rowKey = null;
    }
  }

  /** Begins a row. */
  void begin(Sorted first) {}

  abstract void next(Sorted entry);

  abstract void endRow(Tuple key);

  /**
   * Buckets of cells: any number of entries, some of them at a time. If entries have versions, they
   * are those of their rows, as writes would have left them.
   */
  private static final class Cells extends ListFill {
    private static final int CELLS_MAX = 500;

    private final IndexSchema list;
    private final Consumer<Mutation> writes;
    private final Map<Long, List<Change>> byVersion = new LinkedHashMap<>();
    private int count;

    Cells(IndexSchema list, Consumer<Mutation> writes) {
      this.list = list;
      this.writes = writes;
    }

    @Override
    void next(Sorted entry) {
      if (count == CELLS_MAX) {
        endRow(entry.rowKey());
      }
      byVersion
          .computeIfAbsent(entry.version(), any -> new ArrayList<>())
          .add(FilledBuckets.cell(list, entry.entry()));
      count++;
    }

    @Override
    void endRow(Tuple key) {
      byVersion.forEach(
          (version, changes) -> {
            Mutation put = Mutation.of(list.table(), key, changes);
            writes.accept(version == 0 ? put : put.at(version));
          });
      byVersion.clear();
      count = 0;
    }
  }

  /** Buckets that are objects: one is in memory. */
  private static final class Objects extends ListFill {
    private final IndexSchema list;
    private final Consumer<Mutation> writes;
    private final List<Object> elements = new ArrayList<>();

    Objects(IndexSchema list, Consumer<Mutation> writes) {
      this.list = list;
      this.writes = writes;
    }

    @Override
    void next(Sorted entry) {
      elements.add(list.memberForm().element(entry.entry().member(), entry.entry().originals()));
    }

    @Override
    void endRow(Tuple key) {
      writes.accept(FilledBuckets.object(list, key, Arrays.asList(elements.toArray())));
      elements.clear();
    }
  }

  /** Trees: one node of each level is in memory. */
  private static final class Trees extends ListFill {
    private final IndexSchema list;
    private final RandomGenerator random;
    private final Consumer<Mutation> writes;
    private TreeFill tree;

    Trees(IndexSchema list, RandomGenerator random, Consumer<Mutation> writes) {
      this.list = list;
      this.random = random;
      this.writes = writes;
    }

    @Override
    void begin(Sorted first) {
      tree =
          new TreeFill(list.tree().orElseThrow(), first.entry().value(), random.nextLong(), writes);
    }

    @Override
    void next(Sorted entry) {
      tree.add(list.memberForm().element(entry.entry().member(), entry.entry().originals()));
    }

    @Override
    void endRow(Tuple key) {
      tree.end();
    }
  }
}
