package org.portolan.data;

/**
 * A store cannot be opened, because its design is being changed by an {@link Evolution}, or a
 * process died while it changed it.
 */
public final class UnfinishedEvolutionException extends DataException {
  private static final long serialVersionUID = 1L;

  /**
   * @param step how far the change has come, in one word
   */
  public UnfinishedEvolutionException(String uri, String step) {
    super(
        "the store "
            + uri
            + " is being changed to another design, or the change was interrupted (step '"
            + step
            + "'): wait for it, or go on with 'portolan evolve --store "
            + uri
            + " --apply NEW-DESIGN' with the same design, or give it up with 'portolan evolve"
            + " --store "
            + uri
            + " --cancel'");
  }
}
