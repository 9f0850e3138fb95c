package org.portolan.wiki.dump;

import java.io.IOException;

/**
 * An input that is no dump at all. The message is written for users, unlike the parser's messages.
 */
final class UnreadableInputException extends IOException {
  private static final long serialVersionUID = 1;

  UnreadableInputException(String message) {
    super(message);
  }
}
