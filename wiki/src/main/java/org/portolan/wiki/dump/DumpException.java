package org.portolan.wiki.dump;

/**
 * A file that cannot be read as a dump, or no further than a certain place. The message names the
 * file, the place, what is wrong and what to do.
 */
public final class DumpException extends RuntimeException {
  private static final long serialVersionUID = 1;

  DumpException(String message, Throwable cause) {
    super(message, cause);
  }
}
