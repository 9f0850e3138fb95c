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
    for (String pair : encoded.split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals);
      String value = equals < 0 ? "" : pair.substring(equals + 1);
      fields.put(decode(name), decode(value));
      if (fields.size() > FIELDS_MAX) {
        throw new Failure(400, "request.fields", "most", FIELDS_MAX);
      }
    }
    return fields;
  }

  private static String decode(String encoded) {
    return TitlePath.decode(encoded.replace('+', ' '))
        .orElseThrow(() -> new Failure(400, "request.encoding"));
  }
}
