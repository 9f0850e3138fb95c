package org.portolan.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.portolan.engine.BulkWriter;
import org.portolan.engine.Change;
import org.portolan.engine.Condition;
import org.portolan.engine.Mutation;

/** Bulk writes. */
abstract class BulkContract extends EngineFixture {
  private static final int ROWS = 500;
  private static final int THREADS = 4;
  private static final int LARGE_ROWS = 1_000;
  private static final int LARGE_BYTES = 30_000;

  @BeforeEach
  void requireBulkWriter() {
    try (BulkWriter writer = engine.bulkWriter().orElse(null)) {
      Assumptions.assumeTrue(writer != null, "the engine has no bulk writer");
    }
  }

  private Mutation row(String user, int at) {
    List<Change> changes = new ArrayList<>();
    changes.add(body("text " + at, at));
    if (at % 2 == 0) {
      changes.add(mark(true));
    }
    if (capabilities().items()) {
      changes.add(entry(at, "a", "first"));
      changes.add(entry(-at, "b", "second"));
    }
    return change(user, at, changes.toArray(Change[]::new));
  }

  private List<Mutation> rows(String user) {
    List<Mutation> rows = new ArrayList<>();
    for (int at = 1; at <= ROWS; at++) {
      rows.add(row(user, at));
    }
    return rows;
  }

  /** Rows as they are after plain writes of the same. */
  private void requireRows(String user) {
    for (int at = 1; at <= ROWS; at++) {
      var row = read(user, at, everything());
      assertThat(row.family("body")).contains(List.of("text " + at, at));
      assertThat(row.family("mark").isPresent()).isEqualTo(at % 2 == 0);
      if (capabilities().items()) {
        assertThat(names(read(user, at, allEntries()))).containsExactly("a", "b");
      }
    }
  }

  @Test
  void write_isSeenAfterAFlush() {
    try (BulkWriter writer = engine.bulkWriter().orElseThrow()) {
      writer.write(rows("anna"));
      writer.flush();
      requireRows("anna");
      writer.write(rows("bob"));
      writer.flush();
    }
    requireRows("anna");
    requireRows("bob");
  }

  @Test
  void writeVisibly_isSeenAtOnce() {
    try (BulkWriter writer = engine.bulkWriter().orElseThrow()) {
      writer.writeVisibly(rows("anna"));
      requireRows("anna");
      writer.flush();
    }
    requireRows("anna");
  }

  /** In random order, and more than an engine may keep back. */
  @Test
  void write_ofMuch_losesNothing() {
    Random random = new Random(20261128);
    List<Integer> order = new ArrayList<>();
    for (int at = 0; at < LARGE_ROWS; at++) {
      order.add(at);
    }
    Collections.shuffle(order, random);
    String text = "x".repeat(LARGE_BYTES);
    try (BulkWriter writer = engine.bulkWriter().orElseThrow()) {
      for (int at : order) {
        writer.write(List.of(change("anna", at, body(text, at))));
      }
      writer.flush();
    }
    for (int at = 0; at < LARGE_ROWS; at++) {
      assertThat(number(engine, "anna", at)).isEqualTo(at);
    }
  }

  @Test
  void write_byManyThreads_losesNothing() {
    try (BulkWriter writer = engine.bulkWriter().orElseThrow()) {
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        List<Mutation> rows = rows("user" + thread);
        tasks.add(
            () -> {
              for (int from = 0; from < ROWS; from += 100) {
                writer.write(rows.subList(from, from + 100));
              }
              return null;
            });
      }
      List<Void> unused = race(tasks);
      writer.flush();
    }
    for (int thread = 0; thread < THREADS; thread++) {
      requireRows("user" + thread);
    }
  }

  @Test
  void write_andReopen_isThere() {
    try (BulkWriter writer = engine.bulkWriter().orElseThrow()) {
      writer.write(rows("anna"));
      writer.flush();
    }
    reopen();
    requireRows("anna");
  }

  @Test
  void write_thenMutate_theLaterWins() {
    try (BulkWriter writer = engine.bulkWriter().orElseThrow()) {
      writer.write(List.of(row("anna", 1)));
      writer.flush();
    }
    write("anna", 1, body("later", 9));
    assertThat(read("anna", 1, everything()).family("body")).contains(List.of("later", 9));
  }

  @Test
  void write_ofTheSameRowTwice_theLaterWins() {
    try (BulkWriter writer = engine.bulkWriter().orElseThrow()) {
      writer.write(List.of(row("anna", 1)));
      writer.write(List.of(change("anna", 1, body("later", 9))));
      writer.flush();
      assertThat(read("anna", 1, everything()).family("body")).contains(List.of("later", 9));
      writer.write(List.of(change("anna", 1, body("last", 10))));
      writer.flush();
    }
    assertThat(read("anna", 1, everything()).family("body")).contains(List.of("last", 10));
  }

  @Test
  void write_withACondition_isRefused() {
    Mutation conditional = row("anna", 1).on(new Condition.Absent("body"));
    try (BulkWriter writer = engine.bulkWriter().orElseThrow()) {
      assertThatThrownBy(() -> writer.write(List.of(row("anna", 2), conditional)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("takes no conditions");
    }
    assertThat(read("anna", 2, everything()).isEmpty()).isTrue();
  }

  @Test
  void write_ofARemoval_isRefused() {
    Mutation removal = change("anna", 1, new Change.DeleteFamily("body"));
    try (BulkWriter writer = engine.bulkWriter().orElseThrow()) {
      assertThatThrownBy(() -> writer.write(List.of(row("anna", 2), removal)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("only puts columns and items");
    }
    assertThat(read("anna", 2, everything()).isEmpty()).isTrue();
  }
}
