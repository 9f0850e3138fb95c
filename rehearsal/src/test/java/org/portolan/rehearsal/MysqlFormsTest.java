package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.serve.Served;

/** Forms that only MySQL has are served as those that say the same. */
class MysqlFormsTest {
  @TempDir Path directory;

  private List<String> all(String statement) throws Exception {
    Proposal proposal = TwinRows.propose(directory, statement + ";\n");
    Served served = proposal.served().get(0);
    assertThat(served.refusal()).isEmpty();
    List<String> all = new ArrayList<>(new AccessPathLines(proposal).of(served));
    all.addAll(served.notes());
    return all;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT * FROM orders WHERE id = 3 LOCK IN SHARE MODE | SELECT * FROM orders WHERE id = 3"
            + " FOR SHARE",
        "SELECT nick FROM people WHERE id = CONVERT('5', SIGNED) | SELECT nick FROM people WHERE id ="
            + " CAST('5' AS SIGNED)",
        "DELETE FROM phones USING phones JOIN people p ON p.id = phones.person_id WHERE p.kind ="
            + " 'bot' | DELETE phones FROM phones JOIN people p ON p.id = phones.person_id WHERE"
            + " p.kind = 'bot'",
        "DELETE FROM phones USING phones, people p WHERE p.id = phones.person_id AND p.kind = 'bot' |"
            + " DELETE phones FROM phones, people p WHERE p.id = phones.person_id AND p.kind = 'bot'"
      })
  void form_isServedAsAnother(String form, String plain) throws Exception {
    assertThat(all(form)).isEqualTo(all(plain));
  }

  /** It finds one spelling of a text that is compared without case: all are read and checked. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT 1 AS one FROM accounts WHERE | login = BINARY 'x' | LIMIT 1",
        "SELECT id FROM accounts WHERE | BINARY login = 'x' | LIMIT 1",
        "SELECT 1 AS one FROM accounts WHERE accounts.id <> 3 AND | accounts.login = BINARY 'x' |"
            + " LIMIT 1",
        "DELETE FROM accounts WHERE id = 3 AND | login = BINARY 'x' | ",
        "UPDATE orders SET total = 3 WHERE | BINARY status = 'x' | "
      })
  void comparisonOfBytes_isNoOtherThanWithACollation(String before, String bytes, String after)
      throws Exception {
    String plain = bytes.replace("BINARY ", "");
    String collated = plain + " AND " + plain.replace(" =", " COLLATE utf8mb4_bin =");
    String end = after == null ? "" : " " + after;
    assertThat(all(before + " " + bytes + end)).isEqualTo(all(before + " " + collated + end));
  }

  @Test
  void comparisonOfBytes_isTheApplications() throws Exception {
    assertThat(all("DELETE FROM accounts WHERE login = BINARY 'x'"))
        .anyMatch(line -> line.contains("accounts_by_login"))
        .anyMatch(line -> line.contains("accountsMeets.test(row)"));
    assertThat(all("SELECT id FROM accounts WHERE login = BINARY 'x' LIMIT 1"))
        .contains("the application checks login");
  }
}
