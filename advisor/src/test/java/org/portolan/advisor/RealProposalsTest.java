package org.portolan.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.report.ProposalText;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.target.Target;
import org.portolan.design.DesignReader;
import org.portolan.design.DesignWriter;
import org.portolan.design.MappingReader;
import org.portolan.design.MappingWriter;

/**
 * Proposals for schemas of published applications that the trials in {@code rehearsal} do not have,
 * for every engine, from files.
 */
class RealProposalsTest {
  private static final String QUARTZ = "org/quartz/impl/jdbcjobstore/";
  private static final String CAMUNDA = "org/camunda/bpm/engine/db/create/activiti.";

  @TempDir Path directory;

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    QUARTZ + "tables_postgres.sql, " + QUARTZ + "StdJDBCConstants, 60",
    CAMUNDA + "postgres.create.engine.sql " + CAMUNDA + "postgres.create.identity.sql, '', 0"
  })
  void everyStatement_isServedOrRefusedWithAReason(String schemas, String classes, int min)
      throws IOException {
    RelationalModel model = read(schemas, classes);
    assertThat(model.statements()).hasSizeGreaterThanOrEqualTo(min);
    for (Target target : Target.values()) {
      Proposal proposal = Proposer.propose(model, target, "real", Choices.NONE);
      String design = DesignWriter.write(proposal.design());
      assertThat(DesignReader.read(design, "design")).isEqualTo(proposal.design());
      String mapping = MappingWriter.write(proposal.mapping());
      assertThat(MappingReader.read(mapping, proposal.design(), "mapping").tables())
          .hasSameSizeAs(model.schema().tables());
      for (Served one : proposal.served()) {
        boolean parsed = one.statement().path().isPresent();
        assertThat(one.refusal().isPresent() || !one.steps().isEmpty())
            .as(one.statement().template().text())
            .isTrue();
        assertThat(one.refusal().orElse("reason")).isNotBlank();
        assertThat(parsed || one.refusal().isPresent()).isTrue();
      }
      Proposal again = Proposer.propose(model, target, "real", Choices.NONE);
      assertThat(ProposalText.of(again, true)).isEqualTo(ProposalText.of(proposal, true));
      assertThat(DesignWriter.write(again.design())).isEqualTo(design);
    }
  }

  private RelationalModel read(String schemas, String classes) throws IOException {
    RelationalReader reader = new RelationalReader();
    for (String schema : schemas.split(" ", -1)) {
      Path file = directory.resolve(schema.substring(schema.lastIndexOf('/') + 1));
      try (InputStream resource =
          Objects.requireNonNull(
              RealProposalsTest.class.getClassLoader().getResourceAsStream(schema), schema)) {
        Files.write(file, resource.readAllBytes());
      }
      reader.readSchema(file, Optional.empty());
    }
    if (!classes.isEmpty()) {
      List<String> statements = new ArrayList<>();
      for (String type : classes.split(" ", -1)) {
        statements.addAll(RealStatementsTest.constants(type + ".class"));
      }
      Path log = directory.resolve("statements.sql");
      Files.writeString(log, String.join(";\n", statements) + ";\n");
      reader.readLog(log, Optional.empty(), Optional.empty(), count -> {});
    }
    return reader.model();
  }
}
