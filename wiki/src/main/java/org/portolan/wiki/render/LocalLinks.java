package org.portolan.wiki.render;

import java.util.Set;
import org.portolan.wikitext.html.Hypertext.LinkWriter;
import org.portolan.wikitext.message.Messages;
import org.portolan.wikitext.message.TextMessages;

/**
 * Writes links to pages of this wiki; those to missing pages lead to their edit forms.
 *
 * @param missing the titles that are no pages
 * @param messages say of a link that its page is missing
 */
public record LocalLinks(Set<String> missing, Messages messages) implements LinkWriter {

  /** Makes links that speak English. */
  public LocalLinks(Set<String> missing) {
    this(missing, TextMessages.of("en"));
  }

  @Override
  public void write(String title, String fragment, StringBuilder html) {
    if (missing.contains(title)) {
      html.append(" class=\"missing\" rel=\"nofollow\" href=\"/edit/")
          .append(TitlePath.encode(title));
      html.append("\" title=\"").append(Html.escape(messages.of("missing-page", "title", title)));
      html.append('"');
    } else {
      html.append(" href=\"/wiki/").append(TitlePath.encode(title));
      html.append(Html.escape(fragment));
      html.append("\" title=\"").append(Html.escape(title)).append('"');
    }
  }
}
