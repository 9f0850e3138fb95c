package org.portolan.advisor.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MysqlFormsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "WHERE a = BINARY ? LIMIT 1 | WHERE a = CAST( ? AS BINARY) LIMIT 1",
        "WHERE BINARY t.`a` = ? | WHERE CAST( t.`a` AS BINARY) = ?",
        "WHERE a = binary lower(?) AND b | WHERE a = CAST( lower(?) AS BINARY) AND b",
        "WHERE a IN (BINARY ?) | WHERE a IN (CAST( ? AS BINARY))",
        "WHERE a = BINARY BINARY (b + ?) | WHERE a = CAST( CAST( (b + ?) AS BINARY) AS BINARY)",
        "WHERE a = CONVERT(?, SIGNED) | WHERE a = CAST(? AS SIGNED)",
        "WHERE CONVERT(f(a, b), DECIMAL(10,2)) > 3 | WHERE CAST(f(a, b) AS DECIMAL(10,2)) > 3",
        "WHERE a = 1 LOCK IN SHARE MODE | WHERE a = 1 FOR SHARE"
      })
  void form_isWrittenAsAnother(String form, String plain) {
    String query = "SELECT x FROM t ";
    assertThat(MysqlForms.plain(query + form).strip()).isEqualTo(query + plain);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT CAST(a AS BINARY), CAST(a AS BINARY(3)), CONVERT(a USING utf8) FROM t",
        "SELECT x FROM t WHERE a LIKE BINARY ? AND binary = 3",
        "SELECT x FROM t WHERE a = 'BINARY x' AND `binary` = 3",
        "SELECT lock FROM t WHERE convert > 3"
      })
  void otherWords_stay(String statement) {
    assertThat(MysqlForms.plain(statement)).isEqualTo(statement);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DELETE FROM a USING a JOIN b ON a.x = b.x WHERE b.y = ? | DELETE a FROM a JOIN b ON a.x ="
            + " b.x WHERE b.y = ?",
        "DELETE QUICK FROM a, s.`b` USING a, s.b WHERE a.x = b.x | DELETE QUICK a, s.`b` FROM a, s.b"
            + " WHERE a.x = b.x",
        "DELETE FROM a WHERE using = ? | DELETE FROM a WHERE using = ?",
        "DELETE a FROM a JOIN b USING (x) | DELETE a FROM a JOIN b USING (x)"
      })
  void usingOfDelete_becomesFrom(String statement, String plain) {
    assertThat(MysqlForms.withoutUsing(statement).replaceAll("  +", " ")).isEqualTo(plain);
  }
}
