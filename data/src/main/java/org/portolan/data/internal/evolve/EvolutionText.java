package org.portolan.data.internal.evolve;

import java.util.Optional;
import org.portolan.data.DataException;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.design.EvolutionReader;
import org.portolan.design.InvalidDesignException;
import org.portolan.design.evolve.EvolutionState;
import org.portolan.design.evolve.EvolutionWriter;

/** The text in which a store keeps the state of its evolution. */
public final class EvolutionText {
  private static final String NAME = "evolution";

  private static final KnownTexts<EvolutionState> STATES = new KnownTexts<>();

  private EvolutionText() {}

  /**
   * Returns the state that a text describes.
   *
   * @throws StoreMismatchException if the text is damaged
   */
  static EvolutionState parse(String text, String uri) {
    try {
      return STATES.of(text, each -> EvolutionReader.read(each, "evolution of " + uri));
    } catch (InvalidDesignException e) {
      throw new StoreMismatchException(
          "the state of the evolution of " + uri + " cannot be read: " + e.listing(), e);
    }
  }

  /**
   * Replaces the state.
   *
   * @param before empty if there is none
   * @return false if another process has changed it
   */
  public static boolean replace(
      StoreMeta meta, Optional<EvolutionState> before, EvolutionState after) {
    return meta.replace(NAME, before.map(EvolutionWriter::write), EvolutionWriter.write(after));
  }

  /** Returns the failure of a process that finds the state changed by another one. */
  public static DataException overtaken(String uri) {
    return new DataException(
        "another process has changed the state of the evolution of "
            + uri
            + "; ask for it with 'portolan evolve --status', and let one process do the work");
  }

  /** Returns the refusal to go on with a change that is being given up. */
  public static StoreMismatchException beingGivenUp(String uri) {
    return new StoreMismatchException(
        "a change of the design of "
            + uri
            + " is being given up; complete that with 'portolan evolve --store "
            + uri
            + " --cancel' first");
  }

  /**
   * Returns the text; empty if the design never changed. Every change of the state changes the
   * text, so processes compare texts. A read may miss a text that only few replicas have. Its
   * writer got no acknowledgment, so it has changed nothing else yet.
   */
  public static Optional<String> text(StoreMeta meta) {
    return meta.read(NAME);
  }
}
