package org.portolan.preparedscan.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class StatementTest {
  private static final Column ONE = new Column(new byte[] {'f'}, new byte[] {1});
  private static final Column HIGH = new Column(new byte[] {'f'}, new byte[] {(byte) 0x80});
  private static final byte[] SCAN = {1, 2, 3};

  @Test
  void read_isWhatWasWritten_inTheOrderOfCells() {
    Statement written = new Statement(List.of(HIGH, ONE, HIGH), SCAN, true, false);
    assertThat(written.columns()).containsExactly(ONE, HIGH);
    Statement read = Statement.read(written.toByteArray());
    assertThat(read.columns()).isEqualTo(written.columns());
    assertThat(read.scan()).isEqualTo(SCAN);
    assertThat(read.timestamps()).isTrue();
    assertThat(read.compressed()).isFalse();
    assertThat(read.digest()).isEqualTo(written.digest()).hasSize(Statement.DIGEST_LENGTH);
  }

  @Test
  void digest_tellsApartWhateverDiffers() {
    byte[] digest = new Statement(List.of(ONE), SCAN, true, false).digest();
    assertThat(new Statement(List.of(ONE), SCAN, true, false).digest()).isEqualTo(digest);
    assertThat(new Statement(List.of(HIGH), SCAN, true, false).digest()).isNotEqualTo(digest);
    assertThat(new Statement(List.of(ONE), SCAN, false, false).digest()).isNotEqualTo(digest);
    assertThat(new Statement(List.of(ONE), SCAN, true, true).digest()).isNotEqualTo(digest);
    assertThat(new Statement(List.of(ONE), new byte[] {1}, true, false).digest())
        .isNotEqualTo(digest);
  }

  @Test
  void request_isReadAsWritten_withAndWithoutItsStatement() {
    Statement statement = new Statement(List.of(ONE), SCAN, false, false);
    PageRequest request =
        PageRequest.of(statement, new byte[] {5}, true, new byte[0], false, 10, 2_000);
    PageRequest read = PageRequest.read(request.toByteArray());
    assertThat(read.statement()).isNull();
    assertThat(read.digest()).isEqualTo(statement.digest());
    assertThat(read.start()).containsExactly(5);
    assertThat(read.startInclusive()).isTrue();
    assertThat(read.stop()).isEmpty();
    assertThat(read.stopInclusive()).isFalse();
    assertThat(read.rowsMax()).isEqualTo(10);
    assertThat(read.bytesMax()).isEqualTo(2_000);
    PageRequest spelled = PageRequest.read(request.spelledOut(statement).toByteArray());
    assertThat(spelled.statement().digest()).isEqualTo(statement.digest());
  }

  @Test
  void read_ofAnotherVersion_isRefusedWithWhatToDo() {
    byte[] bytes = new Statement(List.of(), SCAN, false, false).toByteArray();
    bytes[0] = 9;
    assertThatThrownBy(() -> Statement.read(bytes))
        .isInstanceOf(MalformedPageException.class)
        .hasMessageContaining("version 9, but this release knows 1")
        .hasMessageContaining("deploy the endpoint again");
  }
}
