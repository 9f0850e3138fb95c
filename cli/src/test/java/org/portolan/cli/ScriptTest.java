package org.portolan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.jdbc.Connector;
import org.portolan.jdbc.JdbcUrl;
import org.portolan.types.Tuple;

/** Runs the scripts of testdata and compares their output. */
class ScriptTest {
  private static final Path TESTDATA = Path.of("src/test/resources/testdata");

  /** A store of the design {@code lists.yaml}, there for the scripts that name it. */
  private static final String PORTABLE = "of-lists";

  /** A store of the design {@code evolve-shop.yaml}, there for the scripts that name it. */
  private static final String SHOP = "of-shop";

  /** The end of names of files from which databases of H2 are made. */
  private static final String DATABASE = ".h2.sql";

  /** Directories have names of this length: lines are broken before names of directories go. */
  private static final int DIRECTORY_LENGTH = 60;

  @TempDir Path temporary;
  private Path directory;

  static Stream<Path> scripts() throws IOException {
    try (Stream<Path> files = Files.list(TESTDATA)) {
      return files.filter(file -> file.toString().endsWith(".script")).sorted().toList().stream();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scripts")
  void script_run_printsWhatIsExpected(Path file) throws IOException {
    int rest = Math.max(1, DIRECTORY_LENGTH - temporary.toString().length() - 1);
    directory = Files.createDirectory(temporary.resolve("d".repeat(rest)));
    copyFiles();
    if (Files.readString(file).contains(PORTABLE)) {
      createStore();
    }
    if (Files.readString(file).contains(SHOP)) {
      createShop();
    }
    Script script = new Script(directory);
    List<String> actual = new ArrayList<>();
    for (Script.Step step : Script.parse(Files.readAllLines(file))) {
      actual.add("$ " + step.command() + "\n" + script.run(step.command()));
    }
    String text = String.join("", actual);
    if (Boolean.getBoolean("portolan.testdata.rewrite")) {
      Files.writeString(file, text);
    }
    assertThat(text).isEqualTo(Files.readString(file));
  }

  /** Creates a store of a portable design, which no command does, and an empty one beside it. */
  private void createStore() {
    Design design = DesignReader.read(TESTDATA.resolve("lists.yaml"));
    String uri = "rocksdb:" + directory.resolve(PORTABLE);
    Stores.openOrCreate(uri + "-empty", design).close();
    try (Store store = Stores.openOrCreate(uri, design)) {
      store.write(
          transaction -> {
            for (String id : List.of("anna", "berta", "clara")) {
              Map<String, Object> customer =
                  Map.of("email", id + "@example.org", "phones", Set.of("1" + id, "2" + id));
              transaction.put("customer", Tuple.of(id), customer);
            }
            for (int number = 0; number < 40; number++) {
              Tuple key = Tuple.of("order-%04d".formatted(number));
              Map<String, Object> order = new HashMap<>();
              order.put("customer", number % 4 == 0 ? "berta" : "anna");
              order.put("tags", Set.of("gift"));
              order.put("placed", Instant.ofEpochSecond(1_700_000_000L + number));
              transaction.put("order", key, order);
              transaction.putItem("order", key, "lines", Tuple.of("sku"), Map.of("quantity", 1));
            }
            return null;
          });
    }
  }

  /** Creates a store for the plans of evolutions. */
  private void createShop() {
    Design design = DesignReader.read(TESTDATA.resolve("evolve-shop.yaml"));
    try (Store store = Stores.openOrCreate("rocksdb:" + directory.resolve(SHOP), design)) {
      store.write(
          transaction -> {
            for (String id : List.of("anna", "berta", "clara")) {
              transaction.put("customer", Tuple.of(id), Map.of("email", id + "@example.org"));
            }
            for (int number = 0; number < 40; number++) {
              Tuple key = Tuple.of("order-%04d".formatted(number));
              Map<String, Object> order = new HashMap<>();
              order.put("customer", number % 4 == 0 ? "berta" : "anna");
              order.put("tags", number % 2 == 0 ? Set.of("gift") : Set.of());
              order.put("placed", Instant.ofEpochSecond(1_700_000_000L + number));
              order.put("weight", number % 5 == 0 ? null : number);
              order.put("remark", "leave it at the door");
              transaction.put("order", key, order);
              transaction.putItem("order", key, "lines", Tuple.of("sku"), Map.of("quantity", 1));
            }
            return null;
          });
    }
  }

  /** Makes the database of a file of statements. */
  private void create(String name, String statements) {
    JdbcUrl url = JdbcUrl.of("jdbc:h2:" + directory.resolve(name));
    try (Connection connection = Connector.creating(url, Map.of()).connect();
        Statement statement = connection.createStatement()) {
      statement.execute(statements);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void copyFiles() throws IOException {
    try (Stream<Path> files = Files.list(TESTDATA)) {
      for (Path file : files.filter(path -> !path.toString().endsWith(".script")).toList()) {
        Files.copy(file, directory.resolve(file.getFileName()));
        String name = file.getFileName().toString();
        if (name.endsWith(DATABASE)) {
          create(name.substring(0, name.length() - DATABASE.length()), Files.readString(file));
        }
      }
    }
  }
}
