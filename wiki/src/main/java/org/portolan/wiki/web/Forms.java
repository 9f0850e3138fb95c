package org.portolan.wiki.web;

import java.util.LinkedHashMap;
import java.util.Map;
import org.portolan.wiki.render.TitlePath;

/** {@code application/x-www-form-urlencoded}, as in addresses and posted forms. */
final class Forms {
  private static final int FIELDS_MAX = 100;

  private Forms() {}

  /**
   * Returns the fields; if a field occurs twice, the last one counts.
   *
   * @throws Failure if the text is not properly encoded
   */
  static Map<String, String> parse(String encoded) {
    if (encoded.isEmpty()) {
      return Map.of();
    }
    var fields = new LinkedHashMap<String, String>();
    int count = 0;
    // Field by field: a list of all of them would be large before it can be refused.
    for (int from = 0; from <= encoded.length(); ) {
      int ampersand = encoded.indexOf('&', from);
      int to = ampersand < 0 ? encoded.length() : ampersand;
      if (++count > FIELDS_MAX) {
        throw new Failure(400, "request.fields", "most", FIELDS_MAX);
      }
      String pair = encoded.substring(from, to);
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals);
      String value = equals < 0 ? "" : pair.substring(equals + 1);
      fields.put(decode(name), decode(value));
      from = to + 1;
    }
    return fields;
  }

  private static String decode(String encoded) {
    return TitlePath.decode(encoded.replace('+', ' '))
        .orElseThrow(() -> new Failure(400, "request.encoding"));
  }
}
