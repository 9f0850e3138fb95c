package org.portolan.wiki.web;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.portolan.wiki.Listing;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.Wiki;
import org.portolan.wikitext.message.Messages;
import org.portolan.wikitext.site.Title;

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
   * The data for {@code listing.jte}.
   *
   * @param intro describes the list
   * @param none the text for an empty list
   * @param from the title at which a list of all pages begins, empty for its start; absent for
   *     other lists
   * @param startPath the address of the start of the list, unless this is it
   */
  record TitleList(
      String intro,
      String none,
      Listing<String> listing,
      Optional<String> from,
      Optional<String> startPath,
      Optional<String> nextPath) {}

  Reply all(Request request) {
    Messages messages = views.messages();
    String from = request.query().getOrDefault("from", "").strip();
    // In normal form if it can be a title; the beginning of a title may end in a colon or a space.
    String start = views.site().title(from).map(Title::full).orElse(from);
    return list(
        request,
        views.plain("pages", messages.of("nav.pages")),
        messages.of("pages.intro"),
        from.isEmpty() ? messages.of("pages.none") : messages.of("pages.none-after", "from", from),
        "/pages",
        Optional.of(from),
        part -> from.isEmpty() ? wiki.titles(part) : wiki.titlesFrom(start, part));
  }

  Reply backlinks(Request request) {
    Title title = Titles.named(views.site(), request.rest());
    return about(request, title, "backlinks", wiki::backlinks);
  }

  Reply members(Request request) {
    Title title = Titles.named(views.site(), request.rest());
    return about(request, title, "members", wiki::members);
  }

  Reply uses(Request request) {
    Title title = Titles.named(views.site(), request.rest());
    return about(request, title, "uses", wiki::uses);
  }

  private Reply about(
      Request request,
      Title title,
      String act,
      BiFunction<String, ListingRequest, Listing<String>> reader) {
    Messages messages = views.messages();
    return list(
        request,
        views.about(title.full(), act, messages.of(act + ".heading", "title", title.full())),
        messages.of(act + ".intro"),
        messages.of(act + ".none"),
        Frame.Paths.of(act, title.full()),
        Optional.empty(),
        part -> reader.apply(title.full(), part));
  }

  private Reply list(
      Request request,
      Frame frame,
      String intro,
      String none,
      String here,
      Optional<String> from,
      Function<ListingRequest, Listing<String>> reader) {
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
    boolean first = request.parameter("after").isEmpty() && request.parameter("from").isEmpty();
    Optional<String> start = first ? Optional.empty() : Optional.of(here);
    return Reply.html(
        200, views.fill("listing", frame, new TitleList(intro, none, listing, from, start, next)));
  }
}
