package org.portolan.wiki.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.wikitext.message.MessageFiles;
import org.portolan.wikitext.message.Messages;

/** The sentences of the wiki's pages, in all languages. */
class MessageFilesTest {
  private static final Messages ENGLISH = Messages.load(Views.class, "messages/", "en");
  private static final Pattern LITERAL = Pattern.compile("\"([a-z]+(?:[.-][a-z0-9-]+)*)\"");

  /** Calls whose first literal is the name of a message. */
  private static final Pattern USE =
      Pattern.compile(
          "(?s)(?:\\bsay\\(|\\baround\\(|messages(?:\\(\\))?\\s*\\.of\\(|new Failure\\(\\s*\\d+,)"
              + "\\s*\"([^\"]+)\"\\s*[,)]");

  @Test
  void files_ofAllLanguages_haveTheSameMessagesAndArguments() throws IOException {
    MessageFiles.requireComplete(Views.class, "messages/");
  }

  @Test
  void messages_thatPagesName_exist() throws IOException {
    Set<String> used = new TreeSet<>();
    var uses = USE.matcher(sources());
    while (uses.find()) {
      used.add(uses.group(1));
    }
    assertThat(used).hasSizeGreaterThan(100);
    used.removeAll(ENGLISH.keys());
    used.removeIf(each -> each.endsWith("."));
    assertThat(used).isEmpty();
  }

  @Test
  void messages_ofTheFile_areUsed() throws IOException {
    Set<String> unused = new TreeSet<>(ENGLISH.keys());
    var literals = LITERAL.matcher(sources());
    while (literals.find()) {
      unused.remove(literals.group(1));
    }
    // Named by their parts.
    unused.removeIf(
        each ->
            each.matches("(status|write|read|members|backlinks|uses)\\..*")
                || each.matches("(save|move|delete|comment|form)\\.(not|perhaps|unsure|kept)")
                || each.matches("(save|move|delete|comment|form)\\.(look|smaller|again.*)"));
    assertThat(unused).isEmpty();
  }

  private static String sources() throws IOException {
    var sources = new StringBuilder();
    for (String folder : List.of("src/main/java/org/portolan/wiki/web", "src/main/jte")) {
      try (Stream<Path> files = Files.list(Path.of(folder))) {
        for (Path file : (Iterable<Path>) files.sorted()::iterator) {
          sources.append(Files.readString(file)).append('\n');
        }
      }
    }
    return sources.toString();
  }

  @ParameterizedTest
  @EnumSource
  void problem_ofEachRequest_isSaidInEveryLanguage(WriteFailure failure) {
    for (String language : MessageFiles.LANGUAGES) {
      Messages messages = Messages.load(Views.class, "messages/", language);
      for (String act : List.of("save", "move", "delete", "comment", "form")) {
        Problem problem = failure.problem(messages, act);
        assertThat(problem.heading()).isNotBlank();
        assertThat(problem.text()).hasSizeGreaterThan(40);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void readFailure_isSaidInEveryLanguage(ReadFailure failure) {
    for (String language : MessageFiles.LANGUAGES) {
      Messages messages = Messages.load(Views.class, "messages/", language);
      assertThat(failure.reason(messages)).isNotBlank();
      assertThat(failure.advice(messages)).isNotBlank();
    }
  }
}
