package org.portolan.wiki.web;

import java.util.Optional;
import java.util.Set;
import org.portolan.wiki.render.TitlePath;
import org.portolan.wiki.site.SiteInfo;

/**
 * What surrounds every page: the site's name and the tabs of the page it is about.
 *
 * @param heading the heading of the page, which is also its title
 * @param subject the page that the tabs lead to, if it is about one
 * @param tab which tab is open, "" if none
 * @param content whether the main part is in the language of the wiki, not that of the software
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

  /** Returns this for a page that search engines should leave out. */
  Frame unlisted() {
    return new Frame(site, mainPage, stylePath, heading, subject, tab, content, false);
  }

  /** Returns the address of an act upon the subject. */
  String path(String act) {
    return Paths.of(act, subject.orElse(""));
  }

  /** Returns {@code page} for the open tab, as {@code aria-current} wants it. */
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
