package org.portolan.cli.relational;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Decision;
import org.portolan.advisor.propose.Proposal;

/** Asks what tables shall become, one question for each table that has a choice. */
final class ChoiceDialog {
  private final PrintWriter out;
  private final BufferedReader answers;

  ChoiceDialog(PrintWriter out, InputStream answers) {
    this.out = out;
    this.answers = new BufferedReader(new InputStreamReader(answers, StandardCharsets.UTF_8));
  }

  /**
   * Returns the choices before with the answers. An empty answer keeps what is proposed and chooses
   * nothing; the end of the input ends the questions.
   */
  Choices ask(Proposal proposal, Choices before) throws IOException {
    Map<String, String> shapes = new LinkedHashMap<>(before.shapes());
    for (Decision decision : proposal.decisions()) {
      if (decision.kind() != Decision.Kind.SHAPE || decision.options().size() < 2) {
        continue;
      }
      if (!ask(decision, shapes)) {
        break;
      }
    }
    return new Choices(shapes, DesignCommand.CHOICES);
  }

  /** Returns false at the end of the input. */
  private boolean ask(Decision decision, Map<String, String> shapes) throws IOException {
    List<String> options = new ArrayList<>(decision.options());
    out.println();
    out.println(decision.subject() + " becomes " + decision.choice() + ".");
    decision.reasons().forEach(reason -> out.println("  " + reason));
    for (int number = 1; number <= options.size(); number++) {
      String option = options.get(number - 1);
      String reason =
          decision.rejected().stream()
              .filter(other -> other.option().equals(option))
              .map(other -> ": " + other.reason())
              .findFirst()
              .orElse("");
      out.println("  " + number + "  " + option + reason);
    }
    while (true) {
      out.print("Choose a number, or nothing to leave it to the command: ");
      out.flush();
      String answer = answers.readLine();
      if (answer == null) {
        out.println();
        return false;
      }
      if (answer.isBlank()) {
        return true;
      }
      if (answer.strip().matches("\\d{1,3}")) {
        int number = Integer.parseInt(answer.strip());
        if (number >= 1 && number <= options.size()) {
          shapes.put(decision.table(), options.get(number - 1));
          return true;
        }
      }
      out.println("'" + answer.strip() + "' is none of 1 to " + options.size() + ".");
    }
  }
}
