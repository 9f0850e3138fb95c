package org.portolan.wiki.text;

import java.util.Optional;
import java.util.TreeSet;
import org.portolan.engine.StoreException;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.text.NamedPages.End;
import org.portolan.wikitext.expand.PageFacts;
import org.portolan.wikitext.expand.PageText;
import org.portolan.wikitext.html.LinkFinder;
import org.portolan.wikitext.limit.Allowance;
import org.portolan.wikitext.limit.TextLimitException;
import org.portolan.wikitext.limit.TextLimits;
import org.portolan.wikitext.site.Title;
import org.portolan.wikitext.text.LinkExtractor;
import org.portolan.wikitext.text.PageLinks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads which other pages a page names: links, categories and templates of the expanded text. A
 * text that needs more than its limits names what it names by itself, and the templates read until
 * then. Thread-safe.
 */
public final class LinkReader {
  private static final Logger LOGGER = LoggerFactory.getLogger(LinkReader.class);

  private final LinkFinder finder;
  private final LinkExtractor extractor;

  public LinkReader(SiteLanguage language) {
    this.finder = language.linkFinder();
    this.extractor = new LinkExtractor(language.site());
  }

  /**
   * Reads what a revision names. {@code {{PAGEID}}} is 0 here, as before a page is saved.
   *
   * @param reader reads the templates, in this thread
   * @throws RuntimeException any exception of {@code reader}
   */
  public NamedPages read(
      Title title, RevisionInfo revision, String text, PageReader reader, TextLimits limits) {
    if (!revision.model().equals(RevisionInfo.WIKITEXT)) {
      return NamedPages.NONE;
    }
    if (text.length() > limits.sourceCharsMax()) {
      return byItself(title, text, End.REFUSED);
    }
    var facts =
        new PageFacts(
            title,
            0,
            revision.id(),
            revision.timestamp(),
            revision.contributor(),
            revision.bytes());
    var own = new PageText(Math.max(1, revision.id()), text, extractor.redirect(title, text));
    var texts = new ReadTexts(reader, title.full(), Optional.of(own));
    try {
      return new NamedPages(finder.find(facts, text, texts, new Allowance(limits)), End.WHOLE);
    } catch (TextLimitException e) {
      return asFarAsRead(title, text, texts, e.outOfTime() ? End.UNFINISHED : End.REFUSED);
    } catch (StackOverflowError e) {
      return asFarAsRead(title, text, texts, End.UNFINISHED);
    } catch (StoreException e) {
      throw e;
    } catch (RuntimeException e) {
      LOGGER.warn("expanding '{}' failed; its links are those of its text alone", title, e);
      return asFarAsRead(title, text, texts, End.UNFINISHED);
    }
  }

  /**
   * Returns what a text names by itself, and every page that was read for it as a template: the
   * page must be looked at again if one of them changes, since it may be within its limits then.
   */
  private NamedPages asFarAsRead(Title title, String text, ReadTexts texts, End end) {
    PageLinks alone = extractor.extract(title, text);
    var templates = new TreeSet<>(alone.templates());
    texts.revisions().keySet().stream()
        .filter(read -> !read.equals(title.full()))
        .limit(LinkExtractor.TITLES_MAX)
        .forEach(templates::add);
    return new NamedPages(
        new PageLinks(
            new TreeSet<>(alone.links()),
            new TreeSet<>(alone.categories()),
            templates,
            alone.redirect()),
        end);
  }

  private NamedPages byItself(Title title, String text, End end) {
    return new NamedPages(extractor.extract(title, text), end);
  }

  /**
   * Reads what a revision names, as far as its text says so without other pages; whether it names
   * more is told by {@link NamedPages#end}: {@code UNFINISHED} if templates must be read.
   */
  public NamedPages readAlone(Title title, RevisionInfo revision, String text) {
    return text.contains("{{") && revision.model().equals(RevisionInfo.WIKITEXT)
        ? byItself(title, text, End.UNFINISHED)
        : read(title, revision, text, NoPages.READER, TextLimits.DEFAULT);
  }
}
