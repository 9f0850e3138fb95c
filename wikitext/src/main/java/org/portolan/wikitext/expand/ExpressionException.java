package org.portolan.wikitext.expand;

/** Thrown for an expression that has no value. */
final class ExpressionException extends Exception {
  private static final long serialVersionUID = 1L;

  ExpressionException(String reason) {
    super(reason, null, false, false);
  }

  /** Returns the error as the page shows it. */
  String html() {
    return "<strong class=\"error\">Expression error: " + getMessage() + "</strong>";
  }
}
