package org.portolan.wiki.dump;

import java.util.LinkedHashMap;
import java.util.Map;
import javax.xml.stream.XMLStreamException;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.SiteInfo;

/** Reads the {@code siteinfo} element. */
final class SiteReader {
  private static final int FIELD_CHARACTERS_MAX = 4_096;
  private static final int NAMESPACES_MAX = 10_000;

  /**
   * A namespace as written. Its letter case may be missing; then that of the whole wiki applies,
   * which is in another element.
   */
  private record Written(String name, String letterCase) {}

  private final XmlCursor cursor;
  private final String language;
  private final Map<Integer, Written> namespaces = new LinkedHashMap<>();
  private String name = "";
  private String database = "";
  private String base = "";
  private String letterCase = "first-letter";

  SiteReader(XmlCursor cursor, String language) {
    this.cursor = cursor;
    this.language = language;
  }

  SiteInfo read() throws XMLStreamException {
    for (var child = cursor.child(); child != null; child = cursor.child()) {
      switch (child) {
        case "sitename" -> name = field();
        case "dbname" -> database = field();
        case "base" -> base = field();
        case "case" -> letterCase = field();
        case "namespaces" -> namespaces();
        default -> cursor.skip();
      }
    }
    if (namespaces.isEmpty()) {
      return new SiteInfo(
          name, database, base, language, SiteInfo.standard(name, language).namespaces());
    }
    // Only this namespace can hold the pages whose titles name no namespace.
    namespaces.putIfAbsent(Namespace.ARTICLE, new Written("", null));
    var complete =
        namespaces.entrySet().stream()
            .map(entry -> namespace(entry.getKey(), entry.getValue()))
            .toList();
    return new SiteInfo(name, database, base, language, complete);
  }

  private void namespaces() throws XMLStreamException {
    for (var child = cursor.child(); child != null; child = cursor.child()) {
      if (!child.equals("namespace")) {
        cursor.skip();
        continue;
      }
      var key = cursor.attribute("key");
      var written = cursor.attribute("case");
      var local = field().replace('_', ' ');
      try {
        namespaces.put(Integer.parseInt(key), new Written(local, written));
      } catch (NumberFormatException e) {
        throw new XMLStreamException(
            "namespace '" + local + "' has the key '" + key + "' but needs a number", e);
      }
      if (namespaces.size() > NAMESPACES_MAX) {
        throw new XMLStreamException("it has more than " + NAMESPACES_MAX + " namespaces");
      }
    }
  }

  private Namespace namespace(int id, Written written) {
    var rule = written.letterCase() == null ? letterCase : written.letterCase();
    return SiteInfo.namespace(id, written.name(), !rule.equals("case-sensitive"), language);
  }

  private String field() throws XMLStreamException {
    var field = cursor.text(FIELD_CHARACTERS_MAX);
    if (cursor.wasCut()) {
      throw new XMLStreamException(
          "a field of siteinfo is longer than " + FIELD_CHARACTERS_MAX + " characters");
    }
    return field.strip();
  }
}
