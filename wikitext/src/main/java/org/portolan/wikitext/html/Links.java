package org.portolan.wikitext.html;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.portolan.wikitext.html.tree.Tag;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.Title;

/**
 * The pass for links in double brackets: to pages, to files, to other wikis; categories and
 * languages vanish from the text. A link's text may contain anything but a link; only a file's
 * caption may contain links.
 */
final class Links {
  private final Page page;
  private final Draft draft;
  private final String text;
  private final StringBuilder out;

  /** The places of the next brackets, found once and kept until they are passed. */
  private int nextOpening = -1;

  private int nextClosing = -1;

  /** White space before this place was searched for a line break already. */
  private int noBreakBefore;

  /** For links with links in them: the place of the closing brackets by that of the opening. */
  private Map<Integer, Integer> partners;

  Links(Page page, String text) {
    this.page = page;
    this.draft = page.draft;
    this.text = text;
    this.out = new StringBuilder(text.length() + 16);
  }

  String run() {
    int at = text.indexOf("[[");
    if (at < 0) {
      return text;
    }
    int copied = 0;
    while (at >= 0) {
      page.allowance.step();
      out.append(text, copied, at);
      int end = link(at);
      if (end < 0) {
        out.append("[[");
        end = at + 2;
      }
      copied = end;
      at = text.indexOf("[[", end);
    }
    return out.append(text, copied, text.length()).toString();
  }

  /** Reads the link at these brackets and returns its end, or -1 if it is none. */
  private int link(int at) {
    int start = at + 2;
    int targetEnd = targetEnd(start);
    if (targetEnd < 0) {
      return -1;
    }
    boolean piped = text.charAt(targetEnd) == '|';
    var written = Anchors.percentDecoded(text.substring(start, targetEnd)).strip();
    boolean colon = written.startsWith(":");
    var target = LinkTarget.of(page.context, colon ? written.substring(1) : written, colon);
    if (target.isEmpty()) {
      return -1;
    }
    if (!target.get().shown()
        && isFile(target.get())
        && target.get().title().get().namespace() != -2) {
      int close = piped ? partner(at) : targetEnd;
      if (close < 0) {
        return -1;
      }
      var options = piped ? text.substring(targetEnd + 1, close) : "";
      page.found.add(page.found.files, target.get().title().get().full());
      out.append(new Images(page).image(target.get().title().get(), options));
      return close + 2;
    }
    int close = targetEnd;
    if (piped) {
      close = closing(targetEnd);
      if (close < 0 || close == targetEnd + 1 || opening(targetEnd) < close) {
        return -1;
      }
      if (text.startsWith("]", close + 2) && text.substring(targetEnd, close).indexOf('[') >= 0) {
        close++;
      }
    }
    var label = piped ? text.substring(targetEnd + 1, close) : null;
    return write(target.get(), label, close + 2);
  }

  private static boolean isFile(LinkTarget target) {
    return target.title().filter(title -> title.namespace() == Namespace.FILE).isPresent()
        && !target.onlyFragment();
  }

  private int targetEnd(int start) {
    for (int i = start; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case '[', '{', '}', '\n', Draft.MARK -> {
          return -1;
        }
        case '|' -> {
          return i == start ? -1 : i;
        }
        case ']' -> {
          return i > start && text.startsWith("]]", i) ? i : -1;
        }
        default -> {}
      }
    }
    return -1;
  }

  private int closing(int from) {
    if (nextClosing < from) {
      int found = text.indexOf("]]", from);
      nextClosing = found < 0 ? Integer.MAX_VALUE : found;
    }
    return nextClosing == Integer.MAX_VALUE ? -1 : nextClosing;
  }

  private int opening(int from) {
    if (nextOpening < from) {
      int found = text.indexOf("[[", from);
      nextOpening = found < 0 ? Integer.MAX_VALUE : found;
    }
    return nextOpening;
  }

  private int partner(int at) {
    if (partners == null) {
      partners = new HashMap<>();
      var open = new ArrayDeque<Integer>();
      int i = at;
      while (i < text.length() - 1) {
        char letter = text.charAt(i);
        if (letter == '[' && text.charAt(i + 1) == '[') {
          open.push(i);
          i += 2;
        } else if (letter == ']' && text.charAt(i + 1) == ']') {
          if (!open.isEmpty()) {
            partners.put(open.pop(), i);
          }
          i += 2;
        } else {
          i++;
        }
      }
    }
    return partners.getOrDefault(at, -1);
  }

  private int write(LinkTarget target, String label, int end) {
    if (target.title().isEmpty()) {
      return foreign(target, label, end);
    }
    var title = target.title().get();
    if (title.namespace() == Namespace.CATEGORY && !target.shown() && !target.onlyFragment()) {
      page.found.put(
          page.found.categories, title.full(), label == null ? "" : draft.text(label).strip());
      return vanish(end);
    }
    int trail = page.trails.end(text, end);
    if (title.namespace() == -2) {
      var file = page.context.site().text(title);
      var full = page.context.site().title("File:" + file).map(Title::full).orElse(title.full());
      open(full, "");
    } else if (target.onlyFragment()) {
      draft.open(out, Tag.A, "href", target.fragment());
    } else if (title.full().equals(page.context.title().full())) {
      if (target.fragment().isEmpty()) {
        draft.open(out, Tag.A, "class", "selflink");
      } else {
        page.found.add(page.found.links, title.full());
        draft.open(out, Tag.A, "href", target.fragment());
      }
    } else {
      if (title.namespace() >= 0) {
        page.found.add(page.found.links, title.full());
      }
      open(title.full(), target.fragment());
    }
    content(target.label(), label);
    out.append(text, end, trail);
    draft.close(out, Tag.A);
    return trail;
  }

  private void open(String full, String fragment) {
    draft.append(out, new Token.Open(Tag.A, List.of("page", full, "fragment", fragment)));
  }

  private void content(String target, String label) {
    var content = label == null ? target : Quotes.read(page, label);
    draft.append(out, new Token.Nested(content, false));
  }

  private int foreign(LinkTarget target, String label, int end) {
    var prefix = target.prefix();
    boolean talk = page.context.title().namespace() % 2 != 0;
    if (!target.shown() && !talk && page.context.interwiki().languages().contains(prefix)) {
      page.found.put(page.found.languages, prefix, target.rest());
      return vanish(end);
    }
    page.found.add(page.found.interwiki, prefix + ":" + target.rest());
    var address = page.context.interwiki().address(prefix).orElseThrow();
    int trail = page.trails.end(text, end);
    draft.open(
        out,
        Tag.A,
        "href",
        address.replace("$1", Anchors.path(target.rest())) + target.fragment(),
        "class",
        "extiw",
        "title",
        prefix + ":" + target.rest());
    content(target.label(), label);
    out.append(text, end, trail);
    draft.close(out, Tag.A);
    return trail;
  }

  /**
   * Removes a link from the text, with the line break before it if only white space stands between;
   * so a block of such links at a page's end leaves no empty lines.
   */
  private int vanish(int end) {
    int space = out.length();
    while (space > noBreakBefore && Attributes.isSpace(out.charAt(space - 1))) {
      space--;
    }
    for (int i = space; i < out.length(); i++) {
      if (out.charAt(i) == '\n') {
        out.setLength(i);
      }
    }
    noBreakBefore = out.length();
    return end;
  }
}
