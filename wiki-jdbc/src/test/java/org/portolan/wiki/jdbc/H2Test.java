package org.portolan.wiki.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.portolan.engine.InvalidUriException;
import org.portolan.engine.StoreMissingException;
import org.portolan.engine.UnavailableException;
import org.portolan.wiki.Wikis;

/** The wiki in H2, in a file. */
class H2Test extends TwinContract {
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
