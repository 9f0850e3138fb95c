package org.portolan.dump;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.history.Comparison;
import org.portolan.data.history.Model;
import org.portolan.data.history.Operation;
import org.portolan.data.history.RandomOperations;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.types.Tuple;

/** Random contents of stores, and what their dumps must be like. */
final class Histories {
  private static final StoreCheck.Options CHECK =
      new StoreCheck.Options(false, false, Duration.ZERO, 100);

  private Histories() {}

  /**
   * Fills a store with the content that a seed gives for the rows and items of a design.
   *
   * @param design the design from which the operations are drawn, maybe with other layouts
   * @return the content of the rows and their items, without items whose row does not exist
   */
  static Model fill(Store store, Design design, int seed, int transactions) {
    return withoutOrphans(fillWithOrphans(store, design, seed, transactions));
  }

  /** As {@link #fill}; returns also the items whose row does not exist. */
  static Model fillWithOrphans(Store store, Design design, int seed, int transactions) {
    RandomOperations operations = new RandomOperations(design, new Random(seed));
    Model model = new Model(store.design());
    for (int number = 0; number < transactions; number++) {
      List<Operation> transaction =
          operations.transaction().stream()
              .filter(operation -> !(operation instanceof Operation.Read))
              .toList();
      Model before = model;
      Model expected = before.copy();
      transaction.forEach(operation -> operation.apply(expected));
      if (!expected.settle(before) || expected.hasDuplicates()) {
        // A reference or a unique index refuses it.
        continue;
      }
      model =
          store.write(
              attempt -> {
                Model after = before.copy();
                transaction.forEach(operation -> operation.apply(attempt, after));
                return after;
              });
      requireReferring(model.settle(before));
    }
    return model;
  }

  private static void requireReferring(boolean referring) {
    if (!referring) {
      throw new AssertionError("the store has accepted a row that refers to none");
    }
  }

  static Model withoutOrphans(Model model) {
    Model rows = model.copy();
    for (EntityDesign entity : model.design().entities()) {
      for (Tuple key : new HashSet<>(model.keys(entity))) {
        if (!model.rows(entity.name()).containsKey(key)) {
          rows.clear(entity, key);
        }
      }
    }
    return rows;
  }

  /** Returns a model with the content of another, for another design of the same rows. */
  static Model in(Design design, Model content) {
    Model model = new Model(design);
    for (EntityDesign entity : design.entities()) {
      content
          .rows(entity.name())
          .forEach(
              (key, row) -> {
                model.put(entity, row.key(), row.values());
                entity
                    .collections()
                    .forEach(
                        collection ->
                            model
                                .items(entity, collection.name(), key)
                                .putAll(content.items(entity, collection.name(), key)));
              });
    }
    return model;
  }

  static void assertContent(Store store, Model model, KeyOrder keyOrder) {
    new Comparison(store, in(store.design(), model), new Random(1), keyOrder).everything();
    StoreCheck.Result check =
        store
            .check(CHECK)
            .run(
                finding -> {
                  throw new AssertionError("the check finds " + finding);
                },
                looked -> {});
    assertThat(check.isClean()).as("%s", check).isTrue();
  }

  /** Returns the contents of a dump's segments by their names. */
  static SortedMap<String, byte[]> segments(Path dump) {
    SortedMap<String, byte[]> segments = new TreeMap<>();
    for (String name : new DumpFiles(dump, DumpFiles.Watch.NONE).names()) {
      if (DumpFiles.isSegment(name)) {
        try {
          segments.put(name, Files.readAllBytes(dump.resolve(name)));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
    return segments;
  }

  static void assertSameSegments(Path dump, Path expected) {
    SortedMap<String, byte[]> found = segments(dump);
    SortedMap<String, byte[]> wanted = segments(expected);
    assertThat(found.keySet()).isEqualTo(wanted.keySet());
    found.forEach(
        (name, content) -> assertThat(content).as("segment %s", name).isEqualTo(wanted.get(name)));
  }
}
