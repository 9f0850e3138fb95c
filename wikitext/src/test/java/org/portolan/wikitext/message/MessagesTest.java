package org.portolan.wikitext.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class MessagesTest {
  @Test
  void files_ofAllLanguages_haveTheSameMessagesAndArguments() throws IOException {
    MessageFiles.requireComplete(TextMessages.class, "");
  }

  @Test
  void of_languageWithoutFile_takesTheNextOfItsChain() {
    assertThat(TextMessages.of("ltg").language()).isEqualTo("lv");
    assertThat(TextMessages.of("ltg").of("contents")).isEqualTo("Satura rādītājs");
    assertThat(TextMessages.of("dsb").language()).isEqualTo("de");
    assertThat(TextMessages.of("fr-CA").language()).isEqualTo("fr");
    assertThat(TextMessages.of("ru").language()).isEqualTo("en");
    assertThat(TextMessages.of("../it").language()).isEqualTo("en");
  }

  @Test
  void of_number_isWrittenAsTheLanguageDoes() {
    assertThat(TextMessages.of("en").of("limit.time", "most", 10_000)).contains("10,000");
    assertThat(TextMessages.of("de").of("limit.time", "most", 10_000)).contains("10.000");
  }

  @Test
  void of_wrongArguments_refused() {
    var messages = TextMessages.of("en");
    assertThatIllegalArgumentException().isThrownBy(() -> messages.of("limit.time"));
    assertThatIllegalArgumentException().isThrownBy(() -> messages.of("limit.time", "x", 1));
    assertThatIllegalArgumentException().isThrownBy(() -> messages.of("nothing"));
  }

  @Test
  void of_pseudoLanguage_marksEverySentence() {
    var messages = TextMessages.of(Messages.PSEUDO);
    assertThat(messages.of("contents")).isEqualTo("⟦Contents⟧");
    assertThat(messages.of("limit.time", "most", 5)).startsWith("⟦").contains("5").endsWith("⟧");
  }
}
