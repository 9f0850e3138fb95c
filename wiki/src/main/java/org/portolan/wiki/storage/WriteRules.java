package org.portolan.wiki.storage;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.portolan.wiki.Edit;
import org.portolan.wiki.Move;
import org.portolan.wiki.PageHistory;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.text.LinkReader;
import org.portolan.wiki.text.NamedPages;
import org.portolan.wiki.text.SiteLanguage;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;
import org.portolan.wikitext.text.LinkExtractor;
import org.portolan.wikitext.text.PageLinks;

/** The rules of writing pages under one site's names, the same on every storage. Thread-safe. */
public final class WriteRules {
  private final SiteInfo site;
  private final LinkExtractor extractor;

  /** Made when the first text is expanded: who only reads pages should not wait for it. */
  private volatile LinkReader reader;

  public WriteRules(SiteInfo site) {
    this.site = site;
    this.extractor = new LinkExtractor(site);
  }

  public SiteInfo site() {
    return site;
  }

  /**
   * Returns the title that a full title in normal form is.
   *
   * @throws IllegalArgumentException if it is not in normal form
   */
  public Title title(String full) {
    return site.pageTitle(full)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'"
                        + full
                        + "' is not a title in normal form; pass a title from SiteInfo.title"));
  }

  /** Returns the page to which a revision redirects. */
  public Optional<String> redirect(String full, FullRevision revision) {
    return isWikitext(revision)
        ? extractor.redirect(title(full), revision.text())
        : Optional.empty();
  }

  public LinkReader reader() {
    LinkReader made = reader;
    if (made == null) {
      synchronized (this) {
        if (reader == null) {
          reader = new LinkReader(new SiteLanguage(site));
        }
        made = reader;
      }
    }
    return made;
  }

  private static boolean isWikitext(FullRevision revision) {
    return revision.info().model().equals(RevisionInfo.WIKITEXT);
  }

  /** Makes a page ready for an import, as far as its text needs no other pages. */
  public PreparedPage prepare(PageHistory page) {
    Title title = new Title(page.namespace(), page.title());
    FullRevision newest = page.newest();
    return new PreparedPage(page, reader().readAlone(title, newest.info(), newest.text()));
  }

  /** Returns what a page names whose newest revision this becomes. */
  public static NamedPages named(FullRevision newest, BeforeWrite before) {
    return isWikitext(newest) ? before.named() : NamedPages.NONE;
  }

  /**
   * Returns whether a write must add a job for its own page, because what it names is not sure.
   *
   * @param old what the page named before
   */
  public boolean needsJob(NamedPages named, PageLinks old, BeforeWrite before) {
    return named.end() == NamedPages.End.UNFINISHED
        || before.isOld()
        || usesUnusual(named.links(), old);
  }

  /**
   * Returns whether a page includes for the first time what is neither a template nor a module. A
   * write of such a page may just have found that no other page includes it, and make no job.
   */
  private boolean usesUnusual(PageLinks links, PageLinks old) {
    return links.templates().stream()
        .filter(used -> !old.templates().contains(used))
        .anyMatch(used -> site.pageTitle(used).filter(WriteRules::isMadeToBeUsed).isEmpty());
  }

  /** Returns whether pages of this namespace are there to be included by others. */
  static boolean isMadeToBeUsed(Title title) {
    return title.namespace() == Namespace.TEMPLATE || title.namespace() == Namespace.MODULE;
  }

  /** Returns whether a page counts as an article, as MediaWiki does by default. */
  public static boolean isArticle(int namespace, PageLinks links) {
    return namespace == Namespace.ARTICLE && links.redirect().isEmpty() && !links.links().isEmpty();
  }

  /**
   * Returns the data of a new revision. Its id is the time in milliseconds, or one more than the
   * parent's id if that is larger. So ids rise and are unique within the page, as Kruber requires,
   * without a counter on which all writers would conflict. The model is that of the page: a module
   * stays a module after an edit.
   */
  public static RevisionInfo revision(Edit edit, String model) {
    long base = edit.baseRevisionId();
    return revision(edit, Math.max(base + 1, edit.timestamp().toEpochMilli()), base, model);
  }

  /** Returns the revision that an edit makes if it meets no other, in a page of wikitext. */
  public static RevisionInfo revision(Edit edit) {
    return revision(edit, RevisionInfo.WIKITEXT);
  }

  private static RevisionInfo revision(Edit edit, long id, long parentId, String model) {
    return new RevisionInfo(
        id,
        parentId,
        micros(edit.timestamp()),
        edit.contributor(),
        edit.comment(),
        edit.minor(),
        edit.text().getBytes(StandardCharsets.UTF_8).length,
        model);
  }

  /**
   * Returns the first revision of the redirect that a move leaves behind.
   *
   * @param moved the current revision of the page that was moved
   */
  public static FullRevision redirectLeft(Title from, Title to, Move move, RevisionInfo moved) {
    String text = "#REDIRECT [[" + to.full() + "]]";
    Edit edit =
        new Edit(from.full(), text, move.contributor(), move.comment(), false, 0, move.timestamp());
    long id = Math.max(moved.id() + 1, move.timestamp().toEpochMilli());
    return new FullRevision(revision(edit, id, 0, RevisionInfo.WIKITEXT), text);
  }

  /**
   * Finds out what the write of a left redirect must know: its text needs no other page, and those
   * that include this one have a job.
   */
  public BeforeWrite beforeRedirectLeft(Title from, FullRevision first) {
    return new BeforeWrite(
        reader().readAlone(from, first.info(), first.text()), false, System.nanoTime());
  }

  /** Returns an instant as storages keep it, in whole microseconds. */
  public static Instant micros(Instant instant) {
    return instant.truncatedTo(ChronoUnit.MICROS);
  }
}
