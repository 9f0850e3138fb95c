package org.portolan.data.internal.evolve;

import java.util.Optional;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.design.EvolutionReader;
import org.portolan.design.InvalidDesignException;
import org.portolan.design.evolve.EvolutionState;
import org.portolan.design.evolve.EvolutionWriter;

/** The text in which a store keeps the state of its evolution. */
public final class EvolutionText {
  private static final String NAME = "evolution";

  private EvolutionText() {}

  /**
   * Returns the state that a text describes.
   *
   * @throws StoreMismatchException if the text is damaged
   */
  static EvolutionState parse(String text, String uri) {
    try {
      return EvolutionReader.read(text, "evolution of " + uri);
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

  /**
   * Returns the text; empty if the design never changed. Every change of the state changes the
   * text, so processes compare texts. A read may miss a text that only few replicas have. Its
   * writer got no acknowledgment, so it has changed nothing else yet.
   */
  public static Optional<String> text(StoreMeta meta) {
    return meta.read(NAME);
  }
}
