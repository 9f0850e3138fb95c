package org.portolan.engine.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineException;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.StoreInUseException;
import org.portolan.engine.StoreMissingException;

class StoreDirectoryTest {
  @TempDir Path directory;

  private Path store() {
    return directory.resolve("store");
  }

  private Engine open(OpenMode mode) {
    return Engines.open("rocksdb:" + store(), mode);
  }

  private static Set<String> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
    }
  }

  @Test
  void open_heldByAnotherProcess_isRefusedAndTouchesNothing() throws IOException {
    try (var child = new ChildProcess(HoldingProcess.class, "rocksdb:" + store())) {
      assertThat(child.line()).isEqualTo("open");
      Set<String> before = files(store());
      for (OpenMode mode : OpenMode.values()) {
        assertThatThrownBy(() -> open(mode))
            .isInstanceOf(StoreInUseException.class)
            .hasMessageContainingAll(
                store().toString(), "another process", Long.toString(child.pid()));
      }
      assertThat(files(store())).isEqualTo(before);
    }
    try (Engine engine = open(OpenMode.EXISTING)) {
      assertThat(engine.tables()).containsExactly(CommittingProcess.ROWS);
    }
  }

  @Test
  void open_twiceInOneProcess_isRefused() {
    try (Engine first = open(OpenMode.CREATE_IF_MISSING)) {
      assertThatThrownBy(() -> open(OpenMode.EXISTING))
          .isInstanceOf(StoreInUseException.class)
          .hasMessageContaining("this process");
      assertThat(first.tables()).isEmpty();
    }
    open(OpenMode.EXISTING).close();
  }

  @Test
  void open_missing_isRefusedAndCreatesNothing() throws IOException {
    assertThatThrownBy(() -> open(OpenMode.EXISTING))
        .isInstanceOf(StoreMissingException.class)
        .hasMessageContaining(store().toString());
    assertThat(store()).doesNotExist();
    Files.createDirectory(store());
    assertThatThrownBy(() -> open(OpenMode.EXISTING)).isInstanceOf(StoreMissingException.class);
    assertThat(files(store())).isEmpty();
  }

  @Test
  void open_foreignDirectory_isRefusedAndUntouched() throws IOException {
    Files.createDirectory(store());
    Files.writeString(store().resolve("thesis.txt"), "precious");
    for (OpenMode mode : OpenMode.values()) {
      assertThatThrownBy(() -> open(mode))
          .isInstanceOf(EngineException.class)
          .hasMessageContaining("other files");
    }
    assertThat(files(store())).containsExactly("thesis.txt");
  }

  @Test
  void open_rocksDbOfAnotherProgram_isRefusedAndUntouched() throws IOException {
    open(OpenMode.CREATE_IF_MISSING).close();
    Files.delete(store().resolve(StoreDirectory.FORMAT_FILE));
    Set<String> before = files(store());
    assertThatThrownBy(() -> open(OpenMode.CREATE_IF_MISSING))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("another program");
    assertThat(files(store())).isEqualTo(before);
  }

  @Test
  void open_file_isRefused() throws IOException {
    Files.writeString(store(), "not a directory");
    assertThatThrownBy(() -> open(OpenMode.CREATE_IF_MISSING))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("it is a file");
  }

  @Test
  void open_newerFormat_isRefusedWithWhatToDo() throws IOException {
    open(OpenMode.CREATE_IF_MISSING).close();
    Path file = store().resolve(StoreDirectory.FORMAT_FILE);
    Files.writeString(file, Files.readString(file).replace("format 1", "format 2"));
    assertThatThrownBy(() -> open(OpenMode.EXISTING))
        .isInstanceOf(EngineException.class)
        .hasMessageContainingAll("format 2", "newer release of Portolan");
    Files.writeString(file, "gibberish");
    assertThatThrownBy(() -> open(OpenMode.EXISTING))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("gibberish");
  }

  @Test
  void open_afterCrashBeforeTheFormatWasWritten_createsTheStore() throws IOException {
    Files.createDirectory(store());
    Files.writeString(store().resolve(StoreDirectory.LOCK_FILE), "1234\n");
    Files.writeString(store().resolve(StoreDirectory.FORMAT_FILE + ".new"), "port");
    try (Engine engine = open(OpenMode.CREATE_IF_MISSING)) {
      assertThat(engine.tables()).isEmpty();
    }
  }

  @Test
  void open_afterCrashBeforeRocksDbWasCreated_createsTheStore() throws IOException {
    open(OpenMode.CREATE_IF_MISSING).close();
    for (String file : files(store())) {
      if (!file.startsWith("portolan.")) {
        Files.delete(store().resolve(file));
      }
    }
    try (Engine engine = open(OpenMode.EXISTING)) {
      assertThat(engine.tables()).isEmpty();
    }
  }

  @Test
  void open_damagedStore_isAClearError() throws IOException {
    try (Engine engine = open(OpenMode.CREATE_IF_MISSING)) {
      engine.createTable(CommittingProcess.ROWS);
    }
    Files.writeString(store().resolve("CURRENT"), "MANIFEST-999999\n");
    assertThatThrownBy(() -> open(OpenMode.EXISTING))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining(store().toString());
  }

  @Test
  void open_uriOfAnotherForm_isRefused() {
    for (String uri : List.of("rocksdb:", "rocksdb:" + store() + "?cache=much")) {
      assertThatThrownBy(() -> Engines.open(uri, OpenMode.CREATE_IF_MISSING))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("rocksdb:DIR");
    }
    assertThatThrownBy(
            () -> Engines.open("rocksdb:" + store() + "?cache=1m", OpenMode.CREATE_IF_MISSING))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("16m");
    assertThat(store()).doesNotExist();
  }

  @Test
  void uri_withCache_opensTheSameAgain() {
    String uri = "rocksdb:" + store() + "?cache=32m";
    try (Engine engine = Engines.open(uri, OpenMode.CREATE_IF_MISSING)) {
      assertThat(engine.uri()).isEqualTo(uri);
    }
  }
}
