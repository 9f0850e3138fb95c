package org.portolan.cluster.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.cluster.ClusterException;

class PlatformTest {
  private static final String TEMPLATE =
      "<properties><linux-x86_64>a-linux</linux-x86_64><macos-aarch64>a-mac</macos-aarch64>"
          + "</properties><artifactId>${@platform@}</artifactId>";

  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, false, linux-x86_64",
    "Linux, aarch64, true, linux-musl-aarch64",
    "Mac OS X, aarch64, false, macos-aarch64",
    "Windows 11, amd64, false, windows-11-x86_64"
  })
  void of_namesOfJava_areOurs(String name, String architecture, boolean musl, String expected) {
    assertThat(Platform.of(name, architecture, musl)).hasToString(expected);
  }

  @Test
  void insertInto_aPlatformWithAnArtifact_choosesIt() {
    assertThat(new Platform("macos", "aarch64").insertInto(TEMPLATE, "@platform@", "mariadb"))
        .endsWith("<artifactId>${macos-aarch64}</artifactId>");
  }

  @Test
  void insertInto_aPlatformWithoutAnArtifact_saysWhichThereAre() {
    assertThatThrownBy(
            () ->
                new Platform("linux-musl", "x86_64").insertInto(TEMPLATE, "@platform@", "mariadb"))
        .isInstanceOf(ClusterException.class)
        .hasMessage(
            "there is no binary of mariadb for linux-musl-x86_64, only for linux-x86_64,"
                + " macos-aarch64: start a server of your own, and use its URL");
  }

  @Test
  void insertInto_aBeginningOfAPlatform_isNotTheWhole() {
    assertThatThrownBy(
            () -> new Platform("linux", "x86").insertInto(TEMPLATE, "@platform@", "mariadb"))
        .hasMessageStartingWith("there is no binary of mariadb for linux-x86,");
  }
}
