package org.portolan.wiki.web;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.portolan.wikitext.message.Messages;
import org.portolan.wikitext.site.SiteInfo;

/** Fills the precompiled templates of {@code src/main/jte}. Thread-safe. */
final class Views {
  private final TemplateEngine engine =
      TemplateEngine.createPrecompiled(null, ContentType.Html, null, "org.portolan.wiki.web");
  private final SiteInfo site;
  private final String mainPage;
  private final String stylePath;
  private final Messages messages;
  private final Times times;

  /**
   * @param language the language of the interface
   */
  Views(SiteInfo site, String mainPage, String stylePath, String language) {
    this.site = site;
    this.mainPage = mainPage;
    this.stylePath = stylePath;
    this.messages = Messages.load(Views.class, "messages/", language);
    this.times = new Times(messages);
  }

  static boolean speaks(String language) {
    String found = Messages.load(Views.class, "messages/", language).language();
    return !found.equals("en") || language.toLowerCase(Locale.ROOT).matches("en(-.*)?");
  }

  /** Returns the sentences of the interface. */
  Messages messages() {
    return messages;
  }

  SiteInfo site() {
    return site;
  }

  String mainPage() {
    return mainPage;
  }

  /** Returns the frame for a page of the wiki. */
  Frame content(String title) {
    return frame(title, Optional.of(title), "wiki", true);
  }

  /** Returns the frame for a page about a page of the wiki. */
  Frame about(String title, String tab, String heading) {
    return frame(heading, Optional.of(title), tab, false);
  }

  /** Returns the frame for a page about the whole wiki. */
  Frame plain(String tab, String heading) {
    return frame(heading, Optional.empty(), tab, false);
  }

  private Frame frame(String heading, Optional<String> subject, String tab, boolean content) {
    return new Frame(
        site, mainPage, stylePath, messages, times, heading, subject, tab, content, content);
  }

  byte[] fill(String template, Frame frame, Object page) {
    var output = new Utf8ByteOutput();
    engine.render(template + ".jte", Map.of("frame", frame, "page", page), output);
    return output.toByteArray();
  }

  /** Returns a page with one message. */
  byte[] message(String heading, String text) {
    return fill("message", plain("", heading), text);
  }
}
