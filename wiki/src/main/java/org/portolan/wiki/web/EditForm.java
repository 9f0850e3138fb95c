package org.portolan.wiki.web;

import java.util.Optional;
import org.portolan.wiki.WikiPage;

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
record EditForm(
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

  EditForm because(Problem reason) {
    return new EditForm(
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

  EditForm previewed(String html) {
    return new EditForm(
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

  EditForm askedForSummary() {
    return new EditForm(
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

  EditForm after(Optional<WikiPage> page) {
    return new EditForm(
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
