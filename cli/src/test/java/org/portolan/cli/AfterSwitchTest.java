package org.portolan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.migrate.SwitchNote;

/** Copies into a store to which the application was told to switch. */
class AfterSwitchTest {
  @TempDir Path directory;

  private String migrate(int status, String... more) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    List<String> all =
        new ArrayList<>(
            List.of(
                "migrate",
                "--from",
                url(),
                "--to",
                store(),
                "--mapping",
                directory.resolve("mapping.yaml").toString(),
                "--rejects",
                directory.resolve("rejects").toString()));
    all.addAll(List.of(more));
    assertThat(Portolan.run(out, out, all.toArray(String[]::new)))
        .as(text.toString())
        .isEqualTo(status);
    return text.toString();
  }

  private String url() {
    return "jdbc:h2:" + directory.resolve("db");
  }

  private String store() {
    return "rocksdb:" + directory.resolve("store");
  }

  @Test
  void copy_isRefused_unlessSomebodyAsksForIt() throws Exception {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (id INT PRIMARY KEY)");
      statement.execute("INSERT INTO t VALUES (1)");
    }
    Path design =
        Files.writeString(
            directory.resolve("design.yaml"),
            "format: 1\ndesign: d\nentities:\n  t: {key: {id: long}, families: {main: {}}}\n");
    Files.writeString(
        directory.resolve("mapping.yaml"),
        "format: 1\ndesign: d\ntables:\n  t: {entity: t, columns: {id: id}}\n");
    migrate(0, "--design", design.toString());
    try (Store store = Stores.open(store())) {
      SwitchNote.keep(store);
    }
    String refusal = "the application was told to switch to it";
    assertThat(migrate(1)).contains(refusal, "--after-switch");
    assertThat(migrate(1, "--resume")).contains(refusal);
    assertThat(migrate(1, "--verify", "--no-copy", "--repair")).contains(refusal);
    assertThat(migrate(0, "--verify", "--no-copy")).contains("differences=0");
    // A command that is refused for another reason copies nothing, so the note must stay.
    assertThat(migrate(1, "--after-switch")).contains("--resume");
    assertThat(migrate(1, "--resume")).contains(refusal);
    Path mapping = directory.resolve("mapping.yaml");
    String right = Files.readString(mapping);
    Files.writeString(mapping, right.replace("id: id", "id: nosuch"));
    assertThat(migrate(1, "--resume", "--after-switch")).contains("nosuch");
    Files.writeString(mapping, right);
    assertThat(migrate(1, "--resume")).contains(refusal);
    assertThat(migrate(1, "--follow", "--resume", "--after-switch")).doesNotContain(refusal);
    assertThat(migrate(1, "--follow", "--resume")).contains(refusal);
    migrate(0, "--resume", "--after-switch");
    migrate(0, "--resume");
  }
}
