package org.portolan.wiki.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;

class DatabaseTest {
  @TempDir Path directory;

  /** The pool may be opening a connection at that moment. */
  @RepeatedTest(20)
  void close_rightAfterTheOpening_closesTheDatabase() throws IOException {
    Path path = directory.resolve("wiki");
    try (Database database = new Database(JdbcUri.of("jdbc:h2:" + path), true)) {
      int one = database.read("test", session -> session.first("SELECT 1", Row::integer)).get();
      assertThat(one).isOne();
    }
    Path file = path.resolveSibling("wiki.mv.db");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      // This process cannot have the lock a second time: the database would still be open.
      assertThat(channel.tryLock()).isNotNull();
    }
  }
}
