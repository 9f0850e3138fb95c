package org.portolan.data.internal.repaired.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.types.Bytes;

class WriteStateTest {
  private static final Optional<Bytes> SOMETHING = Optional.of(Bytes.wrap(new byte[] {1}));

  private static WriteState after(int writes) {
    WriteState state = WriteState.NONE;
    for (int write = 1; write <= writes; write++) {
      state = state.next(write, 100 + write);
    }
    return state;
  }

  @Test
  void includes_itsOwnAndFourEarlierWrites() {
    WriteState state = after(6);

    assertThat(state.includes(106)).isTrue();
    assertThat(state.includes(102)).isTrue();
    assertThat(state.includes(101)).isFalse();
    assertThat(state.includes(107)).isFalse();
  }

  @Test
  void includes_noState_nothing() {
    assertThat(WriteState.NONE.includes(0)).isFalse();
  }

  @Test
  void reachesBackTo_stateThatItWentOver() {
    assertThat(after(5).reachesBackTo(after(1))).isTrue();
    assertThat(after(6).reachesBackTo(after(1))).isFalse();
    assertThat(after(5).reachesBackTo(after(5))).isFalse();
  }

  @Test
  void reachesBackTo_absentRow_whileItRemembersEveryWrite() {
    assertThat(WriteState.NONE.reachesBackTo(WriteState.NONE)).isFalse();
    assertThat(after(4).reachesBackTo(WriteState.NONE)).isTrue();
    assertThat(after(5).reachesBackTo(WriteState.NONE)).isFalse();
  }

  @Test
  void nextVersion_isHigherThanTheLastWhateverTheClockSays() {
    WriteState state = WriteState.NONE.next(50, 1);

    assertThat(state.nextVersion(10)).isEqualTo(51);
    assertThat(state.nextVersion(51)).isEqualTo(51);
    assertThat(state.nextVersion(60)).isEqualTo(60);
  }

  @Test
  void isSettled_neitherOutboxNorIntent() {
    WriteState state = after(1);

    assertThat(state.isSettled()).isTrue();
    assertThat(state.with(SOMETHING, Optional.empty()).isSettled()).isFalse();
    assertThat(state.with(Optional.empty(), SOMETHING).isSettled()).isFalse();
    assertThat(state.with(SOMETHING, SOMETHING).next(9, 9).isSettled()).isTrue();
  }

  @Test
  void isAt_sameVersionOfAnotherWrite_isAnotherState() {
    WriteState state = WriteState.NONE.next(50, 1);

    assertThat(state.isAt(WriteState.NONE.next(50, 1).with(SOMETHING, SOMETHING))).isTrue();
    assertThat(state.isAt(WriteState.NONE.next(50, 2))).isFalse();
    assertThat(state.isAt(WriteState.NONE.next(51, 1))).isFalse();
  }

  @Test
  void counted_staysWithEachLaterWrite_untilItIsLeftOut() {
    WriteState state = after(2).counted(7).next(50, 1).with(SOMETHING, SOMETHING);

    assertThat(state.counted()).isEqualTo(7);
    assertThat(state.isAt(state.counted(0))).isTrue();
    assertThat(state.counted(0).next(60, 2).counted()).isZero();
  }

  @Test
  void put_readAgain_isTheSameState() {
    try (Parts parts = new Parts()) {
      for (WriteState state :
          new WriteState[] {
            after(1),
            after(3),
            after(6),
            after(1).counted(9),
            after(3).counted(10),
            after(6).counted(11)
          }) {
        WriteState full = state.with(SOMETHING, SOMETHING);
        assertThat(parts.store.state(Parts.page("A"))).isNotEqualTo(full);
        parts.put(Parts.page("A"), full);
        assertThat(parts.store.state(Parts.page("A"))).isEqualTo(full);
      }
    }
  }
}
