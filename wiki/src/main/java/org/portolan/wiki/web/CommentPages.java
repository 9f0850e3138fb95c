package org.portolan.wiki.web;

import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.portolan.wiki.Comment;
import org.portolan.wiki.Listing;
import org.portolan.wiki.Wiki;
import org.portolan.wikitext.site.Title;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Comments on a page. As with {@link EditPages}, a comment that was not added, or perhaps not, is
 * still in the form of the answer.
 */
final class CommentPages {
  private static final Logger LOGGER = LoggerFactory.getLogger(CommentPages.class);

  /** The longest comment, in UTF-16 units, as browsers count. */
  static final int CHARS_MAX = 4_000;

  private static final int COMMENTS_PER_PAGE = 50;

  private final Wiki wiki;
  private final Views views;
  private final Clock clock;

  CommentPages(Wiki wiki, Views views, Clock clock) {
    this.wiki = wiki;
    this.views = views;
    this.clock = clock;
  }

  /**
   * The data for {@code comments.jte}.
   *
   * @param listing some comments; empty after a failure
   * @param startPath the address of the first comments, unless these are they
   * @param text the text in the form
   * @param problem the reason why it was not added, or perhaps not
   */
  record Comments(
      Optional<Listing<Comment>> listing,
      Optional<String> startPath,
      Optional<String> nextPath,
      String text,
      Optional<Problem> problem) {}

  /** Returns the paragraphs of a text, which empty lines separate. */
  static List<String> paragraphs(String text) {
    return Arrays.stream(text.split("\n\\s*\n", -1)).filter(each -> !each.isBlank()).toList();
  }

  Reply answer(Request request) {
    Title title = Titles.named(views.site(), request.rest());
    return request.isPost() ? add(title, request) : list(title, request);
  }

  private Reply list(Title title, Request request) {
    if (wiki.revisionId(title.full()).isEmpty()) {
      throw new Failure(404, "comment.no-page", "title", title.full());
    }
    Listing<Comment> listing =
        wiki.comments(title.full(), Queries.page(request, COMMENTS_PER_PAGE));
    String here = Frame.Paths.of("comments", title.full());
    return show(
        200,
        title,
        new Comments(
            Optional.of(listing),
            request.parameter("after").map(after -> here),
            listing.next().map(cursor -> here + "?after=" + Queries.encode(cursor)),
            "",
            Optional.empty()));
  }

  private Reply add(Title title, Request request) {
    String text = Texts.cleaned(request.field("text")).strip();
    if (text.isEmpty()) {
      return refused(422, title, text, views.messages().of("comment.empty"));
    }
    if (text.length() > CHARS_MAX) {
      return refused(
          422,
          title,
          text,
          views.messages().of("comment.too-long", "characters", text.length(), "most", CHARS_MAX));
    }
    boolean added;
    try {
      added = wiki.comment(title.full(), new Comment(clock.instant(), request.contributor(), text));
    } catch (RuntimeException e) {
      LOGGER.error("commenting on '{}' failed", title, e);
      WriteFailure failure = WriteFailure.of(e);
      return refused(failure.status(), title, text, failure.problem(views.messages(), "comment"));
    }
    return added
        ? Reply.redirect(303, Frame.Paths.of("comments", title.full()))
        : refused(404, title, text, views.messages().of("page.gone", "title", title.full()));
  }

  private Reply refused(int status, Title title, String text, String reason) {
    return refused(
        status, title, text, Problem.notDone(views.messages().of("comment.not"), reason));
  }

  private Reply refused(int status, Title title, String text, Problem problem) {
    return show(
        status,
        title,
        new Comments(
            Optional.empty(), Optional.empty(), Optional.empty(), text, Optional.of(problem)));
  }

  private Reply show(int status, Title title, Comments comments) {
    Frame frame =
        views.about(
            title.full(),
            "comments",
            views.messages().of("comment.heading", "title", title.full()));
    return Reply.html(status, views.fill("comments", frame, comments));
  }
}
