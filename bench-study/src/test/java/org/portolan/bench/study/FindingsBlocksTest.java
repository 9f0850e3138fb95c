package org.portolan.bench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class FindingsBlocksTest {
  private static StudyRecord study(String name, String... claims) {
    return new StudyRecord(
        StudyRecord.FORMAT,
        name,
        "Title",
        "default",
        "2026-11-30T01:00:00Z",
        1428,
        "machine: 2 processors",
        List.of(),
        List.of(claims).stream()
            .map(
                claim ->
                    new StudyRecord.Finding(
                        claim, claim + " is more.", "", "holds", "4 beside 2", 2.0, 1.5, 2.5))
            .toList(),
        List.of());
  }

  private static final List<StudyRecord> STUDIES =
      List.of(study("one", "first", "second"), study("two", "third"));

  @Test
  void filled_aStudy_hasAllItsClaimsDateAndDuration() {
    FindingsBlocks.Filled filled =
        FindingsBlocks.filled(
            """
            Before
            <!-- findings: one -->
            an old table
            <!-- end of findings -->
            After
            """,
            STUDIES);
    assertThat(filled.text())
        .isEqualTo(
            """
            Before
            <!-- findings: one -->

            | claim | the paper's | measured | verdict |
            |---|---|---|---|
            | first is more. |  | 2.00 (1.50–2.50): 4 beside 2 | holds |
            | second is more. |  | 2.00 (1.50–2.50): 4 beside 2 | holds |

            Size `default`, on 2026-11-30, in 1,428 s; 2 processors.

            <!-- end of findings -->
            After
            """);
    assertThat(filled.filled()).isEqualTo(1);
    assertThat(FindingsBlocks.filled(filled.text(), STUDIES)).isEqualTo(filled);
  }

  @Test
  void filled_claimsOfSeveralStudies_inTheOrderOfTheComment() {
    String text =
        FindingsBlocks.filled(
                "<!-- findings: two, one.second -->\n<!-- end of findings -->", STUDIES)
            .text();
    assertThat(text)
        .isEqualTo(
            """
            <!-- findings: two, one.second -->

            | study | claim | the paper's | measured | verdict |
            |---|---|---|---|---|
            | `two` | third is more. |  | 2.00 (1.50–2.50): 4 beside 2 | holds |
            | `one` | second is more. |  | 2.00 (1.50–2.50): 4 beside 2 | holds |

            Measured on 2 processors.

            <!-- end of findings -->""");
  }

  @Test
  void filled_aStudyWithoutResults_staysAndIsNamed() {
    String text =
        """
        <!-- findings: three -->
        its table
        <!-- end of findings -->
        <!-- findings: one.first, three.other -->
        another
        <!-- end of findings -->
        """;
    assertThat(FindingsBlocks.filled(text, STUDIES))
        .isEqualTo(new FindingsBlocks.Filled(text, 0, List.of("three")));
  }

  @Test
  void filled_badComments_areRefusedWithTheirLine() {
    assertThatThrownBy(() -> FindingsBlocks.filled("a\n<!-- findings: one -->\ntable\n", STUDIES))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("line 2: the comment with findings has no end");
    assertThatThrownBy(
            () ->
                FindingsBlocks.filled(
                    "<!-- findings: one -->\n<!-- findings: two -->\n<!-- end of findings -->",
                    STUDIES))
        .hasMessageContaining("line 1: the comment with findings has no end");
    assertThatThrownBy(
            () ->
                FindingsBlocks.filled(
                    "<!-- findings: one.fourth -->\n<!-- end of findings -->", STUDIES))
        .hasMessageContaining("'fourth', which study one does not have; it has first, second");
  }
}
