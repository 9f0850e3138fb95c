package org.portolan.wiki.web;

import java.util.Map;
import java.util.Optional;

/**
 * The answer to a request.
 *
 * @param location the address to which the browser should go instead
 * @param etag identifies this content, for later requests on condition that it has changed
 * @param headers further header fields
 */
record Reply(
    int status,
    String type,
    Body body,
    Optional<String> location,
    Optional<String> etag,
    Map<String, String> headers) {

  static final String HTML = "text/html; charset=utf-8";
  static final String TEXT = "text/plain; charset=utf-8";

  static Reply html(int status, byte[] body) {
    return new Reply(status, HTML, Body.of(body), Optional.empty(), Optional.empty(), Map.of());
  }

  static Reply of(String type, byte[] body, String etag) {
    return new Reply(200, type, Body.of(body), Optional.empty(), Optional.of(etag), Map.of());
  }

  /** Redirects the browser to another address by GET. */
  static Reply redirect(int status, String location) {
    return new Reply(status, TEXT, Body.NONE, Optional.of(location), Optional.empty(), Map.of());
  }

  Reply with(String header, String value) {
    return new Reply(status, type, body, location, etag, Map.of(header, value));
  }

  /** Returns this reply, or "not modified" if the browser already has the content. */
  Reply unlessKnown(Optional<String> known) {
    if (etag.isEmpty() || known.isEmpty() || !matches(known.get(), etag.get())) {
      return this;
    }
    return new Reply(304, type, Body.NONE, Optional.empty(), etag, headers);
  }

  /** RFC 9110, section 13.1.2: a list of tags, compared weakly, or a star for any. */
  private static boolean matches(String known, String etag) {
    if (known.strip().equals("*")) {
      return true;
    }
    for (String each : known.split(",", -1)) {
      String tag = each.strip();
      if (tag.equals(etag) || tag.equals("W/" + etag)) {
        return true;
      }
    }
    return false;
  }
}
