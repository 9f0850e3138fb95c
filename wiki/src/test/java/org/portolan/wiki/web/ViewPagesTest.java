package org.portolan.wiki.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.wiki.render.Sites;
import org.portolan.wiki.render.TitlePath;

/** Views of pages over HTTP. */
class ViewPagesTest extends ServedWiki {

  @Test
  void root_anyWiki_leadsToMainPage() {
    HttpResponse<String> reply = browser.get("/");
    assertThat(reply.statusCode()).isEqualTo(302);
    assertThat(reply.headers().firstValue("Location")).contains("/wiki/Main_Page");
  }

  @Test
  void view_page_showsTextWithRedLinks() {
    save("Rose", "A '''rose''' of [[Wind]]s and [[Nowhere]]. [[Category:Charts]]");
    save("Wind", "x");
    HttpResponse<String> page = browser.get("/wiki/Rose");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body())
        .startsWith("<!doctype html>")
        .contains(
            "<html lang=\"en\" dir=\"ltr\">",
            "<b>rose</b>",
            "<a href=\"/wiki/Wind\" title=\"Wind\">")
        .contains("class=\"missing\" rel=\"nofollow\" href=\"/edit/Nowhere\"")
        .contains("href=\"/wiki/Category:Charts\"");
  }

  /** The policy of the page must let a browser apply what the page may say of its looks. */
  @Test
  void view_pageWithStyles_mayBeStyledByItsAttributes() {
    save("Styled", "<span style=\"color: red; position: fixed\">x</span>");
    HttpResponse<String> page = browser.get("/wiki/Styled");
    assertThat(page.body()).contains("<span style=\"color: red\">x</span>");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("style-src-attr 'unsafe-inline'", "script-src 'none'");
  }

  @Test
  void view_missingPage_offersToWriteIt() {
    HttpResponse<String> page = browser.get("/wiki/Not_yet");
    assertThat(page.statusCode()).isEqualTo(404);
    assertThat(page.body()).contains("href=\"/edit/Not_yet\"");
  }

  @ParameterizedTest
  @CsvSource({
    "/wiki/rose, /wiki/Rose",
    "/wiki/Compass%20rose, /wiki/Compass_rose",
    "/wiki/category:charts, /wiki/Category:Charts",
    "/wiki/rose?redirect=no, /wiki/Rose?redirect=no"
  })
  void view_otherSpelling_leadsToNormalForm(String asked, String answered) {
    HttpResponse<String> page = browser.get(asked);
    assertThat(page.statusCode()).isEqualTo(301);
    assertThat(page.headers().firstValue("Location")).contains(answered);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "100% wool?",
        "A&B",
        "A/B/C",
        "A+B = C",
        "Ūdens",
        "日本語",
        "Émile “Zola”",
        "L'Anse",
        "50%25",
        "Semi;colon, comma",
        "A:B",
        "😀 face",
        "C\\D",
        "~tilde",
        "(brackets)",
        "A\"quote\""
      })
  void view_unusualTitle_roundTrips(String title) {
    String normal = Sites.ENGLISH.title(title).orElseThrow().full();
    save(normal, "Text of it, see [[" + normal + "#x|itself]] and [[:" + normal + "/more]]");
    HttpResponse<String> page = browser.get("/wiki/" + TitlePath.encode(normal));
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).contains("Text of it");
    save("From", "[[:" + normal + "]]");
    Matcher link =
        Pattern.compile("<p><a href=\"([^\"]*)\"").matcher(browser.get("/wiki/From").body());
    assertThat(link.find()).isTrue();
    assertThat(browser.get(link.group(1)).body()).contains("Text of it");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/wiki/%FFx", "/wiki/%C3", "/wiki/%5B%5B", "/wiki/%00", "/go?title=%7B"})
  void view_impossibleTitle_isRefused(String path) {
    assertThat(browser.get(path).statusCode()).isEqualTo(400);
  }

  @Test
  void view_redirect_showsTargetAndWhereFrom() {
    save("Old", "#REDIRECT [[New]]");
    save("New", "new text");
    assertThat(browser.get("/wiki/Old").body())
        .contains("new text", "Redirected from", "/wiki/Old?redirect=no");
    assertThat(browser.get("/wiki/Old?redirect=no").body())
        .contains("This page redirects to")
        .doesNotContain("new text");
  }

  @Test
  void view_oldRevision_saysSo() {
    long first = save("Rose", "first text");
    save("Rose", "second text");
    HttpResponse<String> page = browser.get("/wiki/Rose?revision=" + first);
    assertThat(page.body()).contains("first text", "This is an old revision");
    assertThat(browser.get("/wiki/Rose?revision=999").statusCode()).isEqualTo(404);
    assertThat(browser.get("/wiki/Rose?revision=x").statusCode()).isEqualTo(400);
  }

  @Test
  void view_category_showsMembersByPart() {
    save("Category:Charts", "About charts.");
    for (int i = 0; i < ViewPages.MEMBERS_PER_PAGE + 5; i++) {
      save("Chart %03d".formatted(i), "[[Category:Charts]]");
    }
    String first = browser.get("/wiki/Category:Charts").body();
    assertThat(first)
        .contains("About charts.", "Chart 000", "rel=\"next\"")
        .doesNotContain("Chart 204");
    Matcher next = Pattern.compile("rel=\"next\" href=\"([^\"]*)\"").matcher(first);
    assertThat(next.find()).isTrue();
    assertThat(browser.get(next.group(1)).body()).contains("Chart 204").doesNotContain("Chart 000");
  }

  @Test
  void view_hostileText_servesNoScript() {
    save("Evil", "<script>alert(1)</script><img src=x onerror=alert(1)>");
    assertThat(browser.get("/wiki/Evil").body()).doesNotContain("<script").doesNotContain("<img");
  }

  @Test
  void view_knownEtag_answersNotModified() {
    save("Rose", "text");
    HttpResponse<String> page = browser.get("/wiki/Rose");
    String etag = page.headers().firstValue("ETag").orElseThrow();
    HttpResponse<String> again = browser.get("/wiki/Rose", "If-None-Match", etag);
    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    save("Rose", "other text");
    assertThat(browser.get("/wiki/Rose", "If-None-Match", etag).statusCode()).isEqualTo(200);
  }

  @Test
  void view_cachedPage_costsOneRead() {
    save("Rose", "text [[Wind]]");
    browser.get("/wiki/Rose");
    long before = trace.counts().roundTrips();
    browser.get("/wiki/Rose");
    assertThat(trace.counts().roundTrips() - before).isEqualTo(1);
  }

  @Test
  void view_pageWithoutTemplates_costsTwoReads() {
    save("Rose", "text [[Wind]]");
    long before = trace.counts().roundTrips();
    browser.get("/wiki/Rose");
    assertThat(trace.counts().roundTrips() - before).isEqualTo(2);
  }

  @Test
  void view_afterWriteThroughServer_showsNewTemplateAndLink() {
    save("Template:T", "old template");
    save("Rose", "{{T}} [[Wind]]");
    assertThat(browser.get("/wiki/Rose").body()).contains("old template", "class=\"missing\"");
    long base = wiki.revisionIds(java.util.List.of("Template:T")).get("Template:T");
    browser.post("/edit/Template:T", form("new template", "s", base));
    browser.post("/edit/Wind", form("wind", "s", 0));
    assertThat(browser.get("/wiki/Rose").body())
        .contains("new template")
        .doesNotContain("class=\"missing\"");
  }

  @Test
  void view_templateChangedByAnotherProcess_showsOnceRechecked() {
    server.close();
    serve(ServerOptions.DEFAULT.withRecheckInterval(java.time.Duration.ZERO));
    save("Template:T", "old template");
    save("Rose", "{{T}} [[Wind]]");
    assertThat(browser.get("/wiki/Rose").body()).contains("old template", "class=\"missing\"");
    save("Template:T", "new template");
    save("Wind", "x");
    assertThat(browser.get("/wiki/Rose").body())
        .contains("new template")
        .doesNotContain("class=\"missing\"");
  }

  @Test
  void head_page_hasHeadersOfGetAndNoBody() {
    save("Rose", "text");
    HttpResponse<String> get = browser.get("/wiki/Rose");
    HttpResponse<String> head = browser.method("HEAD", "/wiki/Rose");
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(head.headers().firstValue("ETag")).isEqualTo(get.headers().firstValue("ETag"));
    assertThat(head.headers().firstValue("Content-Length"))
        .isEqualTo(get.headers().firstValue("Content-Length"));
  }
}
