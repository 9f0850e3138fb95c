package org.portolan.bench.workload.wiki;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EditTextTest {
  private final EditText author = new EditText(new SplittableRandom(3), "7.0");

  @Test
  void next_isTheTextWithAParagraphOfAnotherPage() {
    author.read("A [[link]] and [[Category:Charts]].");
    String text = author.next("Page", "First.\n\nSecond.");
    assertThat(text).contains("First.", "Second.", "A [[link]] and [[Category:Charts]].");
    assertThat(text).endsWith("\n\n<!-- written by bench: 7.0.1 to Page -->");
    String again = author.next("Page", text);
    assertThat(again).endsWith("7.0.2 to Page -->").doesNotContain("7.0.1");
  }

  @Test
  void next_longPage_losesAParagraphAndStaysBounded() {
    String text = "Short.";
    author.read("x".repeat(1_500));
    for (int edit = 0; edit < 200; edit++) {
      text = author.next("Page", text);
      assertThat(text.length()).isLessThan(20_000);
    }
    assertThat(text.length()).isGreaterThan(10_000);
  }

  @Test
  void wrongIn_tellsAnotherPagesText() {
    String text = author.first("Page");
    assertThat(EditText.wrongIn("Page", text)).isEmpty();
    assertThat(EditText.wrongIn("Other", text))
        .isEqualTo("page Other ends with '7.0.1 to Page -->'");
    assertThat(EditText.wrongIn("Other", "Nobody's text.")).isEmpty();
    assertThat(author.given("Other", text)).endsWith("7.0.2 to Other -->");
  }
}
