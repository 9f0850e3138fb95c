package org.portolan.data;

/**
 * A store cannot be opened, because its design is being changed by an {@link Evolution}, or a
 * process died while it changed it.
 */
public final class UnfinishedEvolutionException extends DataException {
  private static final long serialVersionUID = 1L;

  /**
   * @param step how far the change has come, in one word
   * @param cancellable whether it can still be given up
   */
  public UnfinishedEvolutionException(String uri, String step, boolean cancellable) {
    super(
        "the store "
            + uri
            + " is being changed to another design, or the change was interrupted (step '"
            + step
            + "'): wait for it, or go on with 'portolan evolve --store "
            + uri
            + " --apply NEW-DESIGN' with the same design"
            + (cancellable
                ? ", or give it up with 'portolan evolve --store " + uri + " --cancel'"
                : "; the new design is in force already"));
  }
}
