package org.portolan.wikitext.html;

import java.util.Locale;
import java.util.Optional;
import org.portolan.wikitext.html.tree.Entities;
import org.portolan.wikitext.html.tree.SafeUrl;
import org.portolan.wikitext.site.Legality;
import org.portolan.wikitext.site.Title;

/**
 * Where a link leads, as far as the text between its brackets says it.
 *
 * @param title the page in this wiki, if it is one; the page itself if only a fragment is given
 * @param prefix the prefix of another wiki in lower case, or empty
 * @param rest the title in the other wiki
 * @param fragment "#" and the part of the page, encoded for an address; or empty
 * @param onlyFragment whether the text is only a fragment
 * @param shown whether it is a link in the text although another of this kind would vanish from it
 * @param label what the link shows if the text does not say it
 */
record LinkTarget(
    Optional<Title> title,
    String prefix,
    String rest,
    String fragment,
    boolean onlyFragment,
    boolean shown,
    String label) {

  private static final int LENGTH_MAX = 4_096;

  /**
   * Reads a target without the colon in front of it.
   *
   * @param colon whether there was one: then "/x" is no subpage
   */
  static Optional<LinkTarget> of(PageContext context, String written, boolean colon) {
    boolean address =
        written.startsWith("//")
            || (SafeUrl.schemeLength(written, 0) > 0 && written.indexOf("//") > 0);
    if (written.length() > LENGTH_MAX || address) {
      return Optional.empty();
    }
    int hash = hash(written);
    var fragment =
        hash < 0 ? "" : "#" + Anchors.encode(Entities.decoded(written.substring(hash + 1)));
    if (hash == 0) {
      return Optional.of(
          new LinkTarget(Optional.of(context.title()), "", "", fragment, true, colon, written));
    }
    var name = Entities.decoded(hash < 0 ? written : written.substring(0, hash)).strip();
    if (hasEncoding(name)) {
      return Optional.empty();
    }
    int colonAt = name.indexOf(':');
    if (colonAt > 0) {
      var prefix = name.substring(0, colonAt).strip().toLowerCase(Locale.ROOT);
      if (context.interwiki().own().contains(prefix)) {
        return of(context, written.strip().substring(colonAt + 1).strip(), colon)
            .map(target -> target.shownAs(written));
      }
      if (context.interwiki().address(prefix).isPresent() && !isNamespace(context, prefix)) {
        return foreign(prefix, name.substring(colonAt + 1), fragment, colon, written);
      }
    }
    boolean relative = !colon && context.hasSubpages() && (isChild(name) || isParent(name));
    var title = relative ? relative(context, name) : context.site().title(name);
    var label = title.filter(each -> relative).map(each -> relativeLabel(each, name)).orElse(name);
    var text = label + (hash < 0 ? "" : written.substring(hash));
    return title.map(
        each -> new LinkTarget(Optional.of(each), "", "", fragment, false, colon, text));
  }

  private LinkTarget shownAs(String text) {
    return new LinkTarget(title, prefix, rest, fragment, onlyFragment, true, text);
  }

  private static Optional<LinkTarget> foreign(
      String prefix, String name, String fragment, boolean colon, String label) {
    var rest = Entities.decoded(name).strip();
    if (rest.startsWith(":")) {
      rest = rest.substring(1).strip();
    }
    return Legality.legal(rest, false)
        ? Optional.of(new LinkTarget(Optional.empty(), prefix, rest, fragment, false, colon, label))
        : Optional.empty();
  }

  /** Returns the place of the "#" that begins a fragment, and is no part of "&#38;"; or -1. */
  private static int hash(String written) {
    int at = written.indexOf('#');
    while (at > 0 && written.charAt(at - 1) == '&' && Entities.end(written, at - 1) > 0) {
      at = written.indexOf('#', at + 1);
    }
    return at;
  }

  /** What is still encoded after decoding would change when it is decoded again. */
  private static boolean hasEncoding(String name) {
    for (int i = 0; i < name.length(); i++) {
      char letter = name.charAt(i);
      if ((letter == '&' && Entities.end(name, i) > 0)
          || (letter == '%' && Anchors.byteAt(name, i) >= 0)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNamespace(PageContext context, String prefix) {
    return context.site().title(prefix + ":x").filter(title -> title.namespace() != 0).isPresent();
  }

  private static boolean isChild(String name) {
    return name.startsWith("/");
  }

  private static boolean isParent(String name) {
    return name.startsWith("../") || name.equals("..");
  }

  private static Optional<Title> relative(PageContext context, String name) {
    var base = context.title().full();
    var rest = name;
    while (isParent(rest)) {
      int slash = base.lastIndexOf('/');
      if (slash < 0) {
        return Optional.empty();
      }
      base = base.substring(0, slash);
      rest = rest.substring(Math.min(3, rest.length()));
    }
    rest = withoutSlashes(rest);
    return context.site().title(":" + base + (rest.isEmpty() ? "" : "/" + rest));
  }

  private static String withoutSlashes(String name) {
    int from = name.startsWith("/") ? 1 : 0;
    int end = name.length();
    while (end > from && name.charAt(end - 1) == '/') {
      end--;
    }
    return name.substring(from, end);
  }

  /** A slash at the end means that only the last part is shown. */
  private static String relativeLabel(Title title, String name) {
    if (!name.endsWith("/") || name.length() == 1) {
      return isParent(name) ? title.full() : name;
    }
    var rest = withoutSlashes(name);
    int up = rest.lastIndexOf("../");
    var shown = up < 0 ? rest : rest.substring(up + 3);
    return shown.equals("..") || shown.isEmpty() ? title.full() : shown;
  }
}
