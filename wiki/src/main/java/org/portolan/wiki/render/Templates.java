package org.portolan.wiki.render;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.portolan.wiki.WikiPage;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;
import org.portolan.wikitext.text.LinkExtractor;

/**
 * The templates of one rendering. They are read before the rendering, with one batched read for
 * each level of nesting. Further templates that the rendering requests are noted, and read before
 * the next pass.
 */
final class Templates {
  /** The longest chain of redirects that is followed from a template. */
  private static final int REDIRECTS_MAX = 2;

  private final SiteInfo site;
  private final LinkExtractor extractor;
  private final TemplateReader reader;
  private final int readsMax;
  private final Map<String, Optional<WikiPage>> known = new HashMap<>();
  private final Set<String> wanted = new LinkedHashSet<>();
  private final Map<String, Long> closure = new TreeMap<>();
  private int reads;

  Templates(SiteInfo site, TemplateReader reader, int readsMax) {
    this.site = site;
    this.extractor = new LinkExtractor(site);
    this.reader = reader;
    this.readsMax = readsMax;
  }

  /**
   * Reads the templates that {@code text} will probably include, and the templates of these, and so
   * on.
   */
  void prefetch(Title title, String text) {
    fetch(named(title, text));
  }

  /** Reads the templates that the last pass requested in vain; returns whether to render again. */
  boolean fetchWanted() {
    if (wanted.isEmpty() || reads >= readsMax) {
      return false;
    }
    fetch(Set.copyOf(wanted));
    wanted.clear();
    closure.clear();
    return true;
  }

  /**
   * Returns the pages that a text includes by name. Modules are not run, so their code is not
   * needed.
   */
  private Set<String> named(Title title, String text) {
    Set<String> names = new LinkedHashSet<>(extractor.extract(title, text).templates());
    names.removeIf(
        name ->
            site.title(name).map(Title::namespace).orElse(Namespace.MODULE) == Namespace.MODULE);
    return names;
  }

  private void fetch(Collection<String> titles) {
    Set<String> level = new LinkedHashSet<>(titles);
    level.removeAll(known.keySet());
    while (!level.isEmpty() && reads < readsMax) {
      reads++;
      Map<String, WikiPage> pages = reader.read(level);
      Set<String> next = new LinkedHashSet<>();
      for (String title : level) {
        Optional<WikiPage> page = Optional.ofNullable(pages.get(title));
        known.put(title, page);
        page.ifPresent(
            found -> {
              next.addAll(named(new Title(found.namespace(), title), found.text()));
              found.redirect().ifPresent(next::add);
            });
      }
      next.removeAll(known.keySet());
      level = next;
    }
  }

  /** Returns the text to include for a title, after following redirects; empty if there is none. */
  Optional<String> text(String title) {
    String target = title;
    for (int i = 0; i <= REDIRECTS_MAX; i++) {
      Optional<WikiPage> page = known.get(target);
      if (page == null) {
        wanted.add(target);
        return Optional.empty();
      }
      closure.put(target, page.map(found -> found.revision().id()).orElse(0L));
      if (page.isEmpty()) {
        return Optional.empty();
      }
      if (page.get().redirect().isEmpty()) {
        return Optional.of(page.get().text());
      }
      target = page.get().redirect().get();
    }
    return Optional.empty();
  }

  /** Returns the revision of each requested page, 0 for pages that do not exist. */
  Map<String, Long> closure() {
    var all = new TreeMap<>(closure);
    wanted.forEach(title -> all.putIfAbsent(title, 0L));
    return all;
  }
}
