package org.portolan.wiki.dump;

import java.io.IOException;

/** An input that is no dump at all; its message says so in our own words. */
final class UnreadableInputException extends IOException {
  private static final long serialVersionUID = 1;

  UnreadableInputException(String message) {
    super(message);
  }
}
