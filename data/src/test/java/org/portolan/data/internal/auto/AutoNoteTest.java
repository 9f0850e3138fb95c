package org.portolan.data.internal.auto;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.auto.AutoNote.Entry;

class AutoNoteTest {
  private static final Entry MOVE =
      new Entry(
          Instant.parse("2026-11-29T14:00:00Z"),
          false,
          "object single",
          "object read-delta(1, 20)",
          "12 reads/s: cheaper");
  private static final Entry BACK =
      new Entry(
          Instant.parse("2026-11-29T14:05:00Z"),
          true,
          "object read-delta(1, 20)",
          "object single",
          "saves nothing");

  @Test
  void parse_itsText_isTheNote() {
    AutoNote note = AutoNote.NONE.withState("all is well").with(MOVE).with(BACK);

    assertThat(note.text())
        .isEqualTo(
            """
            all is well
            2026-11-29T14:00:00Z moved object single → object read-delta(1, 20): 12 reads/s: cheaper
            2026-11-29T14:05:00Z back object read-delta(1, 20) → object single: saves nothing""");
    assertThat(AutoNote.parse(note.text())).isEqualTo(note);
  }

  @Test
  void parse_otherLines_leavesThemOut() {
    AutoNote note = AutoNote.parse("state\nsomething new\n2026 moved a: b\n" + MOVE.text());

    assertThat(note.entries()).containsExactly(MOVE);
  }

  @Test
  void with_manyMoves_keepsTheLast() {
    AutoNote note = AutoNote.NONE;
    for (int move = 0; move < 30; move++) {
      note = note.with(move == 29 ? BACK : MOVE);
    }

    assertThat(note.entries()).hasSize(AutoNote.ENTRIES_MAX).endsWith(BACK);
  }
}
