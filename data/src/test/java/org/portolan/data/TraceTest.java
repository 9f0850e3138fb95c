package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.design.Design;
import org.portolan.types.Tuple;

/**
 * The cost of operations. Each {@code NAME.script} contains a design and operations, one per line;
 * {@code NAME.expected} contains the same lines with the keys read, the keys written and the round
 * trips of each. {@code -Dportolan.testdata.rewrite=true} overwrites the expected results; read the
 * diff before you commit.
 */
class TraceTest {
  private static final Path SCRIPTS = Path.of("src/test/resources/testdata/traces");
  private static final boolean REWRITE = Boolean.getBoolean("portolan.testdata.rewrite");

  @TempDir Path directory;

  @TestFactory
  Stream<DynamicTest> operations_scripts_costAsExpected() throws IOException {
    List<Path> scripts;
    try (Stream<Path> files = Files.list(SCRIPTS)) {
      scripts = files.filter(file -> file.toString().endsWith(".script")).sorted().toList();
    }
    assertThat(scripts).isNotEmpty();
    return scripts.stream()
        .map(script -> DynamicTest.dynamicTest(script.getFileName().toString(), () -> run(script)));
  }

  private void run(Path script) throws IOException {
    List<String> lines = Files.readAllLines(script);
    List<String> output = new ArrayList<>();
    String first = lines.get(0);
    assertThat(first).startsWith("layout ");
    String layout = first.substring("layout ".length());
    Design design =
        layout.equals("every") ? TestDesigns.everyLayout() : TestDesigns.oneIndex(layout);
    output.add(first);
    String uri = "rocksdb:" + directory.resolve(script.getFileName());
    try (Store store = Stores.openOrCreate(uri, design)) {
      for (String line : lines.subList(1, lines.size())) {
        if (line.isBlank() || line.startsWith("#")) {
          output.add(line);
        } else {
          Trace trace = new Trace();
          String result = run(store.traced(trace), List.of(line.split(" ", -1)));
          Trace.Counts counts = trace.counts();
          assertThat(counts.retries()).isZero();
          output.add(line + result);
          output.add(
              "  read=%d written=%d round-trips=%d"
                  .formatted(counts.keysRead(), counts.keysWritten(), counts.roundTrips()));
        }
      }
    }
    Path expected =
        script.resolveSibling(script.getFileName().toString().replace(".script", ".expected"));
    String actual = String.join("\n", output) + "\n";
    if (REWRITE) {
      Files.writeString(expected, actual);
    }
    assertThat(actual).isEqualTo(Files.readString(expected));
  }

  /** Runs one operation; returns the text to add to its line. */
  private static String run(Store store, List<String> words) {
    List<String> rest = words.subList(1, words.size());
    return switch (words.get(0)) {
      case "get" ->
          " "
              + store.getAll("page", titles(rest), Columns.ALL).stream()
                  .filter(row -> row.isPresent())
                  .count();
      case "get-text" -> " " + store.get("page", Tuple.of(rest.get(0)), Columns.of("text"));
      case "exists" -> " " + store.get("page", Tuple.of(rest.get(0)), Columns.NONE).isPresent();
      case "scan" ->
          " "
              + store
                  .scan("page", Tuple.EMPTY, Columns.NONE, paging(rest.get(0)))
                  .map(EntityRow::key)
                  .entries();
      case "index" ->
          " " + store.index(rest.get(0), Tuple.of(rest.get(1)), paging(rest.get(2))).entries();
      case "counter" -> " " + store.counter(rest.get(0));
      case "item" ->
          " "
              + store
                  .item("page", Tuple.of(rest.get(1)), rest.get(0), item(rest.get(2)))
                  .isPresent();
      case "items" ->
          " "
              + store
                  .items("page", Tuple.of(rest.get(1)), rest.get(0), Paging.first(10))
                  .map(Item::key)
                  .entries();
      case "merge" -> {
        // Does not print the number: the background merger may have been asked and been faster.
        store.mergeDeltas();
        yield "";
      }
      case "write" -> {
        store.write(transaction -> write(transaction, rest));
        yield "";
      }
      default -> throw new AssertionError("no operation: " + words);
    };
  }

  /** Runs the operations of one transaction, which are separated by semicolons. */
  private static Void write(StoreTransaction transaction, List<String> words) {
    List<String> operation = new ArrayList<>();
    for (String word : words) {
      if (word.equals(";")) {
        change(transaction, operation);
        operation.clear();
      } else {
        operation.add(word);
      }
    }
    change(transaction, operation);
    return null;
  }

  private static void change(StoreTransaction transaction, List<String> words) {
    Tuple title = Tuple.of(words.get(1));
    List<String> rest = words.subList(2, words.size());
    switch (words.get(0)) {
      case "prefetch" -> transaction.prefetch("page", titles(words.subList(1, words.size())));
      case "get" -> transaction.get("page", title, Columns.ALL);
      case "put" -> transaction.put("page", title, values(rest));
      case "update" -> assertThat(transaction.update("page", title, values(rest))).isTrue();
      case "delete" -> assertThat(transaction.delete("page", title)).isTrue();
      case "put-item" ->
          transaction.putItem("page", title, rest.get(0), item(rest.get(1)), Map.of());
      case "add-item" ->
          transaction.addItem("page", title, rest.get(0), item(rest.get(1)), Map.of());
      case "insert" -> transaction.insert("page", title, values(rest));
      case "insert-item" ->
          transaction.insertItem("page", title, rest.get(0), item(rest.get(1)), Map.of());
      case "delete-item" -> transaction.deleteItem("page", title, rest.get(0), item(rest.get(1)));
      default -> throw new AssertionError("no change: " + words);
    }
  }

  private static Map<String, Object> values(List<String> words) {
    Map<String, Object> values = new HashMap<>();
    for (String word : words) {
      int equals = word.indexOf('=');
      String value = word.substring(equals + 1);
      if (word.startsWith("links=")) {
        values.put("links", new TreeSet<>(Set.of(value.split(",", -1))));
      } else {
        values.put(word.substring(0, equals), value);
      }
    }
    return values;
  }

  private static List<Tuple> titles(List<String> words) {
    return words.stream().map(word -> Tuple.of(word)).toList();
  }

  private static Tuple item(String number) {
    return Tuple.of(Integer.valueOf(number));
  }

  private static Paging paging(String limit) {
    return Paging.first(Integer.parseInt(limit));
  }
}
