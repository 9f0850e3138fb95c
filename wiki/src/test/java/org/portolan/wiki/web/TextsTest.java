package org.portolan.wiki.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TextsTest {

  @Test
  void cleaned_plainText_isNotCopied() {
    var text = "Ūdiņs\tir\nslapjš 🌊 \uE000\uFFFD";

    assertThat(Texts.cleaned(text)).isSameAs(text);
  }

  @Test
  void cleaned_lineEndsAndForbiddenCharacters() {
    assertThat(Texts.cleaned("a\r\nb\rc\r\r\nd\r")).isEqualTo("a\nb\nc\n\nd\n");
    assertThat(Texts.cleaned("\u0000a\u001Fb\uFFFEc\uFFFF")).isEqualTo("abc");
    assertThat(Texts.cleaned("a\uD83Cb\uDF0A🌊\uD83C")).isEqualTo("ab🌊");
  }

  @Test
  void cleaned_randomTexts_areAsByCodePoints() {
    var random = new SplittableRandom(1);
    var alphabet = "ab\r\n\t\u0001\uD83C\uDF0A\uFFFEé";
    for (int i = 0; i < 10_000; i++) {
      var text = new StringBuilder();
      for (int length = random.nextInt(12); length > 0; length--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      var expected = new StringBuilder();
      text.toString()
          .replace("\r\n", "\n")
          .replace('\r', '\n')
          .codePoints()
          .filter(point -> point == '\n' || point == '\t' || point >= 0x20)
          .filter(point -> point > 0xFFFF || !Character.isSurrogate((char) point))
          .filter(point -> point != 0xFFFE)
          .forEach(expected::appendCodePoint);

      assertThat(Texts.cleaned(text.toString())).isEqualTo(expected.toString());
    }
  }
}
