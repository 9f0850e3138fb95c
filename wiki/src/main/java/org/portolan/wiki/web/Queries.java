package org.portolan.wiki.web;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import org.portolan.wiki.ListingRequest;

/** The part of an address after the question mark. */
final class Queries {
  private static final int CURSOR_CHARS_MAX = 4_000;

  private Queries() {}

  static String of(Map<String, String> parameters) {
    return parameters.entrySet().stream()
        .map(each -> encode(each.getKey()) + "=" + encode(each.getValue()))
        .collect(Collectors.joining("&"));
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Returns the requested part of a list, by default with at most {@code usual} entries. */
  static ListingRequest page(Request request, int usual) {
    long limit = request.number("limit").orElse((long) usual);
    if (limit < 1 || limit > ListingRequest.LIMIT_MAX) {
      throw new Failure(
          400, "address.limit", "most", ListingRequest.LIMIT_MAX, "limit", Long.toString(limit));
    }
    return new ListingRequest(
        (int) limit, request.parameter("after").filter(each -> each.length() < CURSOR_CHARS_MAX));
  }
}
