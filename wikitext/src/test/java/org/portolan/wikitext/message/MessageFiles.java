package org.portolan.wikitext.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;

/** Judges message files: what one language says, all say, about the same arguments. */
public final class MessageFiles {
  public static final List<String> LANGUAGES = List.of("en", "de", "fr", "it", "lv");

  private MessageFiles() {}

  /** Fails unless the files of all languages have the same sentences with the same arguments. */
  public static void requireComplete(Class<?> owner, String folder) throws IOException {
    var english = Messages.load(owner, folder, "en");
    for (var language : LANGUAGES) {
      var file = new Properties();
      try (var stream = owner.getResourceAsStream(folder + language + ".properties")) {
        file.load(new InputStreamReader(stream, StandardCharsets.UTF_8));
      }
      assertThat(file.stringPropertyNames())
          .as("the messages of %s", language)
          .containsExactlyInAnyOrderElementsOf(english.keys());
      assertThat(file.values()).as("texts of %s", language).noneMatch(text -> text.equals(""));
      var messages = Messages.load(owner, folder, language);
      for (var key : english.keys()) {
        assertThat(messages.arguments(key))
            .as("the arguments of '%s' in %s", key, language)
            .isEqualTo(english.arguments(key));
      }
    }
  }
}
