package org.portolan.wiki.dump;

/**
 * A file cannot be read as a dump, or cannot be read beyond a certain place. The message names the
 * file, the place, the error and the remedy.
 */
public final class DumpException extends RuntimeException {
  private static final long serialVersionUID = 1;

  DumpException(String message) {
    super(message);
  }

  DumpException(String message, Throwable cause) {
    super(message, cause);
  }
}
