package org.portolan.engine.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.engine.Consistency;
import org.portolan.engine.Durability;

class UriOptionsTest {
  private static final String URI = "store://h/name";
  private static final List<String> KNOWN =
      List.of("copies", "timeout", "durability", "at", "name");
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration DAY = Duration.ofDays(1);

  private static UriOptions options(String query) {
    return UriOptions.parse(URI + "?" + query, query, KNOWN);
  }

  private static void readAll(UriOptions options) {
    options.number("copies", 1, 15);
    options.time("timeout", Duration.ofSeconds(10), SECOND, DAY);
    options.constant("durability", Durability.SYNCED, List.of(Durability.values()));
    options.addresses("at");
    options.text("name", name -> name.matches("[a-z]+"), "letters");
  }

  @Test
  void absent_isTheDefault() {
    for (UriOptions options : List.of(options(""), UriOptions.parse(URI, null, KNOWN))) {
      assertThat(options.number("copies", 1, 15)).isEmpty();
      assertThat(options.time("timeout", SECOND, SECOND, DAY)).isEqualTo(SECOND);
      assertThat(options.constant("durability", Durability.SYNCED, List.of()))
          .isEqualTo(Durability.SYNCED);
      assertThat(options.addresses("at")).isEmpty();
      assertThat(options.text("name", name -> false, "nothing")).isEmpty();
    }
  }

  @Test
  void given_isRead() {
    UriOptions options =
        options("copies=15&timeout=1500ms&durability=buffered&at=a:1,b:65535&name=x=y");
    assertThat(options.number("copies", 1, 15)).hasValue(15);
    assertThat(options.time("timeout", SECOND, SECOND, DAY)).isEqualTo(Duration.ofMillis(1500));
    assertThat(options.constant("durability", Durability.SYNCED, List.of(Durability.values())))
        .isEqualTo(Durability.BUFFERED);
    assertThat(options.addresses("at")).containsExactly("a:1", "b:65535");
    assertThat(options.text("name", name -> true, "")).contains("x=y");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "color=red | 'color' in 'store://h/name?color=red' is not an option; the options are [copies,",
        "copies | the option 'copies' of 'store://h/name?copies' has no value; write copies=VALUE",
        "copies=1&copies=2 | 'copies' of 'store://h/name?copies=1&copies=2' is given twice",
        "copies=0 | the copies of 'store://h/name?copies=0' must be a number from 1 to 15, not '0'",
        "copies=16 | must be a number from 1 to 15",
        "copies=9999999999 | must be a number from 1 to 15",
        "copies= | must be a number from 1 to 15, not ''",
        "timeout=999ms | must be a time from 1s to 1d, for example 10s or 1500ms, not '999ms'",
        "timeout=25h | must be a time from 1s to 1d",
        "timeout=soon | must be a time from 1s to 1d",
        "durability=some | must be one of SYNCED, BUFFERED, not 'some'",
        "at=a | must be HOST:PORT, several separated by commas",
        "at=a:1, | must be HOST:PORT",
        "at=:1 | must be HOST:PORT",
        "at=a:70000 | must be HOST:PORT",
        "name=X | the name of 'store://h/name?name=X' must be letters, not 'X'",
      })
  void wrong_isRefusedByName(String query, String message) {
    assertThatThrownBy(() -> readAll(options(query)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void constant_notAmongTheAllowed_isRefused() {
    UriOptions options = UriOptions.parse(URI, "level=one", List.of("level"));
    assertThatThrownBy(
            () -> options.constant("level", Consistency.QUORUM, List.of(Consistency.QUORUM)))
        .hasMessageContaining("must be one of QUORUM, not 'one'");
  }

  @ParameterizedTest
  @CsvSource({"0, 0ms", "1, 1ms", "1500, 1500ms", "10000, 10s", "60000, 1m", "90000, 90s"})
  void durations_text_isReadAgain(long millis, String text) {
    assertThat(Durations.text(Duration.ofMillis(millis))).isEqualTo(text);
    assertThat(Durations.parse(text)).contains(Duration.ofMillis(millis));
  }
}
