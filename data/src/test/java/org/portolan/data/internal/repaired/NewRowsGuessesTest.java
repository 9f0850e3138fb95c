package org.portolan.data.internal.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.portolan.data.internal.repaired.Parts.page;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.repaired.read.NewRows;
import org.portolan.data.internal.repaired.read.NewRows.Guesses;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.engine.RowKey;

class NewRowsGuessesTest {
  private static final RowKey A = page("A");
  private static final RowKey B = page("B");
  private static final WriteState STANDS = WriteState.NONE.next(1, 1);

  private final NewRows newRows = new NewRows(2);

  private void met(WriteState state) {
    Guesses guesses = newRows.guesses();
    guesses.admits(A, false);
    guesses.learn(Map.of(A, state));
  }

  private boolean admits() {
    return newRows.guesses().admits(A, false);
  }

  @Test
  void admits_afterEnoughNewRowsInSuccession() {
    met(WriteState.NONE);
    assertThat(admits()).isFalse();
    met(STANDS);
    met(WriteState.NONE);
    assertThat(admits()).as("a row that was not new begins a new count").isFalse();
    met(WriteState.NONE);

    assertThat(admits()).isTrue();
    assertThat(newRows.none().admits(A, false)).isFalse();
    assertThat(newRows.guesses().admits(new RowKey("note", A.key()), false)).isFalse();
  }

  @Test
  void haveFailed_rowTakenForNew_takesNoneForNewAnyMore() {
    met(WriteState.NONE);
    met(WriteState.NONE);
    Guesses guesses = newRows.guesses();
    guesses.admits(A, false);
    guesses.made(A, false);

    assertThat(guesses.haveFailed(Set.of(B))).isFalse();
    assertThat(admits()).isTrue();
    assertThat(guesses.all()).containsExactly(A);
    assertThat(guesses.haveFailed(guesses.all())).isTrue();
    assertThat(admits()).isFalse();
  }
}
