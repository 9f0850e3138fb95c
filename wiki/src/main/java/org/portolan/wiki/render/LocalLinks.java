package org.portolan.wiki.render;

import java.util.Set;
import org.portolan.wikitext.html.Hypertext.LinkWriter;

/**
 * Writes links to pages of this wiki; those to missing pages lead to their edit forms.
 *
 * @param missing the titles that are no pages
 */
public record LocalLinks(Set<String> missing) implements LinkWriter {
  @Override
  public void write(String title, String fragment, StringBuilder html) {
    if (missing.contains(title)) {
      html.append(" class=\"missing\" rel=\"nofollow\" href=\"/edit/")
          .append(TitlePath.encode(title));
      html.append("\" title=\"").append(Html.escape(title)).append(" (not written yet)\"");
    } else {
      html.append(" href=\"/wiki/").append(TitlePath.encode(title));
      html.append(Html.escape(fragment));
      html.append("\" title=\"").append(Html.escape(title)).append('"');
    }
  }
}
