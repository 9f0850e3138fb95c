package org.portolan.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementDigestsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT `a` FROM `t` WHERE `b` IN (...) | SELECT `a` FROM `t` WHERE `b` IN (?)",
        "INSERT INTO `t` VALUES (...) /* , ... */ | INSERT INTO `t` VALUES (?) /* , ... */",
        "SELECT `f` ( ?, ... ) | SELECT `f` ( ? )",
        "SELECT `a` , `b` FROM ... | SELECT `a` , `b` FROM"
      })
  void text_ofADigest_isAStatement(String digest, String statement) {
    assertThat(StatementDigests.text(digest).strip()).isEqualTo(statement);
  }
}
