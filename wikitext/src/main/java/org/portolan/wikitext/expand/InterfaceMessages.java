package org.portolan.wikitext.expand;

import java.util.Locale;
import java.util.Optional;
import org.portolan.wikitext.message.TextMessages;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;

/**
 * What the pages of the namespace "MediaWiki" say before a wiki has written them: the short words
 * that templates borrow from the interface, such as "Edit".
 */
final class InterfaceMessages {
  private static final String PREFIX = "interface.";

  private InterfaceMessages() {}

  /** Returns the default text of a page, if it is one of that namespace and has one. */
  static Optional<String> find(SiteInfo site, Title title) {
    if (title.namespace() != Namespace.INTERFACE) {
      return Optional.empty();
    }
    var key = site.text(title).replace(' ', '_');
    int first = key.offsetByCodePoints(0, 1);
    return TextMessages.of(site.language())
        .find(PREFIX + key.substring(0, first).toLowerCase(Locale.ROOT) + key.substring(first));
  }
}
