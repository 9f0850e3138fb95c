package org.portolan.wikitext.html;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The prefixes that lead to other wikis.
 *
 * @param addresses by prefix in lower case, the address of a page, with "$1" for its title
 * @param languages those of the prefixes that mean the same page in another language
 * @param own the prefixes that lead back to this wiki
 */
public record InterwikiMap(Map<String, String> addresses, Set<String> languages, Set<String> own) {
  public static final InterwikiMap NONE = new InterwikiMap(Map.of(), Set.of(), Set.of());

  public InterwikiMap {
    addresses = Map.copyOf(addresses);
    languages = Set.copyOf(languages);
    own = Set.copyOf(own);
  }

  Optional<String> address(String prefix) {
    return Optional.ofNullable(addresses.get(prefix));
  }
}
