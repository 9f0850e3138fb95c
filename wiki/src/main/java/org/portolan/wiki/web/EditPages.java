package org.portolan.wiki.web;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Optional;
import org.portolan.wiki.Edit;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.SaveOutcome;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiPage;
import org.portolan.wiki.work.OverloadedException;
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

  /**
   * The data for {@code edit.jte}.
   *
   * @param base the revision that a save would follow, 0 for none
   * @param asked whether the author was told that the summary is missing
   * @param problem the reason why the text was not saved, or perhaps not, after an attempt to save
   * @param preview the rendered text
   * @param diff the changes from the current text to that of the form, after a conflict
   * @param current the current page, after a conflict
   */
  record Form(
      String title,
      String text,
      String summary,
      boolean minor,
      long base,
      boolean asked,
      boolean exists,
      Optional<Problem> problem,
      Optional<String> preview,
      Optional<TextDiff> diff,
      Optional<WikiPage> current,
      int textBytesMax) {

    private Form because(String reason) {
      return because(Problem.notDone("Not saved.", reason));
    }

    private Form because(Problem reason) {
      return new Form(
          title,
          text,
          summary,
          minor,
          base,
          asked,
          exists,
          Optional.of(reason),
          preview,
          diff,
          current,
          textBytesMax);
    }

    private Form previewed(String html) {
      return new Form(
          title,
          text,
          summary,
          minor,
          base,
          asked,
          exists,
          problem,
          Optional.of(html),
          diff,
          current,
          textBytesMax);
    }

    private Form askedForSummary() {
      return new Form(
          title,
          text,
          summary,
          minor,
          base,
          true,
          exists,
          problem,
          preview,
          diff,
          current,
          textBytesMax);
    }

    private Form after(Optional<WikiPage> page) {
      return new Form(
          title,
          text,
          summary,
          minor,
          page.map(found -> found.revision().id()).orElse(0L),
          asked,
          page.isPresent(),
          problem,
          preview,
          Optional.of(TextDiff.between(page.map(WikiPage::text).orElse(""), text)),
          page,
          textBytesMax);
    }
  }

  Reply answer(Request request) {
    Title title = Titles.named(views.site(), request.rest());
    if (!request.isPost()) {
      return show(200, title, opened(title, request));
    }
    Form form = filled(title, request);
    return request.field("action").equals("preview")
        ? preview(title, form, request.client())
        : save(title, form, request);
  }

  private Form opened(Title title, Request request) {
    Optional<WikiPage> page = wiki.page(title.full());
    Optional<Long> revision = request.number("revision");
    Optional<WikiPage> source =
        revision.isPresent() ? wiki.revision(title.full(), revision.get()) : page;
    return new Form(
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

  private Form filled(Title title, Request request) {
    long base = 0;
    try {
      base = Long.parseLong(request.field("base"));
    } catch (NumberFormatException e) {
      // A save without a base revision can only end in a conflict, which loses nothing.
      base = -1;
    }
    return new Form(
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

  private Reply preview(Title title, Form form, String client) {
    try {
      return show(200, title, form.previewed(viewPages.preview(client, title, form.text())));
    } catch (OverloadedException e) {
      return show(
              503,
              title,
              form.because(
                  Problem.notDone(
                      "No preview.",
                      "Too many pages are being rendered. Nothing was saved. Your text is still"
                          + " here: try again in a moment.")))
          .with("Retry-After", Dispatcher.RETRY_SECONDS);
    } catch (RuntimeException e) {
      LOGGER.error("previewing '{}' failed", title, e);
      return show(
          ReadFailure.of(e).status(),
          title,
          form.because(
              Problem.notDone(
                  "No preview.",
                  ReadFailure.of(e).reason()
                      + " Nothing was saved. Your text is still here: try again in a moment.")));
    }
  }

  private Reply save(Title title, Form form, Request request) {
    int bytes = form.text().getBytes(StandardCharsets.UTF_8).length;
    if (bytes > textBytesMax) {
      return show(
          413,
          title,
          form.because(
              "The text is "
                  + bytes
                  + " bytes long; a page holds at most "
                  + textBytesMax
                  + ". Shorten it, or move a part to another page."));
    }
    if (form.text().isBlank()) {
      return show(422, title, form.because("A page cannot be empty. To remove it, delete it."));
    }
    if (form.summary().length() > SUMMARY_CHARS_MAX) {
      return show(
          422,
          title,
          form.because(
              "The summary is "
                  + form.summary().length()
                  + " characters long; it can be "
                  + SUMMARY_CHARS_MAX
                  + "."));
    }
    if (form.summary().isEmpty() && !form.asked()) {
      return show(
          422,
          title,
          form.askedForSummary()
              .because(
                  "Say in the summary what you changed, or save once more to save without one."));
    }
    var edit =
        new Edit(
            title.full(),
            form.text().stripTrailing(),
            request.contributor(),
            form.summary(),
            form.minor(),
            form.base(),
            clock.instant());
    SaveOutcome outcome;
    try {
      outcome = wiki.save(edit);
    } catch (RuntimeException e) {
      LOGGER.error("saving '{}' failed", title, e);
      WriteFailure failure = WriteFailure.of(e);
      return show(
          failure.status(),
          title,
          form.because(
              failure.problem(
                  "saved",
                  "Your text is still here.",
                  "save it again",
                  "Look at the page and its history first.",
                  "shorten it, or move a part to another page")));
    } finally {
      writes.written();
    }
    if (outcome instanceof SaveOutcome.Conflict conflict) {
      return conflict(title, form, conflict);
    }
    return Reply.redirect(303, Frame.Paths.of("wiki", title.full()));
  }

  private Reply conflict(Title title, Form form, SaveOutcome.Conflict conflict) {
    String who =
        conflict
            .current()
            .map(WikiPage::revision)
            .map(EditPages::described)
            .orElse("The page was deleted");
    Form after =
        form.after(conflict.current())
            .because(
                who
                    + " while you were writing. Your text is below; nothing is lost. Merge both"
                    + " texts and save again.");
    return show(409, title, after);
  }

  private static String described(RevisionInfo revision) {
    return RevisionTexts.contributor(revision) + " saved revision " + revision.id();
  }

  private Reply show(int status, Title title, Form form) {
    String heading =
        form.diff().isPresent()
            ? "Edit conflict: " + title.full()
            : (form.exists() ? "Editing " : "Writing ") + title.full();
    return Reply.html(status, views.fill("edit", views.about(title.full(), "edit", heading), form));
  }
}
