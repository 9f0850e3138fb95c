package org.portolan.bench.growth;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.portolan.wiki.Comment;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.Wiki;

/**
 * The operations measured at one size of a wiki, in the order in which they run: pages that some
 * create are changed by the next and deleted by the last. Used by one thread.
 */
final class SizeActs {
  private static final int LISTED = 50;
  private static final int CHECKED = 20;
  private static final List<String> PAGES = List.of("pages");
  private static final List<String> BACKLINKS = List.of("backlinks");

  private final Wiki wiki;
  private final int pages;
  private final SplittableRandom random;

  /**
   * @param wiki reads what the operations need beforehand, without a trace
   * @param pages the number of pages
   */
  SizeActs(Wiki wiki, int pages, long seed) {
    this.wiki = wiki;
    this.pages = pages;
    this.random = new SplittableRandom(seed);
  }

  List<Act> all() {
    ListingRequest first = ListingRequest.first(LISTED);
    ListingRequest deepBacklinks =
        Deep.after(pages / 2, LISTED, request -> wiki.backlinks(GrowingWiki.HUB, request));
    ListingRequest deepMembers =
        Deep.after(pages / 2, LISTED, request -> wiki.members(GrowingWiki.CATEGORY, request));
    List<Act> acts = new ArrayList<>();
    acts.add(Act.of("view a page", (traced, sample) -> view(traced)));
    acts.add(Act.of("which of 20 pages exist", (traced, sample) -> exist(traced)));
    acts.add(
        new Act(
            "all pages: first 50",
            PAGES,
            (traced, sample) -> Expect.entries(LISTED, traced.titles(first))));
    acts.add(
        new Act(
            "all pages: 50 from any title",
            PAGES,
            (traced, sample) -> Expect.entries(1, traced.titlesFrom(anyTitle(), first))));
    acts.add(
        new Act(
            "back-links: first 50",
            BACKLINKS,
            (traced, sample) -> Expect.entries(LISTED, traced.backlinks(GrowingWiki.HUB, first))));
    acts.add(
        new Act(
            "back-links: 50 from the middle",
            BACKLINKS,
            (traced, sample) ->
                Expect.entries(LISTED, traced.backlinks(GrowingWiki.HUB, deepBacklinks))));
    acts.add(
        new Act(
            "category: first 50",
            List.of("members"),
            (traced, sample) ->
                Expect.entries(LISTED, traced.members(GrowingWiki.CATEGORY, first))));
    acts.add(
        new Act(
            "category: 50 from the middle",
            List.of("members"),
            (traced, sample) ->
                Expect.entries(LISTED, traced.members(GrowingWiki.CATEGORY, deepMembers))));
    acts.add(
        new Act(
            "uses of a template: first 50",
            List.of("uses"),
            (traced, sample) -> Expect.entries(LISTED, traced.uses(GrowingWiki.TEMPLATE, first))));
    acts.add(
        new Act(
            "a random page",
            PAGES,
            (traced, sample) -> Expect.present(traced.randomTitle(random))));
    acts.add(Act.of("statistics", (traced, sample) -> traced.statistics()));
    acts.add(
        new Act(
            "create a page",
            PAGES,
            (traced, sample) -> Expect.save(traced, made(sample), "New", 0)));
    acts.add(
        Act.of(
            "change a text",
            (traced, sample) -> Expect.save(traced, made(sample), "Changed", base(sample))));
    acts.add(
        new Act(
            "add a link to the hub",
            BACKLINKS,
            (traced, sample) ->
                Expect.save(traced, made(sample), "[[" + GrowingWiki.HUB + "]]", base(sample))));
    acts.add(Act.of("comment", SizeActs::comment));
    acts.add(
        new Act(
            "delete a page",
            List.of("pages", "backlinks"),
            (traced, sample) -> traced.delete(made(sample))));
    return acts;
  }

  private String anyTitle() {
    return GrowingWiki.title(random.nextInt(pages));
  }

  private static String made(int sample) {
    return "Made by sample " + sample;
  }

  private long base(int sample) {
    return wiki.revisionId(made(sample)).orElseThrow(Expect::lost);
  }

  private void view(Wiki traced) {
    Expect.present(traced.page(anyTitle()));
  }

  private void exist(Wiki traced) {
    List<String> titles = new ArrayList<>(CHECKED);
    while (titles.size() < CHECKED) {
      String title = anyTitle();
      if (!titles.contains(title)) {
        titles.add(title);
      }
    }
    if (traced.revisionIds(titles).size() < CHECKED) {
      throw Expect.lost();
    }
  }

  private static void comment(Wiki traced, int sample) {
    if (!traced.comment(made(sample), new Comment(Instant.now(), "Reader", "A comment."))) {
      throw Expect.lost();
    }
  }
}
