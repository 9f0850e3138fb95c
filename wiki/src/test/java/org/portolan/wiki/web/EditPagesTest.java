package org.portolan.wiki.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.Wikis;

/** Edits, previews and conflicts over HTTP. */
class EditPagesTest extends ServedWiki {

  @Test
  void edit_newPage_isSavedAndShown() {
    assertThat(browser.get("/edit/Rose").body())
        .contains("Writing Rose", "name=\"base\" value=\"0\"");
    HttpResponse<String> saved = browser.post("/edit/Rose", form("a\r\nb  \r\n", "why", 0));
    assertThat(saved.statusCode()).isEqualTo(303);
    assertThat(saved.headers().firstValue("Location")).contains("/wiki/Rose");
    assertThat(wiki.page("Rose").orElseThrow().text()).isEqualTo("a\nb");
    assertThat(wiki.page("Rose").orElseThrow().revision().contributor()).isEqualTo("127.0.0.1");
    assertThat(browser.get("/history/Rose").body()).contains("why", "127.0.0.1");
  }

  @Test
  void edit_existingPage_formHoldsTextExactly() {
    String text = "\n\n<b>&amp; \"x\" 'y'</b></textarea>\n  end";
    save("Rose", text);
    assertThat(textOf(browser.get("/edit/Rose"))).isEqualTo(text);
  }

