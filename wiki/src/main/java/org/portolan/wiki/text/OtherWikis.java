package org.portolan.wiki.text;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.wikitext.expand.Addresses;
import org.portolan.wikitext.html.InterwikiMap;
import org.portolan.wikitext.site.OtherWikiPrefixes;
import org.portolan.wikitext.site.SiteInfo;

/**
 * The addresses of other wikis. A dump does not contain its wiki's interwiki table; these are the
 * prefixes that all wikis of the Wikimedia Foundation have.
 */
final class OtherWikis {
  private static final Pattern FAMILY =
      Pattern.compile("^https?://([a-z-]+)\\.(wik[a-z]+)\\.org(/.*)?$");

  private static final Pattern SERVER = Pattern.compile("^(https?://[^/?#]+)/.*$");

  private OtherWikis() {}

  /**
   * Returns what {@code {{SERVER}}}, {@code {{fullurl:…}}} and the like give: addresses in the wiki
   * from which the pages were imported, because this wiki has nothing at such addresses. A wiki
   * that was not imported has no server; then such addresses stay plain text.
   */
  static Addresses addresses(SiteInfo site) {
    Matcher server = SERVER.matcher(site.base());
    return server.matches()
        ? new Addresses(server.group(1), "/wiki/", "/w/index.php")
        : Addresses.LOCAL;
  }

  /**
   * Returns the prefixes of a site: its language prefixes lead to the same project in other
   * languages, or to Wikipedia.
   */
  static InterwikiMap of(SiteInfo site) {
    Matcher family = FAMILY.matcher(site.base());
    boolean known = family.matches();
    String project = known ? family.group(2) : "wikipedia";
    Map<String, String> addresses = new HashMap<>(OtherWikiPrefixes.SISTERS);
    Set<String> languages = new HashSet<>(OtherWikiPrefixes.LANGUAGES);
    for (String language : languages) {
      addresses.put(language, "https://" + language + "." + project + ".org/wiki/$1");
    }
    Set<String> own = known ? Set.of(family.group(1)) : Set.of();
    languages.removeAll(own);
    return new InterwikiMap(addresses, languages, own);
  }
}
