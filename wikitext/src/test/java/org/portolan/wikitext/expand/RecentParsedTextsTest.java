package org.portolan.wikitext.expand;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.portolan.wikitext.limit.Allowance;
import org.portolan.wikitext.limit.TextLimits;

class RecentParsedTextsTest {
  private final RecentParsedTexts texts = new RecentParsedTexts(1 << 20);

  private ParsedText get(String text) {
    return texts.get(
        "Template:A",
        new PageText(7, text, Optional.empty()),
        () -> ParsedText.parse(text, ParsedText.Mode.INCLUDED, new Allowance(TextLimits.DEFAULT)));
  }

  @Test
  void get_sameText_isParsedOnce() {
    assertThat(get("a{{b}}")).isSameAs(get("a{{b}}"));
  }

  @Test
  void get_otherTextOfTheSameRevision_isParsedAnew() {
    assertThat(get("a{{b}}")).isNotSameAs(get("a{{c}}"));
  }
}
