package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.serve.LineChecks;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.target.Target;

/** Documents and intervals are equal by more than their texts. */
class TextEqualitiesTest {
  private static final String SCHEMA =
      """
      -- PostgreSQL database dump
      CREATE TABLE public.hosts (id bigint NOT NULL PRIMARY KEY, kind integer NOT NULL, ip inet,
        net cidr, settings jsonb, ttl interval, uid uuid NOT NULL UNIQUE);
      CREATE INDEX hosts_by_kind ON public.hosts (kind);
      CREATE INDEX hosts_by_ip ON public.hosts (ip);
      """;

  @TempDir Path directory;

  private Proposal propose(String statement) throws Exception {
    RelationalModel model = Models.written(directory, SCHEMA, statement + ";\n");
    return Proposer.propose(model, Target.ROCKSDB, "hosts", Choices.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "settings = '{\"a\": 1}'",
        "settings <> '{\"a\": 1}'",
        "settings IN ('{}', '{\"a\": 1}')",
        "settings NOT IN ('{}', '{\"a\": 1}')",
        "(settings = '{}' OR settings = '{\"a\": 1}')",
        "settings = '{}'::jsonb",
        "settings IS NOT DISTINCT FROM '{}'",
        "ttl = INTERVAL '24 hours'",
        "(kind, settings) IN ((1, '{}'))"
      })
  void equality_ofMoreThanTexts_isNoComparisonOfTheLines(String condition) throws Exception {
    String column = condition.replaceAll("^\\W*(?:kind, )?(\\w+).*", "$1");
    Proposal query = propose("SELECT id FROM hosts WHERE kind = 3 AND " + condition);
    Served served = query.served().get(0);
    assertThat(LineChecks.isLeft(served.notes(), column)).as(served.notes() + "").isTrue();
    Proposal delete = propose("DELETE FROM hosts WHERE kind = 3 AND " + condition);
    assertThat(new AccessPathLines(delete).of(delete.served().get(0)))
        .anyMatch(line -> line.contains("hostsMeets"))
        .noneMatch(line -> line.contains("value(\"" + column + "\")"));
  }

  @Test
  void address_isComparedAsItIsKept() throws Exception {
    Proposal proposal = propose("SELECT id FROM hosts WHERE ip = '10.0.0.1'");
    List<String> lines = new AccessPathLines(proposal).of(proposal.served().get(0));
    assertThat(lines).anyMatch(line -> line.contains("Tuple.of(ip)"));
  }

  @Test
  void uuid_isComparedAsItIsKept() throws Exception {
    Proposal proposal =
        propose("SELECT id FROM hosts WHERE uid = '6B0C1F3E000000000000000000000001'");
    List<String> lines = new AccessPathLines(proposal).of(proposal.served().get(0));
    assertThat(lines).anyMatch(line -> line.contains("Tuple.of(uid)"));
  }
}
