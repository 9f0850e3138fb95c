package org.portolan.wiki.web;

/**
 * What answers the addresses that start with one name.
 *
 * @param titled whether the name is followed by a title or a file
 * @param posted whether it takes forms
 */
record Route(boolean titled, boolean posted, Handler handler) {

  /** Answers one kind of request; may block. */
  @FunctionalInterface
  interface Handler {
    Reply answer(Request request);
  }

  static Route page(Handler handler) {
    return new Route(false, false, handler);
  }

  static Route about(Handler handler) {
    return new Route(true, false, handler);
  }

  static Route form(Handler handler) {
    return new Route(true, true, handler);
  }
}
