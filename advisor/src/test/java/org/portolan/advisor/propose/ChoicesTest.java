package org.portolan.advisor.propose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChoicesTest {
  @TempDir Path directory;

  private Choices read(String text) throws IOException {
    return Choices.read(Files.writeString(directory.resolve("choices.yaml"), text));
  }

  @Test
  void choices_mayBeQuotedAndCommented_andComeBackAsTheyAre() throws IOException {
    Choices choices =
        read(
            """
            # by hand
            orders: an entity # since it grows
            "lines": 'items of orders'

            a: b: left out
            """);
    assertThat(choices.shapes())
        .isEqualTo(Map.of("orders", "an entity", "lines", "items of orders", "a: b", "left out"));
    assertThat(read(choices.text()).shapes()).isEqualTo(choices.shapes());
  }

  @Test
  void choicesThatCannotBeRead_areNamed() throws IOException {
    assertThatThrownBy(() -> read("a: an entity\nb: an entity\na: left out\n"))
        .hasMessageContaining("choices.yaml:3: 'a' is 'an entity' above; keep one of the lines");
    assertThatThrownBy(() -> read("nonsense\n")).hasMessageContaining("choices.yaml:1: 'nonsense'");
    Path file = directory.resolve("latin.yaml");
    Files.write(file, "täg: an entity\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> Choices.read(file))
        .hasMessageContaining("latin.yaml: it is not valid UTF-8");
    assertThatThrownBy(() -> Choices.read(directory))
        .hasMessageContaining(directory + ", which is a directory");
  }
}
