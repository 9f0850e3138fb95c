package org.portolan.wiki.render;

import java.util.List;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.SiteInfo;

/** Sites for tests of rendering. */
public final class Sites {
  /** Namespaces under their English names. */
  public static final SiteInfo ENGLISH =
      new SiteInfo(
          "Portolan Handbook",
          "handbook",
          "http://127.0.0.1/wiki/Main_Page",
          "en",
          List.of(
              new Namespace(-1, "Special", true, List.of()),
              new Namespace(0, "", true, List.of()),
              new Namespace(1, "Talk", true, List.of()),
              new Namespace(6, "File", true, List.of("Image")),
              new Namespace(10, "Template", true, List.of()),
              new Namespace(14, "Category", true, List.of()),
              new Namespace(828, "Module", true, List.of())));

  /** The Latgalian names, as the dump of ltgwiki gives them. */
  public static final SiteInfo LATGALIAN =
      new SiteInfo(
          "Vikipedeja",
          "ltgwiki",
          "https://ltg.wikipedia.org/wiki/Suoku%C5%ABlopa",
          "ltg",
          List.of(
              new Namespace(0, "", true, List.of()),
              new Namespace(6, "Fails", true, List.of("File", "Image")),
              new Namespace(10, "Veidne", true, List.of("Template")),
              new Namespace(14, "Kategoreja", true, List.of("Category")),
              new Namespace(828, "Module", true, List.of())));

  private Sites() {}
}
