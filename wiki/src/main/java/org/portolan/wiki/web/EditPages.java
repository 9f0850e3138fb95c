package org.portolan.wiki.web;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.portolan.wiki.Edit;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.SaveOutcome;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiPage;
import org.portolan.wiki.work.OverloadedException;
import org.portolan.wikitext.expand.Expander;
import org.portolan.wikitext.expand.PageFacts;
import org.portolan.wikitext.limit.TextLimitException;
import org.portolan.wikitext.message.Messages;
import org.portolan.wikitext.message.TextMessages;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.Title;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writing pages. After any failure of a sent text, the answer is a form that contains the text and
 * says whether it was saved, as far as this is known, see {@link WriteFailure}.
 */
final class EditPages {
  private static final Logger LOGGER = LoggerFactory.getLogger(EditPages.class);
  static final int SUMMARY_CHARS_MAX = 500;

  private final Wiki wiki;
  private final Views views;
  private final ViewPages viewPages;
  private final WriteCount writes;
  private final int textBytesMax;
  private final Clock clock;

  EditPages(
      Wiki wiki,
      Views views,
      ViewPages viewPages,
      WriteCount writes,
      ServerOptions options,
      Clock clock) {
    this.wiki = wiki;
    this.views = views;
    this.viewPages = viewPages;
    this.writes = writes;
    this.textBytesMax = options.textBytesMax();
    this.clock = clock;
  }

  Reply answer(Request request) {
    Title title = Titles.named(views.site(), request.rest());
    if (!request.isPost()) {
      return show(200, title, opened(title, request));
    }
    EditForm form = filled(title, request);
    return request.field("action").equals("preview")
        ? preview(title, form, request)
        : save(title, form, request);
  }

  /** Says why a text is not saved. */
  private EditForm refused(EditForm form, String key, Object... arguments) {
    return form.because(notSaved(messages().of(key, arguments)));
  }

  private Problem notSaved(String reason) {
    return Problem.notDone(messages().of("save.not"), reason);
  }

  private Messages messages() {
    return views.messages();
  }

