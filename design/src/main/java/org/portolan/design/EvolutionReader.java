package org.portolan.design;

import java.util.Optional;
import org.portolan.design.check.Findings;
import org.portolan.design.evolve.EvolutionState;
import org.portolan.design.yaml.EvolutionFile;

/** Reads the state of an evolution from the text that a store keeps. Thread-safe. */
public final class EvolutionReader {
  private EvolutionReader() {}

  /**
   * Reads a state.
   *
   * @param sourceName the source of the text, for messages
   * @throws InvalidDesignException if the text is damaged, or of a newer release; it lists all
   *     problems at once, each with its line
   */
  public static EvolutionState read(String text, String sourceName) {
    Findings findings = new Findings();
    Optional<EvolutionState> state = EvolutionFile.read(text, findings);
    if (state.isEmpty() || !findings.isEmpty()) {
      throw new InvalidDesignException(sourceName, findings.problems());
    }
    return state.get();
  }
}
