package org.portolan.advisor.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TemplatesTest {
  private static final Path SCRIPTS = Path.of("src/test/resources/testdata/templates");

  /** Each statement of a script is followed by {@code =>} and its operation and template. */
  @ParameterizedTest
  @EnumSource
  void statements_reduced_areTheTemplatesOfTheScript(Dialect dialect) throws IOException {
    Path file = SCRIPTS.resolve(dialect.name().toLowerCase(Locale.ROOT) + ".txt");
    Templates templates = new Templates(dialect);
    StringBuilder actual = new StringBuilder();
    for (String part : Files.readString(file).split("\n\n", -1)) {
      String statement = part.substring(0, part.indexOf("\n=>"));
      Template template = templates.of(statement);
      String operation = template.operation().isEmpty() ? "" : "[" + template.operation() + "] ";
      actual.append(actual.isEmpty() ? "" : "\n\n").append(statement).append("\n=> ");
      actual.append(operation).append(template.text()).append(template.whole() ? "" : " (cut)");
      assertThat(templates.of(template.text()).text())
          .as("the template of the template of %s", statement)
          .isEqualTo(template.text());
    }
    actual.append('\n');
    if (Boolean.getBoolean("portolan.testdata.rewrite")) {
      Files.writeString(file, actual);
    }
    assertThat(actual.toString()).isEqualTo(Files.readString(file));
  }

  @Test
  void rowsAndLists_ofAnyLength_giveOneTemplate() {
    Templates templates = new Templates(Dialect.MYSQL);
    String[] rows = new String[5000];
    Arrays.setAll(rows, i -> "(" + i + ", 'text ''" + i + "')");
    assertThat(templates.of("INSERT INTO t VALUES " + String.join(",", rows)).text())
        .isEqualTo(templates.of("insert into t values (1,'x')").text());
    String[] values = new String[50_000];
    Arrays.setAll(values, i -> "" + i);
    assertThat(templates.of("SELECT a FROM t WHERE a IN (" + String.join(",", values) + ")").text())
        .isEqualTo("SELECT a FROM t WHERE a IN (?)");
  }

  @Test
  void rowsCutOffInAString_giveTheTemplateOfWholeRows() {
    Template cut = new Templates(Dialect.MYSQL).of("INSERT INTO t VALUES (1,'x'),(2,'no end");
    assertThat(cut.text()).isEqualTo("INSERT INTO t VALUES (?, ?)");
    assertThat(cut.whole()).isFalse();
  }

  /** Shows the values of a template: w of a whole number, f of a fraction, - of any other. */
  private static String numbers(Template template) {
    long values = template.text().chars().filter(letter -> letter == '?').count();
    StringBuilder shown = new StringBuilder();
    for (int place = 0; place < values; place++) {
      boolean number = template.numbers().isNumber(place);
      shown.append(template.numbers().isFraction(place) ? 'f' : number ? 'w' : '-');
    }
    return shown.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "WHERE a = 1 AND b = '1' AND c = ? AND d = NULL | w---",
        "WHERE a = -1 AND b = + 2.5 AND c = 1e3 AND d = .5 AND e = 3. | wffff",
        "WHERE a = TRUE AND b = false AND c = 0xe1 AND d = 0b1 AND e = 'e' | ww---",
        "WHERE a IN ('x', 'y', 3) AND b IN (1, 2.5) AND c IN ('x', NULL) | wf-",
        "WHERE (a, b, c) IN (('x', 1, 'z'), ('y', 2, 0), ('z', 3.5, '')) AND d = 1 | -fww",
        "WHERE 1 = 1 AND a = 5 AND 1 = 2 AND b = 'x' AND c = 3 LIMIT 7 | w-ww",
        "WHERE a LIKE '%x' AND b = 3 ORDER BY 2 LIMIT 4, 5 | -www",
        "WHERE a IN (1, NOW(), 'x') AND b = 'y' 'z' AND c = 0 | w--w"
      })
  void numbers_areToldByTheirPlaces(String where, String numbers) {
    Template template = new Templates(Dialect.MYSQL).of("SELECT x FROM t " + where);
    assertThat(numbers(template)).as(template.text()).isEqualTo(numbers);
  }

  @Test
  void numbersOfSeveralStatements_areThoseOfAny() {
    Templates templates = new Templates(Dialect.MYSQL);
    NumberPlaces texts = templates.of("SELECT x FROM t WHERE a = 'x' AND b = 'y'").numbers();
    NumberPlaces some = templates.of("SELECT x FROM t WHERE a = 'x' AND b = 1.5").numbers();
    NumberPlaces others = templates.of("SELECT x FROM t WHERE a = 3 AND b = 'y'").numbers();
    assertThat(texts).isEqualTo(NumberPlaces.NONE);
    assertThat(some.and(texts)).isSameAs(some);
    assertThat(texts.and(some).and(others)).isEqualTo(others.and(some)).isNotEqualTo(some);
    assertThat(others.and(some).isNumber(0)).isTrue();
    assertThat(others.and(some).isFraction(0)).isFalse();
    assertThat(others.and(some).isFraction(1)).isTrue();
  }
}
