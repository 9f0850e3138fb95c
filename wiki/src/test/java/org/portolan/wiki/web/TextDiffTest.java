package org.portolan.wiki.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class TextDiffTest {

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of("a", "b", "c", "a b", "a c", "", "Ūdens ir")
        .list()
        .ofMaxSize(30)
        .map(lines -> String.join("\n", lines));
  }

  @Property(tries = 500)
  void between_anyTexts_holdsEveryChangedLineOfBoth(
      @ForAll("texts") String before, @ForAll("texts") String after) {
    TextDiff diff = TextDiff.between(before, after);
    assertThat(diff.same()).isEqualTo(before.equals(after));
    assertThat(rebuilt(diff, before, true)).isEqualTo(before);
    assertThat(rebuilt(diff, after, false)).isEqualTo(after);
  }

  /** Rebuilds a text from its rows; gaps are filled from the text. */
  private static String rebuilt(TextDiff diff, String text, boolean old) {
    List<String> lines = text.isEmpty() ? List.of() : List.of(text.split("\n", -1));
    if (diff.same()) {
      return text;
    }
    var rebuilt = new java.util.ArrayList<String>();
    for (TextDiff.Row row : diff.rows()) {
      if (row.kind() == TextDiff.Kind.GAP) {
        rebuilt.addAll(lines.subList(rebuilt.size(), rebuilt.size() + row.oldLine()));
      } else if ((old ? row.oldLine() : row.newLine()) > 0) {
        assertThat(old ? row.oldLine() : row.newLine()).isEqualTo(rebuilt.size() + 1);
        rebuilt.add(row.spans().stream().map(TextDiff.Span::text).collect(Collectors.joining()));
      }
    }
    return String.join("\n", rebuilt);
  }

  @Test
  void between_textsFarApart_saysThatItIsCoarse() {
    String before = "a\n".repeat(3_000);
    String after = "b\n".repeat(3_000);
    TextDiff diff = TextDiff.between(before, after);
    assertThat(diff.coarse()).isTrue();
    assertThat(diff.rows()).filteredOn(row -> row.kind() == TextDiff.Kind.ADDED).hasSize(3_000);
  }

  @Test
  void between_longUnchangedStretch_leavesItOut() {
    String same = "same\n".repeat(100);
    TextDiff diff = TextDiff.between("x\n" + same + "y", "z\n" + same + "y2");
    assertThat(diff.rows())
        .filteredOn(row -> row.kind() == TextDiff.Kind.GAP)
        .singleElement()
        .satisfies(row -> assertThat(row.oldLine()).isEqualTo(94));
  }
}
