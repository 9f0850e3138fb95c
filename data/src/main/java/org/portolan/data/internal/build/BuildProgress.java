package org.portolan.data.internal.build;

/** Is told how far a build is. */
public interface BuildProgress {
  BuildProgress NONE = (step, done) -> {};

  /**
   * Tells how much of a step is done.
   *
   * @param step for people, for example {@code rows of page}
   * @param done the rows or entries of this step so far
   */
  void at(String step, long done);
}
