package org.portolan.wiki.web;

/** A request that cannot be answered as requested, with the message for the user. */
final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  Failure(int status, String message) {
    super(message, null, false, false);
    this.status = status;
  }

  int status() {
    return status;
  }
}
