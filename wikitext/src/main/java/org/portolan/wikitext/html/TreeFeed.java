package org.portolan.wikitext.html;

import org.portolan.wikitext.html.tree.Element;
import org.portolan.wikitext.html.tree.Entities;
import org.portolan.wikitext.html.tree.LooseText;
import org.portolan.wikitext.html.tree.TreeBuilder;

/** Makes a tree of a finished draft. */
final class TreeFeed {
  private final Page page;
  private final TreeBuilder tree;

  private TreeFeed(Page page) {
    this.page = page;
    this.tree = new TreeBuilder(page.allowance);
  }

  static Element tree(Page page, String draft) {
    var feed = new TreeFeed(page);
    feed.feed(draft);
    var root = feed.tree.finish();
    LooseText.wrap(root, page.allowance);
    return root;
  }

  private void feed(String draft) {
    int from = 0;
    int i = 0;
    while (i < draft.length()) {
      char letter = draft.charAt(i);
      if (letter == Draft.MARK) {
        tree.text(draft, from, i);
        token(page.draft.at(draft, i));
        i += Draft.LENGTH;
        from = i;
      } else if (letter == '&') {
        int end = Entities.end(draft, i);
        if (end < 0) {
          i++;
          continue;
        }
        tree.text(draft, from, i);
        var character = Entities.decode(draft, i, end);
        tree.text(character, 0, character.length());
        i = end;
        from = end;
      } else {
        i++;
      }
    }
    tree.text(draft, from, draft.length());
  }

  private void token(Token token) {
    page.allowance.step();
    if (token instanceof Token.Open open) {
      tree.open(open.tag(), open.attributes());
    } else if (token instanceof Token.Close close) {
      tree.close(close.tag());
    } else if (token instanceof Token.Raw raw) {
      tree.text(raw.text(), 0, raw.text().length());
    } else if (token instanceof Token.Nested nested) {
      page.enter();
      feed(nested.draft());
      page.leave();
    }
  }
}
