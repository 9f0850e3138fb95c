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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest
  @CsvSource({"0, 0", "0, 1", "1, 0", "100, 100", "30000, 5"})
  void between_textsOfVeryManyLines_hasARowForEachPart(int before, int after) {
    String head = "same\n".repeat(25_000);
    String tail = "\nend".repeat(25_000);
    String oldText = head + "old\n".repeat(before) + tail;
    String newText = head + "new\n".repeat(after) + tail;
    TextDiff diff = TextDiff.between(oldText, newText);

    assertThat(diff.same()).isEqualTo(before == after && before == 0);
    assertThat(diff.rows().size()).isLessThanOrEqualTo(4);
    assertThat(rebuiltFromParts(diff, oldText, true)).isEqualTo(oldText);
    assertThat(rebuiltFromParts(diff, newText, false)).isEqualTo(newText);
  }

  private static String rebuiltFromParts(TextDiff diff, String text, boolean old) {
    if (diff.same()) {
      return text;
    }
    List<String> lines = List.of(text.split("\n", -1));
    List<String> parts = new java.util.ArrayList<>();
    int gaps = 0;
    for (TextDiff.Row row : diff.rows()) {
      if (row.kind() == TextDiff.Kind.GAP) {
        List<String> left =
            gaps++ == 0 && parts.isEmpty()
                ? lines.subList(0, row.oldLine())
                : lines.subList(lines.size() - row.oldLine(), lines.size());
        parts.add(String.join("\n", left));
      } else if ((row.kind() == TextDiff.Kind.REMOVED) == old) {
        parts.add(row.spans().get(0).text());
      }
    }
    return String.join("\n", parts);
  }

  @Test
  @Timeout(30)
  void between_twoTextsOfHalfAMillionRandomLines_fitsInMemory() {
    java.util.SplittableRandom random = new java.util.SplittableRandom(1);
    StringBuilder before = new StringBuilder();
    StringBuilder after = new StringBuilder();
    for (int line = 0; line < 500_000; line++) {
      before.append((char) ('a' + random.nextInt(26))).append('\n');
      after.append((char) ('a' + random.nextInt(26))).append('\n');
    }
    TextDiff diff = TextDiff.between(before.toString(), after.toString());

    assertThat(diff.coarse()).isTrue();
    assertThat(diff.rows().size()).isLessThanOrEqualTo(4);
  }

  @Test
  @Timeout(60)
  void between_manyLinesOfManyChangedWords_comparesABoundedNumberOfWords() {
    StringBuilder before = new StringBuilder();
    StringBuilder after = new StringBuilder();
    for (int line = 0; line < 1_900; line++) {
      for (int word = 0; word < 190; word++) {
        before.append("b").append(line).append('.').append(word).append(' ');
        after.append("a").append(line).append(',').append(word).append(' ');
      }
      // An unchanged line separates the changes, so each line is a separate change.
      before.append("\nsame ").append(line).append('\n');
      after.append("\nsame ").append(line).append('\n');
    }
    TextDiff diff = TextDiff.between(before.toString(), after.toString());

    assertThat(rebuilt(diff, before.toString(), true)).isEqualTo(before.toString());
    assertThat(diff.rows())
        .filteredOn(row -> row.kind() == TextDiff.Kind.REMOVED)
        .last()
        .satisfies(row -> assertThat(row.spans()).hasSize(1));
  }
}
