package org.portolan.wiki.web;

import java.util.Optional;
import java.util.Set;
import org.portolan.wiki.render.TitlePath;
import org.portolan.wikitext.site.SiteInfo;

/**
 * The frame around every page: the site's name and the tabs.
 *
 * @param heading the heading of the page, which is also its title
 * @param subject the page to which the tabs lead, if there is one
 * @param tab the open tab, "" if none
 * @param content whether the main part is in the language of the wiki and not in that of the
 *     software
 */
record Frame(
    SiteInfo site,
    String mainPage,
    String stylePath,
    String heading,
    Optional<String> subject,
    String tab,
    boolean content,
    boolean indexed) {

  private static final Set<String> RIGHT_TO_LEFT =
      Set.of(
          "ar", "arc", "arz", "azb", "bal", "bcc", "bgn", "bqi", "ckb", "dv", "fa", "glk", "he",
          "khw", "ks", "lrc", "mzn", "nqo", "pnb", "ps", "sd", "ug", "ur", "yi");

  String direction() {
    String language = site.language();
    int end = language.indexOf('-');
    return RIGHT_TO_LEFT.contains(end < 0 ? language : language.substring(0, end)) ? "rtl" : "ltr";
  }

  String language() {
    return site.language().isEmpty() ? "en" : site.language();
  }

  /** Returns the same frame for a page that search engines should leave out. */
  Frame unlisted() {
    return new Frame(site, mainPage, stylePath, heading, subject, tab, content, false);
  }

  /** Returns the address of an action on the subject. */
  String path(String act) {
    return Paths.of(act, subject.orElse(""));
  }

  /** Returns {@code page} for the open tab, the value for {@code aria-current}. */
  String current(String name) {
    return tab.equals(name) ? "page" : null;
  }

  /** The addresses of pages. */
  static final class Paths {
    private Paths() {}

    static String of(String act, String title) {
      return "/" + act + "/" + TitlePath.encode(title);
    }
  }
}
