package org.portolan.wiki.web;

import org.portolan.wikitext.message.Messages;

/** A request that cannot be answered as requested, with the message for the user. */
final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String key;
  private final transient Object[] arguments;

  /**
   * @param key the name of the message
   * @param arguments names and values in turn
   */
  Failure(int status, String key, Object... arguments) {
    super(key, null, false, false);
    this.status = status;
    this.key = key;
    this.arguments = arguments.clone();
  }

  int status() {
    return status;
  }

  String text(Messages messages) {
    return messages.of(key, arguments);
  }
}
