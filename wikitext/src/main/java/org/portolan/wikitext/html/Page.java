package org.portolan.wikitext.html;

import org.portolan.wikitext.expand.Expanded;
import org.portolan.wikitext.limit.Allowance;
import org.portolan.wikitext.message.Messages;
import org.portolan.wikitext.message.TextMessages;

/** What the passes over one page share. Used once, by one thread. */
final class Page {
  final PageContext context;
  final Expanded source;
  final Allowance allowance;
  final Draft draft = new Draft();
  final Found found = new Found();
  final Switches switches = new Switches();
  final Extensions extensions;
  final References references;
  final LinkTrails trails;

  /** What the renderer itself says in the page. */
  final Messages messages;

  /** Whether only links to other pages are wanted: then the passes behind theirs are left out. */
  final boolean onlyLinks;

  int numberedLinks;
  private int depth;

  Page(PageContext context, Expanded source, Allowance allowance, boolean onlyLinks) {
    this.onlyLinks = onlyLinks;
    this.context = context;
    this.source = source;
    this.allowance = allowance;
    source.probes().forEach(title -> found.add(found.links, title));
    this.trails = new LinkTrails(context.site().language());
    this.messages = TextMessages.of(context.site().language());
    this.references = new References(this);
    this.extensions = new Extensions(this);
  }

  /** Returns the attributes of an element that shows an error of the text. */
  String[] error() {
    return foreignMessages()
        ? new String[] {"class", "error", "lang", messages.language()}
        : new String[] {"class", "error"};
  }

  /** Returns whether the messages are in another language than the page. */
  boolean foreignMessages() {
    return !messages.language().equals(context.site().language());
  }

  /** Goes a level deeper: into a caption, a reference, a poem. */
  void enter() {
    allowance.depth(++depth);
  }

  void leave() {
    depth--;
  }

  /** Runs all passes but the last, which makes paragraphs, for a text with markers. */
  String half(String text) {
    enter();
    var tagged = WrittenTags.read(this, text);
    var lined = Lines.read(this, Tables.read(this, tagged));
    var linked = new Links(this, lined).run();
    var result = onlyLinks ? linked : ExternalLinks.read(this, Quotes.read(this, linked));
    leave();
    return result;
  }
}
