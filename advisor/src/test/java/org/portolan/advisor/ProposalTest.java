package org.portolan.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.report.ProposalText;
import org.portolan.advisor.target.Target;
import org.portolan.design.DesignReader;
import org.portolan.design.DesignWriter;
import org.portolan.design.MappingReader;
import org.portolan.design.MappingWriter;

/** Proposals for the models of {@link ModelTest}: the text, the design and the mapping. */
class ProposalTest {

  static Stream<Arguments> proposals() throws IOException {
    return ModelTest.models()
        .flatMap(model -> Stream.of(Target.values()).map(target -> Arguments.of(model, target)));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("proposals")
  void model_isProposed(Path directory, Target target) throws IOException {
    Proposal proposal = propose(directory, target);
    String design = DesignWriter.write(proposal.design());
    String mapping = MappingWriter.write(proposal.mapping());
    String text =
        ProposalText.of(proposal, true) + "\n--- design\n" + design + "\n--- mapping\n" + mapping;
    // What is written can be read: the design by its rules, the mapping against the design.
    assertThat(DesignReader.read(design, "design")).isEqualTo(proposal.design());
    assertThat(MappingReader.read(mapping, proposal.design(), "mapping"))
        .isEqualTo(proposal.mapping());
    if (target == Target.HBASE || target == Target.IGNITE) {
      expect(directory.resolveSibling("../proposals/" + directory.getFileName()), target, text);
    }
    Proposal again = propose(directory, target);
    assertThat(again.design()).isEqualTo(proposal.design());
    assertThat(ProposalText.of(again, true)).isEqualTo(ProposalText.of(proposal, true));
  }

  private static Proposal propose(Path directory, Target target) throws IOException {
    return Proposer.propose(
        ModelTest.read(directory), target, directory.getFileName().toString(), Choices.NONE);
  }

  private static void expect(Path directory, Target target, String text) throws IOException {
    Path expected = directory.resolve(target.spelling() + ".txt").normalize();
    if (Boolean.getBoolean("portolan.testdata.rewrite")) {
      Files.createDirectories(expected.getParent());
      Files.writeString(expected, text);
    }
    assertThat(text).isEqualTo(Files.readString(expected));
  }
}
