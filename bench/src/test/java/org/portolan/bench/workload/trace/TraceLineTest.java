package org.portolan.bench.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceLineTest {
  private static final String URL = "http://en.wikipedia.org/wiki/Fasciculus_gracilis";

  @Test
  void parse_rawForm() {
    assertThat(TraceLine.parse("3325795646 1191194118.714 " + URL + " -"))
        .contains(new TraceLine(1_191_194_118_714L, URL, false, Optional.empty()));
    assertThat(TraceLine.parse("3325795646 1191194118.7 " + URL + " save"))
        .contains(new TraceLine(1_191_194_118_700L, URL, true, Optional.empty()));
    assertThat(TraceLine.parse("154132716 2010-05-27T09:31:55.63 " + URL + " -"))
        .contains(new TraceLine(1_274_952_715_630L, URL, false, Optional.empty()));
  }

  @Test
  void parse_formOfTraceBench() {
    assertThat(TraceLine.parse("1191194118714 wiki/Fasciculus_gracilis -"))
        .contains(
            new TraceLine(1_191_194_118_714L, "wiki/Fasciculus_gracilis", false, Optional.empty()));
    assertThat(
            TraceLine.parse(
                "1191194118714 w/index.php?title=A&action=submit 20070930|caf%C3%A9+%7C+x%0Ay"))
        .contains(
            new TraceLine(
                1_191_194_118_714L,
                "w/index.php?title=A&action=submit",
                true,
                Optional.of("café | x\ny")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "one",
        "3325795646 1191194118.714 http://en.wikipedia.org/wiki/With space -",
        "3325795646 yesterday http://en.wikipedia.org/ -",
        "3325795646 1191194118.714 http://en.wikipedia.org/ perhaps",
        "x 1191194118.714 http://en.wikipedia.org/ -",
        "1191194118714 w/index.php?title=A now|%zz"
      })
  void parse_anythingElse_isNoLine(String line) {
    assertThat(TraceLine.parse(line)).isEmpty();
  }
}
