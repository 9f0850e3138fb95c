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
    assertThat(page.body()).contains("12000 bytes", "10000");
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