  private EditForm opened(Title title, Request request) {
    Optional<WikiPage> page = wiki.page(title.full());
    Optional<Long> revision = request.number("revision");
    Optional<WikiPage> source =
        revision.isPresent() ? wiki.revision(title.full(), revision.get()) : page;
    return new EditForm(
        title.full(),
        source.map(WikiPage::text).orElse(""),
        "",
        false,
        page.map(found -> found.revision().id()).orElse(0L),
        false,
        page.isPresent(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        textBytesMax);
  }

  private EditForm filled(Title title, Request request) {
    long base = 0;
    try {
      base = Long.parseLong(request.field("base"));
    } catch (NumberFormatException e) {
      // A save without a base revision can only end in a conflict, which loses nothing.
      base = -1;
    }
    return new EditForm(
        title.full(),
        Texts.cleaned(request.field("text")),
        Texts.cleaned(request.field("summary")).replace('\n', ' ').strip(),
        request.form().containsKey("minor"),
        base,
        request.form().containsKey("asked"),
        base != 0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        textBytesMax);
  }

  private Reply preview(Title title, EditForm form, Request request) {
    String client = request.client();
    try {
      PageFacts facts = facts(title, request.contributor(), clock.instant());
      String text = saved(title, facts, client, form.text());
      return show(200, title, form.previewed(viewPages.preview(client, facts, text)));
    } catch (OverloadedException e) {
      return show(503, title, notPreviewed(form, messages().of("preview.overloaded")))
          .with("Retry-After", Dispatcher.RETRY_SECONDS);
    } catch (TextLimitException e) {
      return show(422, title, notPreviewed(form, tooMuch(e)));
    } catch (RuntimeException e) {
      LOGGER.error("previewing '{}' failed", title, e);
      ReadFailure failure = ReadFailure.of(e);
      String reason = failure.reason(messages()) + " " + messages().of("preview.failed");
      return show(failure.status(), title, notPreviewed(form, reason));
    }
  }

  private EditForm notPreviewed(EditForm form, String reason) {
    return form.because(Problem.notDone(messages().of("preview.not"), reason));
  }

  private String tooMuch(TextLimitException e) {
    var reason = e.reason(TextMessages.of(messages().language()));
    return messages().of("edit.copies-too-much", "reason", reason);
  }

  private static PageFacts facts(Title title, String author, Instant now) {
    return new PageFacts(title, 0, 0, now, author, 0);
  }

  /** Returns a text as it is to be saved; only wikitext has anything to be replaced. */
  private String saved(Title title, PageFacts facts, String client, String text) {
    if (!Expander.mayChange(text)
        || title.namespace() == Namespace.MODULE
        || !wiki.page(title.full())
            .map(page -> page.revision().model())
            .orElse(RevisionInfo.WIKITEXT)
            .equals(RevisionInfo.WIKITEXT)) {
      return text;
    }
    return viewPages.saved(client, facts, text);
  }

  private Reply save(Title title, EditForm form, Request request) {
    Optional<Reply> refusal = refusal(title, form, form.text(), "edit.too-long");
    if (refusal.isPresent()) {
      return refusal.get();
    }
    if (form.summary().length() > SUMMARY_CHARS_MAX) {
      return show(
          422,
          title,
          refused(
              form,
              "edit.summary-too-long",
              "characters",
              form.summary().length(),
              "most",
              SUMMARY_CHARS_MAX));
    }
    if (form.summary().isEmpty() && !form.asked()) {
      return show(422, title, refused(form.askedForSummary(), "edit.say-summary"));
    }
    Instant now = clock.instant();
    String author = request.contributor();
    String text;
    try {
      text = saved(title, facts(title, author, now), request.client(), form.text()).stripTrailing();
    } catch (OverloadedException e) {
      return show(503, title, refused(form, "preview.overloaded"));
    } catch (TextLimitException e) {
      return show(422, title, form.because(notSaved(tooMuch(e))));
    } catch (RuntimeException e) {
      LOGGER.error("reading what '{}' copies failed", title, e);
      ReadFailure failure = ReadFailure.of(e);
      String reason = failure.reason(messages()) + " " + messages().of("preview.failed");
      return show(failure.status(), title, form.because(notSaved(reason)));
    }
    refusal = refusal(title, form, text, "edit.copies-too-long");
    return refusal.isPresent()
        ? refusal.get()
        : save(
            title,
            form,
            new Edit(title.full(), text, author, form.summary(), form.minor(), form.base(), now));
  }

  /** Returns the answer to a text that is too long, or empty. */
  private Optional<Reply> refusal(Title title, EditForm form, String text, String tooLong) {
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > textBytesMax) {
      return Optional.of(
          show(413, title, refused(form, tooLong, "bytes", bytes, "most", textBytesMax)));
    }
    return text.isBlank()
        ? Optional.of(show(422, title, refused(form, "edit.empty")))
        : Optional.empty();
  }

  private Reply save(Title title, EditForm form, Edit edit) {
    SaveOutcome outcome;
    try {
      outcome = wiki.save(edit);
    } catch (RuntimeException e) {
      LOGGER.error("saving '{}' failed", title, e);
      WriteFailure failure = WriteFailure.of(e);
      return show(failure.status(), title, form.because(failure.problem(messages(), "save")));
    } finally {
      writes.written();
    }
    if (outcome instanceof SaveOutcome.Conflict conflict) {
      return conflict(title, form, conflict);
    }
    return Reply.redirect(303, Frame.Paths.of("wiki", title.full()));
  }

  private Reply conflict(Title title, EditForm form, SaveOutcome.Conflict conflict) {
    String reason =
        conflict
            .current()
            .map(WikiPage::revision)
            .map(
                other ->
                    messages()
                        .of(
                            "edit.conflict",
                            "author",
                            RevisionTexts.contributor(messages(), other),
                            "id",
                            Long.toString(other.id())))
            .orElseGet(() -> messages().of("edit.conflict-deleted"));
    return show(409, title, form.after(conflict.current()).because(notSaved(reason)));
  }

  private Reply show(int status, Title title, EditForm form) {
    String key =
        form.diff().isPresent()
            ? "edit.heading-conflict"
            : form.exists() ? "edit.heading" : "edit.heading-new";
    String heading = messages().of(key, "title", title.full());
    return Reply.html(status, views.fill("edit", views.about(title.full(), "edit", heading), form));
  }
}
