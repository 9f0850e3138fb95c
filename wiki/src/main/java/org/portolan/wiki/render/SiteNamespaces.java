package org.portolan.wiki.render;

import info.bliki.wiki.namespaces.Namespace;
import java.util.ArrayList;
import org.portolan.wikitext.site.SiteInfo;

/**
 * The parser's namespaces under the names of a site. The parser knows a fixed set of numbers only;
 * titles of any other namespace pass through it as they are and are resolved by {@link
 * SiteInfo#title(String)}.
 */
final class SiteNamespaces {
  private SiteNamespaces() {}

  static Namespace of(SiteInfo site) {
    // The parser's own short aliases ("T:", "CAT:", "WP:") may be ordinary titles of this site.
    var namespaces = new Namespace();
    for (var each : site.namespaces()) {
      var value = namespaces.getNamespaceByNumber(each.id());
      if (value == null || each.id() == org.portolan.wikitext.site.Namespace.ARTICLE) {
        continue;
      }
      var names = new ArrayList<String>();
      names.add(each.name());
      names.addAll(each.aliases());
      value.setTexts(names.toArray(String[]::new));
    }
    return namespaces;
  }
}
