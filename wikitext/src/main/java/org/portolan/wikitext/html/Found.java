package org.portolan.wikitext.html;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.wikitext.text.LinkExtractor;

/** What a page says of other pages, collected while its text is read. */
final class Found {
  final Set<String> links = new LinkedHashSet<>();
  final Map<String, String> categories = new LinkedHashMap<>();
  final Map<String, String> languages = new LinkedHashMap<>();
  final Set<String> files = new LinkedHashSet<>();
  final Set<String> externalLinks = new LinkedHashSet<>();
  final Set<String> interwiki = new LinkedHashSet<>();
  final List<Heading> headings = new ArrayList<>();
  Optional<String> redirect = Optional.empty();

  /** Of each kind as many count as for the text alone. */
  void add(Set<String> kind, String value) {
    if (kind.size() < LinkExtractor.TITLES_MAX) {
      kind.add(value);
    }
  }

  void put(Map<String, String> kind, String key, String value) {
    if (kind.size() < LinkExtractor.TITLES_MAX) {
      kind.put(key, value);
    }
  }
}
