package org.portolan.wiki.web;

import org.portolan.engine.StoreException;
import org.portolan.engine.UnavailableException;

/** The reasons of a failed read, with the messages for the reader. */
enum ReadFailure {
  UNAVAILABLE(
      503,
      "The wiki’s store does not answer now, so this cannot be shown.",
      "That says nothing about whether the page exists. Try again in a moment."),
  FAILED(
      503,
      "The wiki’s store failed to read this.",
      "Try again in a moment; if that fails too, tell the operator of this wiki."),
  BROKEN(
      500,
      "The wiki had an internal error.",
      "Try again in a moment; if that fails too, tell the operator of this wiki.");

  private final int status;
  private final String reason;
  private final String advice;

  ReadFailure(int status, String reason, String advice) {
    this.status = status;
    this.reason = reason;
    this.advice = advice;
  }

  static ReadFailure of(RuntimeException failure) {
    if (failure instanceof UnavailableException) {
      return UNAVAILABLE;
    }
    return failure instanceof StoreException ? FAILED : BROKEN;
  }

  int status() {
    return status;
  }

  String reason() {
    return reason;
  }

  String advice() {
    return advice;
  }
}
