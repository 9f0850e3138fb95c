package org.portolan.wiki.web;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;
import java.util.Map;
import java.util.Optional;
import org.portolan.wikitext.site.SiteInfo;

/** Fills the precompiled templates of {@code src/main/jte}. Thread-safe. */
final class Views {
  private final TemplateEngine engine =
      TemplateEngine.createPrecompiled(null, ContentType.Html, null, "org.portolan.wiki.web");
  private final SiteInfo site;
  private final String mainPage;
  private final String stylePath;

  Views(SiteInfo site, String mainPage, String stylePath) {
    this.site = site;
    this.mainPage = mainPage;
    this.stylePath = stylePath;
  }

  SiteInfo site() {
    return site;
  }

  String mainPage() {
    return mainPage;
  }

  /** Returns the frame for a page of the wiki. */
  Frame content(String title) {
    return new Frame(site, mainPage, stylePath, title, Optional.of(title), "wiki", true, true);
  }

  /** Returns the frame for a page about a page of the wiki. */
  Frame about(String title, String tab, String heading) {
    return new Frame(site, mainPage, stylePath, heading, Optional.of(title), tab, false, false);
  }

  /** Returns the frame for a page about the whole wiki. */
  Frame plain(String tab, String heading) {
    return new Frame(site, mainPage, stylePath, heading, Optional.empty(), tab, false, false);
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
