package org.portolan.wiki.web;

import java.util.Optional;

/**
 * The handlers of all addresses that start with one name.
 *
 * @param titled whether the name is followed by a title or a file
 * @param posted whether it accepts forms
 * @param quick tried first, in the thread that reads and writes the sockets
 */
record Route(boolean titled, boolean posted, Handler handler, Quick quick) {

  /** Answers one kind of request; may block. */
  @FunctionalInterface
  interface Handler {
    Reply answer(Request request);
  }

  /**
   * Answers a request if it can do so at once. Must never wait, since other requests wait for it.
   */
  @FunctionalInterface
  interface Quick {
    Quick NEVER = (rest, etag) -> Optional.empty();

    /**
     * Returns the answer to a GET without a query, empty to leave it to the {@link Handler}.
     *
     * @param rest the undecoded path after the route
     * @param etag identifies the content that the browser already has
     */
    Optional<Reply> answer(String rest, Optional<String> etag);
  }

  static Route page(Handler handler) {
    return new Route(false, false, handler, Quick.NEVER);
  }

  static Route about(Handler handler) {
    return new Route(true, false, handler, Quick.NEVER);
  }

  static Route form(Handler handler) {
    return new Route(true, true, handler, Quick.NEVER);
  }

  Route quickly(Quick first) {
    return new Route(titled, posted, handler, first);
  }
}
