package org.portolan.wiki.web;

import java.time.Clock;
import java.util.Optional;
import org.portolan.wiki.Move;
import org.portolan.wiki.MoveOutcome;
import org.portolan.wiki.Wiki;
import org.portolan.wikitext.message.Messages;
import org.portolan.wikitext.site.Title;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renaming and deleting pages. */
final class ChangePages {
  private static final Logger LOGGER = LoggerFactory.getLogger(ChangePages.class);

  private final Wiki wiki;
  private final Views views;
  private final WriteCount writes;
  private final Clock clock;

  ChangePages(Wiki wiki, Views views, WriteCount writes, Clock clock) {
    this.wiki = wiki;
    this.views = views;
    this.writes = writes;
    this.clock = clock;
  }

  /** The data for {@code move.jte}. */
  record MoveForm(
      String title, String to, String summary, boolean leaveRedirect, Optional<Problem> problem) {}

  /** The data for {@code delete.jte}. */
  record DeleteForm(String title, Optional<Problem> problem) {}

  Reply move(Request request) {
    Messages messages = views.messages();
    Title title = Titles.named(views.site(), request.rest());
    if (!request.isPost()) {
      requireExisting(title);
      return show(200, title, new MoveForm(title.full(), title.full(), "", true, Optional.empty()));
    }
    String written = Texts.cleaned(request.field("to"));
    String summary = Texts.cleaned(request.field("summary")).strip();
    boolean leave = request.form().containsKey("redirect");
    // A fragment is no part of a title, and would be lost.
    Optional<Title> to =
        views
            .site()
            .title(written)
            .filter(found -> found.namespace() >= 0 && written.indexOf('#') < 0);
    if (to.isEmpty() || to.get().full().equals(title.full())) {
      String problem =
          to.isEmpty()
              ? messages.of("move.no-title", "title", written)
              : messages.of("move.same-title");
      return show(
          422,
          title,
          new MoveForm(title.full(), written, summary, leave, Optional.of(notMoved(problem))));
    }
    MoveOutcome outcome;
    try {
      outcome =
          wiki.move(
              new Move(
                  title.full(),
                  to.get().full(),
                  request.contributor(),
                  summary,
                  leave,
                  clock.instant()));
    } catch (RuntimeException e) {
      LOGGER.error("moving '{}' to '{}' failed", title, to.get(), e);
      WriteFailure failure = WriteFailure.of(e);
      Problem problem = failure.problem(messages, "move");
      return show(
          failure.status(),
          title,
          new MoveForm(title.full(), written, summary, leave, Optional.of(problem)));
    } finally {
      writes.written();
    }
    return switch (outcome) {
      case MOVED -> Reply.redirect(303, Frame.Paths.of("wiki", to.get().full()));
      case MISSING -> throw new Failure(404, "page.gone", "title", title.full());
      case TARGET_EXISTS ->
          show(
              409,
              title,
              new MoveForm(
                  title.full(),
                  written,
                  summary,
                  leave,
                  Optional.of(notMoved(messages.of("move.taken", "title", to.get().full())))));
    };
  }

  private Problem notMoved(String reason) {
    return Problem.notDone(views.messages().of("move.not"), reason);
  }

  Reply delete(Request request) {
    Title title = Titles.named(views.site(), request.rest());
    if (!request.isPost()) {
      requireExisting(title);
      return show(200, title, new DeleteForm(title.full(), Optional.empty()));
    }
    boolean deleted;
    try {
      deleted = wiki.delete(title.full());
    } catch (RuntimeException e) {
      LOGGER.error("deleting '{}' failed", title, e);
      WriteFailure failure = WriteFailure.of(e);
      Problem problem = failure.problem(views.messages(), "delete");
      return show(failure.status(), title, new DeleteForm(title.full(), Optional.of(problem)));
    } finally {
      writes.written();
    }
    if (!deleted) {
      throw new Failure(404, "page.gone", "title", title.full());
    }
    return Reply.html(
        200,
        views.message(
            views.messages().of("delete.done-heading"),
            views.messages().of("delete.done", "title", title.full())));
  }

  private void requireExisting(Title title) {
    if (wiki.revisionId(title.full()).isEmpty()) {
      throw new Failure(404, "page.none", "title", title.full());
    }
  }

  private Reply show(int status, Title title, DeleteForm form) {
    Frame frame =
        views.about(
            title.full(), "delete", views.messages().of("delete.heading", "title", title.full()));
    return Reply.html(status, views.fill("delete", frame, form));
  }

  private Reply show(int status, Title title, MoveForm form) {
    return Reply.html(
        status,
        views.fill(
            "move",
            views.about(
                title.full(), "move", views.messages().of("move.heading", "title", title.full())),
            form));
  }
}
