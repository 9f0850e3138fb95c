package org.portolan.design.evolve;

/**
 * What a change means, for people.
 *
 * @param label what it concerns, in a word: {@code rows}
 */
public record Effect(String label, String sentence) {
  static final String NOTHING_BACK =
      "nothing brings them back, so export the store before if you may need them";
}
