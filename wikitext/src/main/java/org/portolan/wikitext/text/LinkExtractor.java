package org.portolan.wikitext.text;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;

/**
 * Finds the links, included pages and categories of a text, without rendering it and without
 * reading any other page. Never fails on any text. Thread-safe.
 *
 * <p>Follows MediaWiki's rules for its tables pagelinks, categorylinks and templatelinks, as far as
 * one text allows: it does not see links made by a template, nor links whose target a template
 * writes. It sees links and templates in arguments, captions and both branches of a condition.
 *
 * <p>Every character is read a fixed number of times, so the cost is linear in the length of the
 * text. Of each kind the first {@value #TITLES_MAX} different titles count.
 */
public final class LinkExtractor {
  /** The largest number of links, of categories and of templates kept for one page. */
  public static final int TITLES_MAX = 20_000;

  /** No title is longer than this, however it is encoded. */
  private static final int TARGET_CHARACTERS_MAX = 4_096;

  private final SiteInfo site;

  public LinkExtractor(SiteInfo site) {
    this.site = site;
  }

  /** Returns the pages that the text of {@code page} names. The code of modules names none. */
  public PageLinks extract(Title page, String wikitext) {
    if (page.namespace() == Namespace.MODULE && !page.full().endsWith("/doc")) {
      return PageLinks.NONE;
    }
    // Decided by the original text: not even a comment may precede the word.
    boolean redirect = RedirectWords.targetStart(wikitext) >= 0;
    return new Extraction(page, Markup.wikitextOf(wikitext)).run(redirect);
  }

  /** Returns the page to which a text redirects; cheap if it is no redirect. */
  public Optional<String> redirect(Title page, String wikitext) {
    return RedirectWords.targetStart(wikitext) < 0
        ? Optional.empty()
        : extract(page, wikitext).redirect();
  }

  /**
   * Returns the place behind the link of a redirect, which no more counts as text of the page; 0 if
   * the text is no redirect.
   */
  public static int redirectEnd(String wikitext) {
    int target = RedirectWords.targetStart(wikitext);
    int brackets = target < 0 ? -1 : wikitext.indexOf("]]", target);
    return brackets < 0 ? 0 : brackets + 2;
  }

  private final class Extraction implements TemplateScanner.Listener {
    private final Title page;
    private final String text;
    private final TreeSet<String> links = new TreeSet<>();
    private final TreeSet<String> categories = new TreeSet<>();
    private final TreeSet<String> templates = new TreeSet<>();

    /**
     * The next "]]" and "[[" from the current position; each is found once and used until it is
     * passed.
     */
    private int closing = -1;

    private int opening = -1;

    Extraction(Title page, String text) {
      this.page = page;
      this.text = text;
    }

    PageLinks run(boolean mayRedirect) {
      int from = 0;
      Optional<String> redirect = Optional.empty();
      int target = mayRedirect ? RedirectWords.targetStart(text) : -1;
      if (target >= 0) {
        int end = text.indexOf("]]", target);
        redirect = end < 0 ? Optional.empty() : redirectTarget(target, end);
        if (redirect.isPresent()) {
          redirect.filter(to -> site.elsewhere(to).isEmpty()).ifPresent(to -> add(links, to));
          from = end + 2;
        }
      }
      scanLinks(from);
      TemplateScanner.scan(text, this);
      return new PageLinks(links, categories, templates, redirect);
    }

    private Optional<String> redirectTarget(int from, int end) {
      int pipe = text.indexOf('|', from);
      int targetEnd = pipe >= 0 && pipe < end ? pipe : end;
      if (targetEnd - from > TARGET_CHARACTERS_MAX) {
        return Optional.empty();
      }
      var target = text.substring(from, targetEnd);
      return site.title(target)
          .filter(title -> title.namespace() >= 0)
          .map(Title::full)
          .or(() -> site.elsewhere(target));
    }

    private void scanLinks(int from) {
      int at = text.indexOf("[[", from);
      while (at >= 0) {
        int start = at + 2;
        int end = targetEnd(start);
        if (end >= 0) {
          link(text.substring(start, end).strip(), end);
        }
        // "[[[x]]" contains the link "[[x]]", so the scan goes on inside an unusable link.
        at = text.indexOf("[[", end < 0 ? at + 1 : end);
      }
    }

    /** Returns the position of the "|" or "]]" after a target, or -1 if there is no target. */
    private int targetEnd(int start) {
      int last = Math.min(text.length(), start + TARGET_CHARACTERS_MAX);
      for (int i = start; i < last; i++) {
        switch (text.charAt(i)) {
          case '[', '{', '}', '<', '>', '\n', Markup.REMOVED -> {
            return -1;
          }
          case '|' -> {
            return i;
          }
          case ']' -> {
            return text.startsWith("]]", i) ? i : -1;
          }
          default -> {}
        }
      }
      return -1;
    }

    private void link(String target, int end) {
      boolean colon = target.startsWith(":");
      var title = site.relative(page, target).or(() -> site.title(target)).orElse(null);
      if (title == null || title.namespace() < 0) {
        return;
      }
      if (title.namespace() == Namespace.FILE && !colon) {
        return;
      }
      if (text.charAt(end) == '|' && !closesBeforeNextLink(end)) {
        return;
      }
      if (title.namespace() == Namespace.CATEGORY && !colon) {
        add(categories, title.full());
      } else if (!title.full().equals(page.full())) {
        add(links, title.full());
      }
    }

    /** A link's label may contain anything but another link. */
    private boolean closesBeforeNextLink(int from) {
      if (closing < from) {
        closing = find("]]", from);
      }
      if (opening < from) {
        opening = find("[[", from);
      }
      return closing < opening;
    }

    private int find(String brackets, int from) {
      int at = text.indexOf(brackets, from);
      // If both are missing, "[[" comes first, so that the label counts as not closed.
      return at < 0 ? brackets.equals("]]") ? Integer.MAX_VALUE : Integer.MAX_VALUE - 1 : at;
    }

    @Override
    public void braces(String written, boolean arguments) {
      var name = written.strip();
      if (name.isEmpty() || (!arguments && MagicWords.isVariable(name))) {
        return;
      }
      int colon = name.indexOf(':');
      while (colon > 0 && MagicWords.isModifier(name.substring(0, colon).strip())) {
        name = name.substring(colon + 1).strip();
        colon = name.indexOf(':');
      }
      if (name.startsWith("#")) {
        invocation(name);
        return;
      }
      if (colon > 0 && MagicWords.isFunction(name.substring(0, colon).strip())) {
        return;
      }
      var target = name;
      include(site.relative(page, target).or(() -> site.title(target, Namespace.TEMPLATE)));
    }

    private void invocation(String name) {
      if (name.regionMatches(true, 0, "#invoke:", 0, 8)) {
        include(
            site.title(name.substring(8), Namespace.MODULE)
                .filter(title -> title.namespace() == Namespace.MODULE));
      }
    }

    private void include(Optional<Title> title) {
      title
          .filter(included -> included.namespace() >= 0)
          .ifPresent(included -> add(templates, included.full()));
    }

    private void add(Set<String> titles, String title) {
      if (titles.size() < TITLES_MAX) {
        titles.add(title);
      }
    }
  }
}
