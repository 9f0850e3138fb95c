package org.portolan.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.report.ProposalPage;
import org.portolan.advisor.target.Target;

class ProposalPageTest {
  @TempDir Path directory;

  @ParameterizedTest(name = "{0}")
  @MethodSource("org.portolan.advisor.ModelTest#models")
  void page_hasAllPartsAndNeedsNothing(Path model) throws IOException {
    Proposal proposal =
        Proposer.propose(ModelTest.read(model), Target.CASSANDRA, "page", Choices.NONE);
    String page = ProposalPage.of(proposal);
    assertThat(page).doesNotContain("http://", "https://", "<script", "src=", "@import");
    proposal.design().entities().forEach(entity -> assertThat(page).contains(entity.name()));
    assertThat(page.split("<section class=\"statement\">", -1))
        .hasSize(proposal.served().size() + 1);
    assertThat(page.split("<dt>", -1)).hasSize(proposal.decisions().size() + 1);
    assertThat(ProposalPage.of(proposal)).isEqualTo(page);
  }

  @Test
  void names_areEscaped() throws IOException {
    Path schema = directory.resolve("schema.sql");
    Files.writeString(
        schema, "CREATE TABLE `a<b>\"c` (`<script>` int NOT NULL PRIMARY KEY, `x&y` int);");
    Path log = directory.resolve("log.sql");
    Files.writeString(log, "SELECT `x&y` FROM `a<b>\"c` WHERE `<script>` = 1;\n");
    RelationalReader reader = new RelationalReader();
    reader.readSchema(schema, Optional.empty());
    reader.readLog(log, Optional.empty(), Optional.empty(), count -> {});
    String page =
        ProposalPage.of(Proposer.propose(reader.model(), Target.HBASE, "page", Choices.NONE));
    assertThat(page).doesNotContain("<script>", "a<b>").contains("a&lt;b");
  }
}
