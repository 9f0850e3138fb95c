package org.portolan.wiki.web;

import com.ibm.icu.util.ULocale;
import java.time.Instant;
import java.util.Optional;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.render.TitlePath;
import org.portolan.wikitext.message.Messages;
import org.portolan.wikitext.site.SiteInfo;

/**
 * The frame around every page: the site's name and the tabs, and the sentences of the interface.
 *
 * @param heading the heading of the page, which is also its title
 * @param subject the page to which the tabs lead, if there is one
 * @param tab the open tab, "" if none
 * @param content whether the heading is in the language of the wiki's pages
 */
record Frame(
    SiteInfo site,
    String mainPage,
    String stylePath,
    Messages messages,
    Times times,
    String heading,
    Optional<String> subject,
    String tab,
    boolean content,
    boolean indexed) {

  /** Returns a sentence of the interface. */
  String say(String key, Object... arguments) {
    return messages.of(key, arguments);
  }

  /**
   * Returns what a sentence says before and after one of its arguments, for a page that writes that
   * argument itself, as a link.
   *
   * @param arguments the others
   */
  String[] around(String key, String argument, Object... arguments) {
    // A character that no title and no text of a page can have.
    String mark = "\u0000";
    Object[] all = new Object[arguments.length + 2];
    System.arraycopy(arguments, 0, all, 0, arguments.length);
    all[arguments.length] = argument;
    all[arguments.length + 1] = mark;
    String sentence = messages.of(key, all);
    int at = sentence.indexOf(mark);
    return new String[] {sentence.substring(0, at), sentence.substring(at + 1)};
  }

  String time(Instant time) {
    return times.spoken(time);
  }

  String number(long number) {
    return times.number(number);
  }

  String contributor(RevisionInfo revision) {
    return RevisionTexts.contributor(messages, revision);
  }

  String comment(RevisionInfo revision) {
    return RevisionTexts.comment(messages, revision);
  }

  /** Returns the language of the interface. */
  String language() {
    return messages.language();
  }

  String direction() {
    return direction(language());
  }

  /** Returns the language of the wiki's pages if it is another than that of the interface. */
  String contentLanguage() {
    String language = site.language().isEmpty() ? "en" : site.language();
    return language.equals(language()) ? null : language;
  }

  /** Returns the direction of the wiki's pages if their language is another. */
  String contentDirection() {
    String language = contentLanguage();
    return language == null ? null : direction(language);
  }

  private static String direction(String language) {
    return ULocale.forLanguageTag(language).isRightToLeft() ? "rtl" : "ltr";
  }

  /** Returns the same frame for a page that search engines should leave out. */
  Frame unlisted() {
    return new Frame(
        site, mainPage, stylePath, messages, times, heading, subject, tab, content, false);
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
