package org.portolan.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class BuildTest {

  private static final String COMMIT = "[0-9a-f]{40}(\\+changes)?";

  @Test
  void find_inACheckout_namesTheWholeCommit_andElsewhereThatOrNone() {
    // In a worktree this is a file.
    Path git = Path.of(System.getProperty("portolan.root", ".")).resolve(".git");
    assertThat(Build.find().commit()).matches(Files.exists(git) ? COMMIT : COMMIT + "|unknown");
  }
}
