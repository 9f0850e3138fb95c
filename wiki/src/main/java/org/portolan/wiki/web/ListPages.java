package org.portolan.wiki.web;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.portolan.wiki.Listing;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.site.Title;

/** Lists of titles, some entries at a time. */
final class ListPages {
  private static final int ENTRIES_PER_PAGE = 100;

  private final Wiki wiki;
  private final Views views;

  ListPages(Wiki wiki, Views views) {
    this.wiki = wiki;
    this.views = views;
  }

  /**
   * What {@code listing.jte} shows.
   *
   * @param intro what the list is of
   * @param none what to say if it is empty
   * @param here the address of the list
   */
  record TitleList(
      String intro,
      String none,
      Listing<String> listing,
      String here,
      Optional<String> nextPath,
      boolean first) {}

  Reply all(Request request) {
    return list(
        request,
        views.plain("pages", "All pages"),
        "The titles of all pages, in the order of their letters.",
        "There is no page yet.",
        "/pages",
        wiki::titles);
  }

  Reply backlinks(Request request) {
    Title title = Titles.named(views.site(), request.rest());
    return about(
        request,
        title,
        "backlinks",
        "Links to " + title.full(),
        "Pages that link to this one.",
        "No page links here.",
        wiki::backlinks);
  }

  Reply members(Request request) {
    Title title = Titles.named(views.site(), request.rest());
    return about(
        request,
        title,
        "members",
        "Members of " + title.full(),
        "Pages in this category.",
        "No page is in this category.",
        wiki::members);
  }

  Reply uses(Request request) {
    Title title = Titles.named(views.site(), request.rest());
    return about(
        request,
        title,
        "uses",
        "Uses of " + title.full(),
        "Pages that put this one in as a template.",
        "No page uses this one as a template.",
        wiki::uses);
  }

  private Reply about(
      Request request,
      Title title,
      String act,
      String heading,
      String intro,
      String none,
      BiFunction<String, ListingRequest, Listing<String>> reader) {
    return list(
        request,
        views.about(title.full(), act, heading),
        intro,
        none,
        Frame.Paths.of(act, title.full()),
        part -> reader.apply(title.full(), part));
  }

  private Reply list(
      Request request,
      Frame frame,
      String intro,
      String none,
      String here,
      java.util.function.Function<ListingRequest, Listing<String>> reader) {
    Listing<String> listing = reader.apply(Queries.page(request, ENTRIES_PER_PAGE));
    Optional<String> next =
        listing
            .next()
            .map(
                cursor -> {
                  Map<String, String> query = new TreeMap<>();
                  query.put("after", cursor);
                  request.parameter("limit").ifPresent(limit -> query.put("limit", limit));
                  return here + "?" + Queries.of(query);
                });
    boolean first = request.parameter("after").isEmpty();
    return Reply.html(
        200, views.fill("listing", frame, new TitleList(intro, none, listing, here, next, first)));
  }
}
