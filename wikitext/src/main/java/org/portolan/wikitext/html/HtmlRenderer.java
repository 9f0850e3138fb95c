package org.portolan.wikitext.html;

import java.util.ArrayList;
import org.portolan.wikitext.expand.Expanded;
import org.portolan.wikitext.html.tree.HtmlWriter;
import org.portolan.wikitext.limit.Allowance;
import org.portolan.wikitext.text.LinkExtractor;

/**
 * Makes HTML of expanded wikitext, by MediaWiki's rules as its documentation and its tests give
 * them. One pass over the text after the other reads one kind of markup: tags, tables, headings,
 * links, apostrophes, addresses, and last paragraphs and lists. Then a tree is built, which
 * balances all tags and lets in only what is safe. Nothing fails on any text but for the limits of
 * the allowance. Thread-safe.
 */
public final class HtmlRenderer {
  private HtmlRenderer() {}

  /**
   * Renders a page.
   *
   * @throws org.portolan.wikitext.limit.TextLimitException if the page needs more than is allowed
   */
  public static RenderedPage render(PageContext context, Expanded source, Allowance allowance) {
    var page = new Page(context, source, allowance, false);
    page.found.redirect =
        new LinkExtractor(context.site()).redirect(context.title(), source.text());
    var draft = new StringBuilder(page.half(source.text()));
    page.references.listRest(draft);
    var root = TreeFeed.tree(page, Blocks.read(page, draft.toString(), true));
    var links = new ArrayList<Hypertext.Link>();
    var contents = new Contents(page, links);
    contents.read(root);
    var html = HtmlWriter.write(root, contents, allowance).toString();
    var body = new Hypertext(html, links);
    allowance.html(body.length());
    source
        .sortKey()
        .ifPresent(
            key -> page.found.categories.replaceAll((title, own) -> own.isEmpty() ? key : own));
    return new RenderedPage(
        body,
        page.found.links,
        page.found.categories,
        page.found.languages,
        page.found.files,
        page.found.externalLinks,
        page.found.interwiki,
        page.found.headings,
        page.found.redirect);
  }
}