  @Test
  void edit_preview_savesNothing() {
    var form = form("'''bold''' [[Nowhere]]", "s", 0);
    form.put("action", "preview");
    HttpResponse<String> page = browser.post("/edit/Rose", form);
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).contains("<b>bold</b>", "class=\"missing\"", "not saved yet");
    assertThat(textOf(page)).isEqualTo("'''bold''' [[Nowhere]]");
    assertThat(wiki.page("Rose")).isEmpty();
  }

  @Test
  void edit_conflict_keepsBothTextsAndCanBeResolved() {
    long base = save("Rose", "line one\nline two");
    long theirs = save("Rose", "line one\nline two of theirs");
    HttpResponse<String> page =
        browser.post("/edit/Rose", form("line one\nline two of mine", "s", base));
    assertThat(page.statusCode()).isEqualTo(409);
    assertThat(textOf(page)).isEqualTo("line one\nline two of mine");
    assertThat(page.body())
        .contains("line two of theirs</textarea>", "<del>theirs</del>", "<ins>mine</ins>")
        .contains("name=\"base\" value=\"" + theirs + "\"");
    assertThat(wiki.page("Rose").orElseThrow().text()).isEqualTo("line one\nline two of theirs");
    assertThat(browser.post("/edit/Rose", form("both", "s", theirs)).statusCode()).isEqualTo(303);
    assertThat(wiki.page("Rose").orElseThrow().text()).isEqualTo("both");
  }

  @Test
  void edit_pageDeletedMeanwhile_isConflictThatCanRecreateIt() {
    long base = save("Rose", "text");
    wiki.delete("Rose");
    HttpResponse<String> page = browser.post("/edit/Rose", form("mine", "s", base));
    assertThat(page.statusCode()).isEqualTo(409);
    assertThat(page.body()).contains("The page was deleted", "name=\"base\" value=\"0\"");
    assertThat(textOf(page)).isEqualTo("mine");
  }

  @Test
  void edit_tooLongText_isRefusedWithLimitAndKept() {
    HttpResponse<String> page = browser.post("/edit/Rose", form("ū".repeat(6_000), "s", 0));
    assertThat(page.statusCode()).isEqualTo(413);
    assertThat(page.body()).contains("12,000 bytes", "10,000");
    assertThat(textOf(page)).isEqualTo("ū".repeat(6_000));
    assertThat(wiki.page("Rose")).isEmpty();
  }

  @Test
  void edit_bodyBeyondAllLimits_isRefused() {
    assertThat(browser.post("/edit/Rose", form("x".repeat(200_000), "s", 0)).statusCode())
        .isEqualTo(413);
  }

  @Test
  void edit_missingSummary_isAskedForOnce() {
    HttpResponse<String> page = browser.post("/edit/Rose", form("text", "", 0));
    assertThat(page.statusCode()).isEqualTo(422);
    assertThat(textOf(page)).isEqualTo("text");
    assertThat(page.body()).contains("name=\"asked\"");
    var again = form("text", "", 0);
    again.put("asked", "1");
    assertThat(browser.post("/edit/Rose", again).statusCode()).isEqualTo(303);
  }

  @Test
  void edit_signatureCopyAndLinkWithoutLabel_areReplacedWhenSaved() {
    save("Template:Greet", "Hello {{{1}}}");
    String text = "{{subst:Greet|you}} [[Help:Rose (flower)|]] ~~~ <nowiki>~~~</nowiki> {{Greet}}";
    var preview = form(text, "s", 0);
    preview.put("action", "preview");
    HttpResponse<String> shown = browser.post("/edit/Rose", preview);
    assertThat(shown.body()).contains("<p>Hello you ", ">Rose</a> 127.0.0.1 ~~~ Hello ");
    assertThat(textOf(shown)).isEqualTo(text);
    assertThat(browser.post("/edit/Rose", form(text, "s", 0)).statusCode()).isEqualTo(303);
    assertThat(wiki.page("Rose").orElseThrow().text())
        .isEqualTo(
            "Hello you [[Help:Rose (flower)|Rose]] 127.0.0.1 <nowiki>~~~</nowiki> {{Greet}}");
    assertThat(browser.post("/edit/Daisy", form("~~~~~", "s", 0)).statusCode()).isEqualTo(303);
    assertThat(wiki.page("Daisy").orElseThrow().text())
        .matches("\\d\\d:\\d\\d, \\d+ \\w+ \\d{4} \\(UTC\\)");
  }

  @Test
  void edit_textThatIsNotWikitext_isSavedAsItIs() {
    assertThat(browser.post("/edit/Module:M", form("a = [[|x]] ~~~~", "s", 0)).statusCode())
        .isEqualTo(303);
    assertThat(wiki.page("Module:M").orElseThrow().text()).isEqualTo("a = [[|x]] ~~~~");
  }

  @Test
  void edit_copiesBeyondALimit_areRefusedAndTextIsKept() {
    save("Template:Big", "x".repeat(6_000));
    HttpResponse<String> tooLong =
        browser.post("/edit/Rose", form("{{subst:Big}}{{subst:Big}}", "s", 0));
    assertThat(tooLong.statusCode()).isEqualTo(413);
    assertThat(textOf(tooLong)).isEqualTo("{{subst:Big}}{{subst:Big}}");
    String much = "{{subst:Big}}".repeat(1_000);
    server.close();
    serve(ServerOptions.DEFAULT);
    save("Template:Big", "x".repeat(10_000));
    HttpResponse<String> tooMuch = browser.post("/edit/Rose", form(much, "s", 0));
    assertThat(tooMuch.statusCode()).isEqualTo(422);
    assertThat(tooMuch.body()).contains("copies (subst) needs too much", "characters");
    assertThat(textOf(tooMuch)).isEqualTo(much);
    assertThat(wiki.page("Rose")).isEmpty();
  }

  @Test
  void edit_emptyCopy_isNotSavedAsAnEmptyPage() {
    save("Template:Empty", "<noinclude>x</noinclude>");
    HttpResponse<String> page = browser.post("/edit/Rose", form("{{subst:Empty}}", "s", 0));
    assertThat(page.statusCode()).isEqualTo(422);
    assertThat(wiki.page("Rose")).isEmpty();
  }

  @Test
  void edit_emptyText_isRefused() {
    assertThat(browser.post("/edit/Rose", form(" \n", "s", 0)).statusCode()).isEqualTo(422);
  }

  @Test
  void edit_errorOfTheWiki_keepsTextAndLeavesTheOutcomeOpen() {
    server.close();
    Store doomed = Stores.openOrCreate("rocksdb:" + folder.resolve("b"), WikiModel.BASIC.design());
    wiki = Wikis.of(doomed);
    serve(ServerOptions.DEFAULT);
    doomed.close();
    HttpResponse<String> page = browser.post("/edit/Rose", form("precious", "s", 0));
    assertThat(page.statusCode()).isEqualTo(500);
    assertThat(page.body()).contains("Perhaps saved.");
    assertThat(textOf(page)).isEqualTo("precious");
    assertThat(browser.get("/wiki/Rose").statusCode()).isEqualTo(500);
  }

  @Test
  void edit_otherSite_isRefused() {
    String[][] foreign = {
      {"Sec-Fetch-Site", "cross-site"},
      {"Sec-Fetch-Site", "same-site"},
      {"Origin", "http://evil.example"},
      {"Origin", "null"}
    };
    for (String[] header : foreign) {
      HttpResponse<String> reply = browser.post("/edit/Rose", form("text", "s", 0), header);
      assertThat(reply.statusCode()).as(String.join(": ", header)).isEqualTo(403);
    }
    assertThat(wiki.page("Rose")).isEmpty();
    String own = server.address().toString().replaceFirst("/$", "");
    assertThat(browser.post("/edit/Rose", form("text", "s", 0), "Origin", own).statusCode())
        .isEqualTo(303);
  }

  @Test
  void edit_otherContentType_isRefused() {
    var request =
        java.net.http.HttpRequest.newBuilder(browser.uri("/edit/Rose"))
            .header("Content-Type", "text/plain")
            .POST(java.net.http.HttpRequest.BodyPublishers.ofString("text=x&summary=s&base=0"));
    assertThat(browser.send(request).statusCode()).isEqualTo(415);
  }
}
