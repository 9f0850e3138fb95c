package org.portolan.bench.workload.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.portolan.bench.workload.engine.Account.End;

class AccountTest {
  private static final long RUN = 1_000;

  private final Account account = new Account(RUN, 4);

  private void write(long record, End end) {
    account.begin(record);
    account.ended(record, end);
  }

  private boolean right(int number) {
    return account.judge(2, new Version(RUN, number), account.oldest(2)).isEmpty();
  }

  @Test
  void written_olderIsWrong() {
    assertThat(right(0)).isTrue();
    write(2, End.ACKNOWLEDGED);
    write(2, End.ACKNOWLEDGED);
    assertThat(right(2)).isTrue();
    assertThat(right(1)).isFalse();
    assertThat(right(0)).isFalse();
    assertThat(account.judge(2, new Version(RUN - 1, 7), account.oldest(2)))
        .map(Flaw::text)
        .contains(
            "is of the earlier run 999, but write 2 or a later one was acknowledged before (if several"
                + " processes write at the same time, take --check content)");
    assertThat(account.judge(2, new Version(RUN + 1, 0), account.oldest(2))).isEmpty();
  }

  @Test
  void neverBegun_isWrong() {
    assertThat(account.judge(2, new Version(RUN, 1), 0))
        .map(Flaw::text)
        .contains("is of write 1, which was never started");
  }

  @Test
  void overlapping_anyOfThemIsRight_onceOneIsAcknowledged() {
    write(2, End.ACKNOWLEDGED);
    account.begin(2);
    account.begin(2);
    account.ended(2, End.ACKNOWLEDGED);
    // The other write is still under way: until both have ended, write 1 is right and only write 0
    // is not.
    assertThat(right(0)).isFalse();
    assertThat(right(1)).isTrue();
    account.ended(2, End.REFUSED);
    assertThat(right(1)).isFalse();
    assertThat(right(2)).isTrue();
    assertThat(right(3)).isTrue();
  }

  @Test
  void refused_nothingChanges() {
    write(2, End.ACKNOWLEDGED);
    write(2, End.REFUSED);
    assertThat(right(1)).isTrue();
    assertThat(right(0)).isFalse();
    assertThat(account.mayBeAbsent(2)).isFalse();
  }

  @Test
  void unknown_recordIsNotJudgedAnyMore() {
    write(2, End.ACKNOWLEDGED);
    write(2, End.UNKNOWN);
    write(2, End.ACKNOWLEDGED);
    assertThat(right(0)).isTrue();
    assertThat(account.mayBeAbsent(2)).isTrue();
    assertThat(account.mayBeAbsent(1)).isFalse();
  }

  @Test
  void beyondTheAccount_isNotJudged() {
    assertThat(account.begin(4)).isEqualTo(new Version(RUN, 0));
    account.ended(4, End.ACKNOWLEDGED);
    assertThat(account.judge(4, new Version(1, 1), account.oldest(4))).isEmpty();
  }
}
