package org.portolan.wiki.web;

import java.util.Map;
import java.util.Optional;

/**
 * A decoded request.
 *
 * @param rest the undecoded path after the route, empty if there is none
 * @param query the parameters of the address
 * @param form the fields of the body, empty unless posted
 * @param etag identifies the content that the browser already has
 * @param contributor the author: the address from which the request came
 * @param client whom limits count as one: this address, or its network in IPv6
 */
record Request(
    String method,
    String rest,
    Map<String, String> query,
    Map<String, String> form,
    Optional<String> etag,
    String contributor,
    String client) {

  Optional<String> parameter(String name) {
    return Optional.ofNullable(query.get(name)).filter(value -> !value.isEmpty());
  }

  String field(String name) {
    return form.getOrDefault(name, "");
  }

  boolean isPost() {
    return method.equals("POST");
  }

  /** Returns a parameter of the address as a number; empty if it is none. */
  Optional<Long> number(String name) {
    return parameter(name).flatMap(Request::number0);
  }

  private static Optional<Long> number0(String written) {
    try {
      return Optional.of(Long.parseLong(written));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
