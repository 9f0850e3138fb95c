package org.portolan.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BuildTest {

  @Test
  void find_inACheckoutOrOutside_namesTheWholeCommitOrNone() {
    assertThat(Build.find().commit()).matches("[0-9a-f]{40}(\\+changes)?|unknown");
  }
}
