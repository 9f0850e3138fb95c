package org.portolan.bench.hostile.attack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class TallyTest {
  @Test
  void encoded_isReadAsItWasWritten() {
    Tally tally = new Tally();
    tally.add("200", 3_000_000);
    tally.add("200", 5_000_000);
    tally.add("closed", 1_000_000);
    assertThat(tally.encoded()).isEqualTo("200=2,closed=1,total=9,max=5");
    Tally sum = new Tally();
    sum.addEncoded(tally.encoded());
    sum.addEncoded(tally.encoded());
    assertThat(sum.outcomes()).isEqualTo(Map.of("200", 4L, "closed", 2L));
    assertThat(sum.count()).isEqualTo(6);
    assertThat(sum.millisMean()).isEqualTo(3.0);
    assertThat(sum.millisMax()).isEqualTo(5.0);
  }

  @Test
  void hostileTexts_areAllWithinTheLengthOfAPage() {
    for (int number = 0; number < HostileTexts.count(); number++) {
      assertThat(HostileTexts.text(number).length()).isBetween(100, 2 * 1024 * 1024);
    }
  }
}
