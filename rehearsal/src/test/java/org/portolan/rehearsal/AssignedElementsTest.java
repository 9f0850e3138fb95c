package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.target.Target;

/**
 * A change of an element of a column keeps the others: the new value is computed from the old one.
 */
class AssignedElementsTest {
  private static final String SCHEMA =
      """
      -- PostgreSQL database dump
      CREATE TYPE public.place AS (street text, town text);
      CREATE TABLE public.accounts (id bigint NOT NULL PRIMARY KEY, email text NOT NULL UNIQUE,
        settings jsonb, other jsonb, tags text[], counts integer[], street text, addr public.place);
      """;

  private static final String NEW =
      "INSERT INTO accounts (id, email, settings) VALUES (3, 'a', '{}') ON CONFLICT (email) DO UPDATE"
          + " SET ";

  @TempDir Path directory;

  private List<String> lines(String statement) throws Exception {
    RelationalModel model = Models.written(directory, SCHEMA, statement + ";\n");
    Proposal proposal = Proposer.propose(model, Target.ROCKSDB, "accounts", Choices.NONE);
    assertThat(proposal.served().get(0).refusal()).isEmpty();
    CompiledLines.of(proposal, statement);
    return new AccessPathLines(proposal).of(proposal.served().get(0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tags[1] = 'x' | tags",
        "tags[1] = 'x', tags[2] = 'y' | tags",
        "tags[1:2] = '{x,y}' | tags",
        "settings['a'] = '3' | settings",
        "settings['a'] = to_jsonb(email) | settings",
        "counts[1] = counts[1] + 1 | counts",
        "addr.street = 'x' | addr",
        "other = settings['a'] | other"
      })
  void element_isSetInTheValueThatIsThere(String set, String column) throws Exception {
    assertThat(lines("UPDATE accounts SET " + set + " WHERE id = 3"))
        .anyMatch(line -> line.contains(function(column)))
        .noneMatch(line -> line.contains("Map.of(") || line.contains("row.value("));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "settings['a'] = '3' | settings",
        "settings['a'] = excluded.settings | settings",
        "tags[1] = 'x' | tags",
        "addr.street = 'x' | addr",
        "other = accounts.settings['a'] | other"
      })
  void elementOfARowThatExists_isSetInItsValue(String set, String column) throws Exception {
    assertThat(lines(NEW + set)).anyMatch(line -> line.contains(function(column)));
  }

  private static String function(String column) {
    return "values.put(\""
        + column
        + "\", new"
        + Character.toUpperCase(column.charAt(0))
        + column.substring(1)
        + ".apply(row))";
  }

  /** The whole column is set. */
  @ParameterizedTest
  @ValueSource(strings = {"street = 'x'", "tags = '{x}'", "settings = '{}'"})
  void column_isGiven(String set) throws Exception {
    assertThat(lines("UPDATE accounts SET " + set + " WHERE id = 3"))
        .noneMatch(line -> line.contains(".apply(row)"));
  }

  @Test
  void elementAndColumn_haveNoLines() throws Exception {
    assertThat(lines("UPDATE accounts SET tags = '{x}', tags[1] = 'y' WHERE id = 3"))
        .singleElement()
        .asString()
        .startsWith("// the lines are not written: a column is assigned twice");
  }
}
