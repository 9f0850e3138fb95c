package org.portolan.wikitext.expand;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.portolan.wikitext.limit.Allowance;
import org.portolan.wikitext.limit.TextLimit;
import org.portolan.wikitext.site.Encodings;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;

/**
 * The other pages that one expansion needs. Those whose names are written out are read before, one
 * batch for each level of nesting. Others, whose names only the expansion shows, are noted as
 * wanted; they are read in one batch, and then the expansion begins again. So the number of round
 * trips does not grow with the number of templates.
 */
final class Pages {
  private static final int REDIRECTS_MAX = 2;

  /** The largest number of different pages that one expansion asks for. */
  private static final int PAGES_MAX = 20_000;

  /** How many times the text that may be expanded may be read. */
  private static final int READ_CHARS_FACTOR = 4;

  private final Map<String, Long> members = new HashMap<>();

  /** Read once; null before. */
  private Statistics statistics;

  private final SiteInfo site;
  private final Title page;
  private final PageTexts texts;
  private final ParsedTexts cache;
  private final Allowance allowance;

  /** Whether the pages are copied into a text about to be saved. */
  private final boolean copies;

  private final WrittenNames writtenNames;
  private final Map<String, Optional<Title>> titles = new HashMap<>();
  private final Map<String, Optional<PageText>> included = new HashMap<>();
  private final Map<String, ParsedText> parsed = new HashMap<>();

  /** The revisions of pages whose text is not known; 0 of missing pages. */
  private final Map<String, Long> probed = new HashMap<>();

  private final Set<String> wantedTexts = new LinkedHashSet<>();
  private final Set<String> wantedProbes = new LinkedHashSet<>();
  private final Map<String, Long> used = new TreeMap<>();
  private long readChars;

  Pages(
      Surroundings surroundings, Title page, PageTexts texts, Allowance allowance, boolean copies) {
    this.site = surroundings.site();
    this.page = page;
    this.texts = texts;
    this.cache = surroundings.cache();
    this.allowance = allowance;
    this.copies = copies;
    this.writtenNames = new WrittenNames(surroundings.functions(), this, copies);
  }

  /** Reads the pages that a text names, the pages that these name, and so on. */
  void prefetch(ParsedText text) {
    writtenNames.collect(text);
    fetch();
  }

  /** Reads what the last pass lacked; returns false if it lacked nothing. */
  boolean fetchWanted() {
    if (wantedTexts.isEmpty() && wantedProbes.isEmpty()) {
      return false;
    }
    fetch();
    used.clear();
    return true;
  }

  private void fetch() {
    while (!wantedTexts.isEmpty() || !wantedProbes.isEmpty()) {
      allowance.read();
      var level = Set.copyOf(wantedTexts);
      wantedProbes.removeAll(level);
      var probes = Set.copyOf(wantedProbes);
      wantedTexts.clear();
      wantedProbes.clear();
      var found = texts.read(level, probes);
      for (var title : probes) {
        var read = found.get(title);
        probed.put(title, read == null ? 0 : read.revision());
      }
      level.forEach(title -> included.put(title, Optional.ofNullable(found.get(title))));
      level.forEach(this::follow);
    }
  }

  /** Notes the pages that a page needs itself. */
  private void follow(String title) {
    allowance.step();
    var read = included.get(title);
    if (read.isEmpty()) {
      return;
    }
    readChars += read.get().text().length();
    long most = (long) READ_CHARS_FACTOR * allowance.limits().expandedCharsMax();
    if (readChars > most) {
      throw Allowance.refused(TextLimit.TEMPLATES, most);
    }
    if (read.get().redirect().isPresent()) {
      include(read.get().redirect().get());
    } else {
      writtenNames.collect(parsed(title));
    }
  }

  /** Returns the page that a name in double braces means. */
  Optional<Title> title(String name) {
    return titles.computeIfAbsent(
        name,
        written ->
            // A link decodes what is percent-encoded, braces do not.
            !Encodings.decodePercent(written).equals(written)
                ? Optional.empty()
                : site.relative(page, written).or(() -> site.title(written, Namespace.TEMPLATE)));
  }

  /** Returns the page that a name in a link means; the page of the file for "Media:…". */
  Optional<Title> linked(String name) {
    var title = site.title(name);
    return title.isPresent() && title.get().namespace() == Namespace.MEDIA
        ? site.title(site.text(title.get()), Namespace.FILE)
        : title;
  }

  /** Says that the text of a page will be needed. */
  void include(String title) {
    if (!included.containsKey(title)) {
      want(wantedTexts, title);
    }
  }

  /** Says that the existence of a page will be needed. */
  void probe(String title) {
    if (!included.containsKey(title) && !probed.containsKey(title)) {
      want(wantedProbes, title);
    }
  }

  private void want(Set<String> wanted, String title) {
    wanted.add(title);
    if (wanted.size() + included.size() + probed.size() > PAGES_MAX) {
      throw Allowance.refused(TextLimit.PAGES, PAGES_MAX);
    }
  }

  /**
   * Returns the page to include for a title, after redirects; empty if there is none, or if it is
   * not read yet.
   *
   * @param visited told every page on the way, with the first and the last, present or not
   */
  Optional<String> target(String title, Consumer<String> visited) {
    var target = title;
    for (int i = 0; i <= REDIRECTS_MAX; i++) {
      visited.accept(target);
      var found = included.get(target);
      if (found == null) {
        want(wantedTexts, target);
        return Optional.empty();
      }
      used.put(target, found.map(PageText::revision).orElse(0L));
      if (found.isEmpty()) {
        return Optional.empty();
      }
      if (found.get().redirect().isEmpty()) {
        return Optional.of(target);
      }
      target = found.get().redirect().get();
    }
    return Optional.empty();
  }

  /** Returns the text of a page that {@link #target} returned. */
  String source(String target) {
    return included.get(target).orElseThrow().text().replace(Strip.MARK, (char) 0xFFFD);
  }

  /** Returns the parsed text of a page that {@link #target} returned. */
  ParsedText parsed(String target) {
    var known = parsed.get(target);
    if (known == null) {
      var read = included.get(target).orElseThrow();
      known =
          copies
              ? ParsedText.parse(read.text(), ParsedText.Mode.COPIED, allowance)
              : cache.get(
                  target,
                  read,
                  () -> ParsedText.parse(read.text(), ParsedText.Mode.INCLUDED, allowance));
      parsed.put(target, known);
    }
    return known;
  }

  /** Returns the text of a page as it is, redirect or not; empty if missing, or not read yet. */
  Optional<String> raw(String title) {
    var found = included.get(title);
    if (found == null) {
      want(wantedTexts, title);
      return Optional.empty();
    }
    used.put(title, found.map(PageText::revision).orElse(0L));
    return found.map(PageText::text);
  }

  /** Returns the revision of a page; 0 if it is missing, or not read yet. */
  long revision(String title) {
    var found = included.get(title);
    Long revision = found == null ? probed.get(title) : found.map(PageText::revision).orElse(0L);
    if (revision == null) {
      want(wantedProbes, title);
      return 0;
    }
    used.put(title, revision);
    return revision;
  }

  Statistics statistics() {
    if (statistics == null) {
      statistics = texts.statistics();
    }
    return statistics;
  }

  long pagesInCategory(String category) {
    return members.computeIfAbsent(
        category,
        each -> {
          allowance.read();
          return texts.pagesInCategory(each);
        });
  }

  /** Returns the revision of each page on which the pass depended; 0 for missing pages. */
  Map<String, Long> used() {
    return used;
  }
}
