package org.portolan.wiki.render;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.portolan.wiki.site.Namespace;
import org.portolan.wiki.site.SiteInfo;

/**
 * Guesses from a text which templates its rendering will ask for, so that they are read in one
 * batch beforehand. A guess: names that are computed are found while rendering, and some names
 * found here lie in comments; both cost a read and change nothing.
 */
final class TemplateNames {
  private static final Pattern CALL =
      Pattern.compile("\\{\\{\\s*(?:subst:|safesubst:)?([^{}|#\\[\\]<>\\n]{1,300})(?=[|}\\n<])");

  /** Reading more than this at once would be an attack rather than a page. */
  private static final int NAMES_MAX = 2_000;

  private TemplateNames() {}

  static Set<String> in(String text, SiteInfo site) {
    var names = new LinkedHashSet<String>();
    var call = CALL.matcher(text);
    while (call.find() && names.size() < NAMES_MAX) {
      site.title(call.group(1), Namespace.TEMPLATE).ifPresent(title -> names.add(title.full()));
    }
    return names;
  }
}
