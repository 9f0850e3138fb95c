package org.portolan.engine.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.engine.adapter.ClusterUri.Host;

class ClusterUriTest {
  private static final String FORM = "any://HOST[:PORT]/NAME";

  @Test
  void parse_everything_isTaken() {
    ClusterUri uri = ClusterUri.parse("any://a:9043,b,[::1]:7/keys?rf=3&dc=north&dc=south&x", FORM);
    assertThat(uri.hosts())
        .isEqualTo(
            List.of(
                new Host("a", OptionalInt.of(9043)),
                new Host("b", OptionalInt.empty()),
                new Host("::1", OptionalInt.of(7))));
    assertThat(uri.hosts())
        .extracting(host -> host.withPort(1))
        .containsExactly("a:9043", "b:1", "[::1]:7");
    assertThat(uri.name()).isEqualTo("keys");
    assertThat(uri.query()).isEqualTo("rf=3&dc=north&dc=south&x");
    assertThat(uri.option("dc")).contains("north");
    assertThat(uri.option("d")).isEmpty();
    assertThat(uri.option("x")).isEmpty();
  }

  @Test
  void parse_withoutOptions_hasNone() {
    ClusterUri uri = ClusterUri.parse("any://a/keys", FORM);
    assertThat(uri.query()).isEmpty();
    assertThat(UriOptions.parse(uri.text(), uri.query(), List.of()).text("x", any -> true, ""))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "any://a,b",
        "any:a/n",
        "any://a:b/n",
        "any:///n",
        "any://a,,b/n",
        "any://a b/n",
        "any://::1/n",
        "any://user@a/n",
        "any://a/n/m",
        "any://a/n-1"
      })
  void parse_anotherForm_isRefusedWithTheForm(String wrong) {
    assertThatThrownBy(() -> ClusterUri.parse(wrong, FORM, "[a-z]+"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'" + wrong + "' is not of the form " + FORM);
  }

  @ParameterizedTest
  @ValueSource(strings = {"any://a:0/n", "any://a,b:99999/n"})
  void parse_portThatIsNone_isRefused(String wrong) {
    assertThatThrownBy(() -> ClusterUri.parse(wrong, FORM))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(wrong, "1 to 65535");
  }
}
