package org.portolan.rehearsal;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.target.Target;

/** The lines of Java of all models compile without a warning. */
class JavaTextTest {
  static Stream<Arguments> proposals() throws IOException {
    return RehearsalTest.proposals();
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("proposals")
  void lines_compile(String name, Target target) throws IOException {
    CompiledLines.of(Proposer.propose(Models.read(name), target, name, Choices.NONE), name);
  }
}
