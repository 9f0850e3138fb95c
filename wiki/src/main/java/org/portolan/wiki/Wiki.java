package org.portolan.wiki;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.portolan.wikitext.site.SiteInfo;

/**
 * The operations of a wiki, after Kruber 2014, section III: every data model gives the same
 * answers. Titles are full titles in normal form ("Category:Sea charts"), as {@link SiteInfo#title}
 * returns them. Reads see committed states only; each write is one transaction of the data layer.
 * Implementations are thread-safe.
 *
 * <p>Every method throws {@link org.portolan.engine.StoreException} when the store fails. After a
 * failed write, only {@link org.portolan.engine.OutcomeUnknownException} leaves open whether
 * something was changed; after any other exception nothing was changed, see {@link
 * org.portolan.data.Store}.
 */
public interface Wiki {

  /** Returns the names and rules of this wiki: namespaces, language, capital first letters. */
  SiteInfo site();

  /** Replaces the site information; the importer does so from the header of a dump. */
  void site(SiteInfo site);

  /**
   * Returns whether reads are answered within this process, without waiting for a network, see
   * {@link org.portolan.data.Store#local}.
   */
  boolean local();

  /** Returns a page with its current revision: one read of one row. */
  Optional<WikiPage> page(String title);

  /** Returns the existing pages among the titles, by title: one batched read. */
  Map<String, WikiPage> pages(Collection<String> titles);

  /**
   * Returns the current revision id of each title that is a page: one batched read without texts.
   * The keys show which pages exist (red links). The values show whether a page or a template has
   * changed since a cached rendering was made. So one call checks both.
   */
  Map<String, Long> revisionIds(Collection<String> titles);

  /**
   * Returns the current revision id of a page, empty if there is no such page: the answer of {@link
   * #revisionIds} for one title, at the lowest possible cost.
   */
  OptionalLong revisionId(String title);

  /** Returns a page as it was at a revision, current or old. */
  Optional<WikiPage> revision(String title, long revisionId);

  /** Returns the revisions of a page, newest first; empty if there is no such page. */
  Listing<RevisionInfo> history(String title, ListingRequest request);

  /** Returns the titles of the pages that link to {@code title}, which need not exist. */
  Listing<String> backlinks(String title, ListingRequest request);

  /** Returns the titles of the pages in category {@code title} ("Category:…"). */
  Listing<String> members(String title, ListingRequest request);

  /** Returns the titles of the pages that use template {@code title} ("Template:…"). */
  Listing<String> uses(String title, ListingRequest request);

  /** Returns the titles of all pages, in code point order. */
  Listing<String> titles(ListingRequest request);

  /**
   * Returns the titles of all pages from {@code start} on; {@code start} need not be the title of a
   * page.
   */
  Listing<String> titlesFrom(String start, ListingRequest request);

  /** Returns the title of a random page; every page has a chance. Empty if there is no page. */
  Optional<String> randomTitle(RandomGenerator random);

  Statistics statistics();

  /**
   * Returns work that saves have left to be done later, in no order that means anything.
   *
   * @param max the most jobs to return, from 1 to {@link ListingRequest#LIMIT_MAX}
   */
  List<PendingJob> jobs(int max);

  /**
   * Creates or changes a page. Never overwrites a revision that the author has not seen: if the
   * page has a newer revision than {@link Edit#baseRevisionId}, the answer is a {@link
   * SaveOutcome.Conflict} that carries both texts, and nothing is changed.
   */
  SaveOutcome save(Edit edit);

  /**
   * Deletes a page with all its revisions.
   *
   * @return whether the page existed
   */
  boolean delete(String title);

  /** Renames a page with all its revisions, and leaves a redirect behind if requested. */
  MoveOutcome move(Move move);

  /**
   * Adds a comment to a page, atomically with the check that the page exists.
   *
   * @return whether the page exists; if not, nothing is written
   */
  boolean comment(String title, Comment comment);

  /** Returns the comments on a page, oldest first. */
  Listing<Comment> comments(String title, ListingRequest request);

  /**
   * Writes revisions of a page exactly as they are (ids, times, contributors) beside the page's
   * existing revisions; imports use this. A revision with the same id is replaced; the revision
   * with the largest id becomes current. A repeated call has the same effect as one call.
   */
  void put(PageHistory page);

  /** Returns a page with all its revisions, oldest first; exports use this. */
  Optional<PageHistory> wholePage(String title);
}
