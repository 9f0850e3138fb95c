package org.portolan.bench.operations;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.portolan.bench.operations.Act.Run;
import org.portolan.wiki.Comment;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.Wiki;

/**
 * The operations measured at one size of a wiki, in the order in which they run: pages that some
 * create are changed by the next and deleted by the last. Used by one thread.
 */
public final class SizeActs {
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
  public SizeActs(Wiki wiki, int pages, long seed) {
    this.wiki = wiki;
    this.pages = pages;
    this.random = new SplittableRandom(seed);
  }

  public List<Act> all() {
    ListingRequest first = ListingRequest.first(LISTED);
    ListingRequest deepBacklinks =
        Deep.after(pages / 2, LISTED, request -> wiki.backlinks(GrowingWiki.HUB, request));
    ListingRequest deepMembers =
        Deep.after(pages / 2, LISTED, request -> wiki.members(GrowingWiki.CATEGORY, request));
    List<Act> acts = new ArrayList<>();
    acts.add(Act.read("view a page", List.of(), sample -> view(anyTitle())));
    acts.add(Act.read("which of 20 pages exist", List.of(), sample -> exist(titles())));
    acts.add(
        Act.read(
            "all pages: first 50",
            PAGES,
            sample -> traced -> Expect.entries(LISTED, traced.titles(first))));
    acts.add(Act.read("all pages: 50 from any title", PAGES, sample -> list(anyTitle(), first)));
    acts.add(
        Act.read(
            "back-links: first 50",
            BACKLINKS,
            sample -> traced -> Expect.entries(LISTED, traced.backlinks(GrowingWiki.HUB, first))));
    acts.add(
        Act.read(
            "back-links: 50 from the middle",
            BACKLINKS,
            sample ->
                traced ->
                    Expect.entries(LISTED, traced.backlinks(GrowingWiki.HUB, deepBacklinks))));
    acts.add(
        Act.read(
            "category: first 50",
            List.of("members"),
            sample ->
                traced -> Expect.entries(LISTED, traced.members(GrowingWiki.CATEGORY, first))));
    acts.add(
        Act.read(
            "category: 50 from the middle",
            List.of("members"),
            sample ->
                traced ->
                    Expect.entries(LISTED, traced.members(GrowingWiki.CATEGORY, deepMembers))));
    acts.add(
        Act.read(
            "uses of a template: first 50",
            List.of("uses"),
            sample -> traced -> Expect.entries(LISTED, traced.uses(GrowingWiki.TEMPLATE, first))));
    acts.add(
        Act.read(
            "a random page",
            PAGES,
            sample -> traced -> Expect.present(traced.randomTitle(random))));
    acts.add(Act.read("statistics", List.of(), sample -> Wiki::statistics));
    acts.add(Act.write("create a page", PAGES, sample -> save(made(sample), "New", 0)));
    acts.add(
        Act.write(
            "change a text", List.of(), sample -> save(made(sample), "Changed", base(sample))));
    acts.add(
        Act.write(
            "add a link to the hub",
            BACKLINKS,
            sample -> save(made(sample), "[[" + GrowingWiki.HUB + "]]", base(sample))));
    acts.add(Act.write("comment", List.of(), this::comment));
    acts.add(Act.write("delete a page", List.of("pages", "backlinks"), this::delete));
    return acts;
  }

  private String anyTitle() {
    return GrowingWiki.title(random.nextInt(pages));
  }

  private static String made(int sample) {
    return "Made by sample " + sample;
  }

  /** Returns the newest revision of a page that is changed; makes the page if it is not there. */
  private long base(int sample) {
    String title = made(sample);
    if (wiki.revisionId(title).isEmpty()) {
      Expect.save(wiki, title, "New", 0);
    }
    return wiki.revisionId(title).orElseThrow(Expect::lost);
  }

  private List<String> titles() {
    List<String> titles = new ArrayList<>(CHECKED);
    while (titles.size() < CHECKED) {
      String title = anyTitle();
      if (!titles.contains(title)) {
        titles.add(title);
      }
    }
    return titles;
  }

  private static Run view(String title) {
    return traced -> Expect.present(traced.page(title));
  }

  private static Run exist(List<String> titles) {
    return traced -> {
      if (traced.revisionIds(titles).size() < titles.size()) {
        throw Expect.lost();
      }
    };
  }

  private static Run list(String from, ListingRequest first) {
    return traced -> Expect.entries(1, traced.titlesFrom(from, first));
  }

  private static Run save(String title, String text, long base) {
    return traced -> Expect.save(traced, title, text, base);
  }

  private Run comment(int sample) {
    base(sample);
    return traced -> {
      if (!traced.comment(made(sample), new Comment(Instant.now(), "Reader", "A comment."))) {
        throw Expect.lost();
      }
    };
  }

  private Run delete(int sample) {
    base(sample);
    return traced -> traced.delete(made(sample));
  }
}
