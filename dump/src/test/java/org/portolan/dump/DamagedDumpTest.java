package org.portolan.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Columns;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.dump.StoreExport.Options;
import org.portolan.types.Tuple;

/** Whatever byte of a dump is damaged, no row of the damaged file reaches a store. */
class DamagedDumpTest {
  private static final int FLIPS = Integer.getInteger("portolan.damages", 150);
  private static final int ROWS = 60;

  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: notes
          entities:
            note:
              key: {id: int}
              families: {main: {text: text}}
              collections:
                marks: {key: {n: int}, storage: rows, columns: {text: text}}
              counters:
                notes: {layout: single}
          """,
          "notes");

  @TempDir Path directory;
  private Path dump;

  @BeforeEach
  void export() {
    dump = directory.resolve("dump");
    try (Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("source"), DESIGN)) {
      store.write(
          tx -> {
            for (int id = 0; id < ROWS; id++) {
              tx.put("note", Tuple.of(id), java.util.Map.of("text", "note " + id));
              tx.putItem("note", Tuple.of(id), "marks", Tuple.of(1), java.util.Map.of());
            }
            return null;
          });
      StoreExport.Summary summary =
          new StoreExport(store, dump, new Options(1_500, 1 << 20), rows -> {}).run();
      assertThat(summary.segments()).isGreaterThan(3);
    }
  }

  @Test
  void bit_flippedAnywhere_isFoundBeforeItsSegmentIsImported() throws IOException {
    Random random = new Random(Long.getLong("portolan.seed", 1));
    List<String> names = new DumpFiles(dump, DumpFiles.Watch.NONE).names();
    for (int flip = 0; flip < FLIPS; flip++) {
      String name = names.get(flip % names.size());
      Path file = dump.resolve(name);
      byte[] whole = Files.readAllBytes(file);
      byte[] changed = whole.clone();
      int position = random.nextInt(changed.length);
      changed[position] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, changed);
      assertRefused(name, "flip " + flip + " at byte " + position + " of " + name);
      Files.write(file, whole);
    }
  }

  @Test
  void file_cutOff_isFound() throws IOException {
    for (String name : new DumpFiles(dump, DumpFiles.Watch.NONE).names()) {
      Path file = dump.resolve(name);
      byte[] whole = Files.readAllBytes(file);
      for (int length : new int[] {0, whole.length / 2, whole.length - 1}) {
        Files.write(file, java.util.Arrays.copyOf(whole, length));
        assertRefused(name, name + " cut off at " + length);
      }
      Files.write(file, whole);
    }
  }

  @Test
  void file_missing_isFound() throws IOException {
    for (String name : new DumpFiles(dump, DumpFiles.Watch.NONE).names()) {
      Path file = dump.resolve(name);
      byte[] whole = Files.readAllBytes(file);
      Files.delete(file);
      assertRefused(name, name + " missing");
      Files.write(file, whole);
    }
  }

  @Test
  void file_additional_isFound() throws IOException {
    for (String name : List.of("note-000099.jsonl.gz", "notes.txt", "export.log")) {
      Path file = dump.resolve(name);
      Files.copy(dump.resolve("note-000001.jsonl.gz"), file);
      assertRefused(name.equals("export.log") ? "unfinished" : name, name + " additional");
      Files.delete(file);
    }
  }

  @Test
  void segment_exchangedForAnotherOfItsLength_isFound() throws IOException {
    Path first = dump.resolve("note-000001.jsonl.gz");
    byte[] whole = Files.readAllBytes(first);
    Files.copy(
        dump.resolve("note-000002.jsonl.gz"),
        first,
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertRefused("note-000001.jsonl.gz", "exchanged");
    Files.write(first, whole);
    assertThat(new DumpCheck(dump, finding -> {}, rows -> {}).run().isClean()).isTrue();
  }

  /** Requires that an import and a check name the file, and that no row of it is in the store. */
  private void assertRefused(String name, String when) {
    String uri = "rocksdb:" + directory.resolve("target-" + when.hashCode());
    List<Integer> ids = new ArrayList<>();
    assertThatThrownBy(
            () -> {
              StoreImport work = new StoreImport(dump, rows -> {});
              try (Store store = work.open(uri, Optional.empty())) {
                try {
                  work.run(store);
                } finally {
                  Paging.first(100).stream(page -> store.scanStored("note", Columns.NONE, page))
                      .forEach(row -> ids.add((Integer) row.key().get(0)));
                }
              }
            })
        .as(when)
        .isInstanceOf(DumpException.class)
        .hasMessageContaining(name);
    if (DumpFiles.isSegment(name) && !ids.isEmpty()) {
      // Only the rows of the segments before it.
      long before =
          Dump.open(dump).manifest().segments().stream()
              .takeWhile(each -> !each.file().equals(name))
              .mapToLong(Segment::rows)
              .sum();
      assertThat(ids).as(when).hasSize((int) before);
    } else {
      assertThat(ids).as(when).isEmpty();
    }
    List<String> findings = new ArrayList<>();
    try {
      assertThat(new DumpCheck(dump, findings::add, rows -> {}).run().isClean()).as(when).isFalse();
    } catch (DumpException refused) {
      findings.add(refused.getMessage());
    }
    assertThat(findings).as(when).singleElement().asString().contains(name).doesNotContain("\n");
  }
}
