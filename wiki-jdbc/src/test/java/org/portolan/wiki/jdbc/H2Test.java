package org.portolan.wiki.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.portolan.data.RetryPolicy;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.InvalidUriException;
import org.portolan.engine.StoreMissingException;
import org.portolan.engine.UnavailableException;
import org.portolan.wiki.Edit;
import org.portolan.wiki.SaveOutcome.Saved;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.storage.WikiStorage;

/** The wiki in H2, in a file. */
class H2Test extends TwinContract {
  private static final int KILLED_AFTER = 150;
  private static final AtomicInteger DATABASES = new AtomicInteger();

  private String file() {
    return "jdbc:h2:" + directory.resolve("wiki" + DATABASES.incrementAndGet());
  }

  @Override
  String emptyDatabase() {
    String uri = file();
    new Database(JdbcUri.of(uri), true).close();
    return uri;
  }

  @Test
  void open_withoutAFile_saysThatThereIsNone() {
    assertThatThrownBy(() -> Wikis.openStorage(file()))
        .isInstanceOf(StoreMissingException.class)
        .hasMessageContaining("there is no database jdbc:h2:");
  }

  @Test
  void open_ofARelativePath_saysWhatToWrite() {
    assertThatThrownBy(() -> Wikis.openOrCreateStorage("jdbc:h2:wiki"))
        .isInstanceOf(InvalidUriException.class)
        .hasMessage("'jdbc:h2:wiki' has a path that begins neither with / nor with ./ nor with ~/");
  }

  @Test
  void open_ofAnotherDatabase_listsTheForms() {
    assertThatThrownBy(() -> Wikis.openStorage("jdbc:oracle:thin:@host?password=secret"))
        .isInstanceOf(InvalidUriException.class)
        .hasMessageContaining("jdbc:mariadb://HOST:PORT/DATABASE")
        .hasMessageNotContaining("secret");
  }

  @Test
  void open_ofAServerThatIsNotThere_isUnavailable() {
    for (String uri : List.of("jdbc:mariadb://127.0.0.1:1/x", "jdbc:postgresql://127.0.0.1:1/x")) {
      assertThatThrownBy(() -> Wikis.openStorage(uri))
          .isInstanceOf(UnavailableException.class)
          .hasMessageStartingWith("cannot open the wiki in " + uri);
    }
  }

  @Test
  void process_killedWhileItSaves_losesNoAcknowledgedSave() throws Exception {
    String uri = emptyDatabase();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SavingProcess.class.getName(),
                uri)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    List<String> acknowledged = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      while (acknowledged.size() < KILLED_AFTER) {
        String title = lines.readLine();
        assertThat(title).as("a save of the process").isNotNull();
        acknowledged.add(title);
      }
      // Its output can still be read, unlike that of a Process that is destroyed.
      process.toHandle().destroyForcibly();
      lines.lines().forEach(acknowledged::add);
    } finally {
      process.destroyForcibly().waitFor();
    }
    try (TwinWiki wiki = new TwinWiki(uri)) {
      assertThat(wiki.wiki().revisionIds(acknowledged)).hasSize(acknowledged.size());
      wiki.assertClean();
    }
  }

  @Test
  void save_ofAPageThatStaysLocked_isGivenUpAndChangesNothing() {
    String uri = emptyDatabase();
    Instant time = Instant.parse("2026-01-02T03:04:05Z");
    RetryPolicy three = new RetryPolicy(3, Duration.ZERO, Duration.ZERO);
    JdbcUri impatient = JdbcUri.of(uri + ";LOCK_TIMEOUT=20");
    try (WikiStorage storage = JdbcStorage.open(new Database(impatient, true, three), true)) {
      storage.wiki().save(new Edit("Riga", "a", "Ann", "", false, 0, time));
      Edit edit = new Edit("Riga", "b", "Ann", "", false, time.toEpochMilli(), time);
      try (Database other = new Database(JdbcUri.of(uri), false)) {
        other.write(
            "lock",
            List.of(),
            session -> {
              session.list("SELECT page_id FROM page FOR UPDATE", Row::number);
              assertThatThrownBy(() -> storage.wiki().save(edit))
                  .isInstanceOf(WriteConflictException.class)
                  .hasMessageContaining("given up after 3 attempts")
                  .hasMessageContaining("page(Riga)");
              // Readers do not wait.
              assertThat(storage.wiki().page("Riga").orElseThrow().text()).isEqualTo("a");
              return null;
            });
      }
      assertThat(storage.wiki().save(edit)).isInstanceOf(Saved.class);
    }
  }

  @Test
  void uri_withAPool_isOursAndNotTheDrivers() {
    JdbcUri uri = JdbcUri.of("jdbc:mariadb://h/d?portolan.pool=7&user=u&password=p");
    assertThat(uri.url()).isEqualTo("jdbc:mariadb://h/d?user=u&password=p");
    assertThat(uri.connections()).hasValue(7);
    assertThat(uri).hasToString("jdbc:mariadb://h/d?user=u&password=...");
    assertThat(JdbcUri.of("jdbc:postgresql://h/d?user=u&portolan.pool=7").url())
        .isEqualTo("jdbc:postgresql://h/d?user=u");
    assertThat(JdbcUri.of("jdbc:h2:./a;portolan.pool=7").url()).isEqualTo("jdbc:h2:./a");
    assertThatThrownBy(() -> JdbcUri.of("jdbc:h2:./a;portolan.pool=x"))
        .isInstanceOf(InvalidUriException.class)
        .hasMessage("portolan.pool must be a number of connections from 1 to 1000, not 'x'");
  }
}
