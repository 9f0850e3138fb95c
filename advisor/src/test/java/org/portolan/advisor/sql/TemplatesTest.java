package org.portolan.advisor.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
}
