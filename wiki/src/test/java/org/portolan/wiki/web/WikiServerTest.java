package org.portolan.wiki.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.data.Trace;
import org.portolan.wiki.Edit;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.SaveOutcome;
import org.portolan.wiki.Statistics;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.render.Sites;
import org.portolan.wiki.render.TitlePath;

/** Every address of the wiki, asked over HTTP. */
class WikiServerTest {
  @TempDir private static Path folder;
  private static Store store;
  private Trace trace;
  private Wiki wiki;
  private WikiServer server;
  private Browser browser;

  @BeforeAll
  static void open() {
    store = Stores.openOrCreate("rocksdb:" + folder.resolve("a"), WikiModel.READ_DELTA.design());
  }

  @AfterAll
  static void close() {
    store.close();
  }

  @BeforeEach
  void start() {
    trace = new Trace();
    wiki = Wikis.of(store.traced(trace));
    wiki.site(Sites.ENGLISH);
    wiki.titles(ListingRequest.first(ListingRequest.LIMIT_MAX)).entries().forEach(wiki::delete);
    serve(ServerOptions.DEFAULT.withTextBytesMax(10_000));
  }

  private void serve(ServerOptions options) {
    server = WikiServer.start(wiki, options);
    browser = new Browser(server.address());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private long save(String title, String text) {
    long base = wiki.revisionIds(java.util.List.of(title)).getOrDefault(title, 0L);
    SaveOutcome outcome =
        wiki.save(
            new Edit(
                title,
                text,
                "127.0.0.1",
                "test",
                false,
                base,
                Instant.parse("2026-05-03T14:07:00Z")));
    return ((SaveOutcome.Saved) outcome).revision().id();
  }

  private static Map<String, String> form(String text, String summary, long base) {
    var form = new HashMap<String, String>();
    form.put("text", text);
    form.put("summary", summary);
    form.put("base", Long.toString(base));
    form.put("action", "save");
    return form;
  }

  private static String textOf(HttpResponse<String> page) {
    Matcher area =
        Pattern.compile("<textarea id=\"site-text\"[^>]*>\n?(.*?)</textarea>", Pattern.DOTALL)
            .matcher(page.body());
    assertThat(area.find()).as(page.body()).isTrue();
    return area.group(1)
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&#34;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&");
  }

  // Reading

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
        .contains("<html lang=\"en\" dir=\"ltr\">", "<b>rose</b>", "<a href=\"/wiki/Wind\">")
        .contains("class=\"missing\" rel=\"nofollow\" href=\"/edit/Nowhere\"")
        .contains("href=\"/wiki/Category:Charts\"");
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

  // Caching

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

  // Writing

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
  void edit_failingStore_keepsText() {
    server.close();
    Store doomed = Stores.openOrCreate("rocksdb:" + folder.resolve("b"), WikiModel.BASIC.design());
    wiki = Wikis.of(doomed);
    serve(ServerOptions.DEFAULT);
    doomed.close();
    HttpResponse<String> page = browser.post("/edit/Rose", form("precious", "s", 0));
    assertThat(page.statusCode()).isEqualTo(503);
    assertThat(textOf(page)).isEqualTo("precious");
    assertThat(browser.get("/wiki/Rose").statusCode()).isEqualTo(503);
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

  // History

  @Test
  void history_manyRevisions_isPaged() {
    for (int i = 0; i < 60; i++) {
      save("Rose", "text " + i);
    }
    String first = browser.get("/history/Rose").body();
    assertThat(first.split("name=\"from\"", -1)).hasSize(51);
    Matcher next = Pattern.compile("rel=\"next\" href=\"([^\"]*)\"").matcher(first);
    assertThat(next.find()).isTrue();
    String second = browser.get(next.group(1)).body();
    assertThat(second.split("name=\"from\"", -1)).hasSize(11);
    assertThat(second).doesNotContain("rel=\"next\"").contains("Newest revisions");
  }

  @Test
  void diff_twoRevisions_marksWords() {
    long first = save("Rose", "same\nthe old word\nend");
    long second = save("Rose", "same\nthe new word\nend");
    String page = browser.get("/diff/Rose?from=" + first + "&to=" + second).body();
    assertThat(page).contains("<del>old</del>", "<ins>new</ins>", "<td>−</td>", "<td>+</td>");
    assertThat(browser.get("/diff/Rose?from=" + second + "&to=" + first).body()).isEqualTo(page);
    assertThat(browser.get("/diff/Rose?to=" + second).body()).isEqualTo(page);
    assertThat(browser.get("/diff/Rose?to=" + first).statusCode()).isEqualTo(404);
    assertThat(browser.get("/diff/Rose?from=x").statusCode()).isEqualTo(400);
  }

  // Lists

  @Test
  void lists_manyTitles_arePagedWithoutGaps() {
    for (int i = 0; i < 230; i++) {
      save("Page %03d".formatted(i), "[[Target]] {{T}}");
    }
    for (String list : new String[] {"/pages", "/backlinks/Target", "/uses/Template:T"}) {
      var seen = new java.util.ArrayList<String>();
      String path = list;
      while (path != null) {
        String page = browser.get(path).body();
        Matcher entry =
            Pattern.compile("<li><a href=\"/wiki/[^\"]*\">(Page \\d+)</a></li>").matcher(page);
        entry.results().forEach(found -> seen.add(found.group(1)));
        Matcher next = Pattern.compile("rel=\"next\" href=\"([^\"]*)\"").matcher(page);
        path = next.find() ? next.group(1).replace("&amp;", "&") : null;
      }
      assertThat(seen).as(list).hasSize(230).doesNotHaveDuplicates().isSorted();
    }
    assertThat(browser.get("/pages?limit=0").statusCode()).isEqualTo(400);
    assertThat(browser.get("/members/Category:None").body())
        .contains("No page is in this category");
  }

  @ParameterizedTest
  @CsvSource({"rose, Rose", "Ros, Rose", "Category:, Category:Charts", "Xy, none"})
  void pages_fromTitle_beginThere(String from, String first) {
    save("Category:Charts", "c");
    save("Rose", "r");
    save("Wind", "w");
    HttpResponse<String> page = browser.get("/pages?from=" + Queries.encode(from));
    Matcher entry =
        Pattern.compile("class=\"site-titles\"[^>]*>\\s*<li><a[^>]*>([^<]*)</a></li>")
            .matcher(page.body());
    assertThat(entry.find() ? entry.group(1) : "none").isEqualTo(first);
    assertThat(page.body()).contains("value=\"" + from + "\"", "First entries");
  }

  @Test
  void statistics_pagesAndEdits_areCounted() {
    Statistics before = wiki.statistics();
    save("Rose", "a");
    save("Rose", "b");
    assertThat(browser.get("/statistics").body())
        .containsPattern("Pages[^<]*</th><td class=\"site-count\">" + (before.pages() + 1) + "<")
        .containsPattern("Edits[^<]*</th><td class=\"site-count\">" + (before.edits() + 2) + "<");
  }

  @Test
  void random_wiki_leadsToSomePage() {
    assertThat(browser.get("/random").statusCode()).isEqualTo(404);
    save("Rose", "a");
    assertThat(browser.get("/random").headers().firstValue("Location")).contains("/wiki/Rose");
  }

  @Test
  void go_title_leadsToPage() {
    assertThat(browser.get("/go?title=compass+rose%3F").headers().firstValue("Location"))
        .contains("/wiki/Compass_rose%3F");
    assertThat(browser.get("/go?title=").headers().firstValue("Location")).contains("/pages");
  }

  @Test
  void raw_page_isPlainText() {
    save("Rose", "<b>'''x'''</b>");
    HttpResponse<String> raw = browser.get("/raw/Rose");
    assertThat(raw.body()).isEqualTo("<b>'''x'''</b>");
    assertThat(raw.headers().firstValue("Content-Type")).contains("text/plain; charset=utf-8");
    assertThat(raw.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(browser.get("/raw/None").statusCode()).isEqualTo(404);
  }

  // Moving and deleting

  @Test
  void move_page_leavesRedirect() {
    save("Old name", "text");
    assertThat(browser.get("/move/Old_name").body()).contains("value=\"Old name\"");
    HttpResponse<String> moved =
        browser.post("/move/Old_name", Map.of("to", "New name", "summary", "s", "redirect", "1"));
    assertThat(moved.headers().firstValue("Location")).contains("/wiki/New_name");
    assertThat(browser.get("/wiki/Old_name").body()).contains("Redirected from", "text");
    assertThat(browser.post("/move/None", Map.of("to", "X")).statusCode()).isEqualTo(404);
    save("Taken", "x");
    assertThat(browser.post("/move/New_name", Map.of("to", "Taken")).statusCode()).isEqualTo(409);
    assertThat(browser.post("/move/New_name", Map.of("to", "[[")).statusCode()).isEqualTo(422);
    assertThat(browser.get("/move/None").statusCode()).isEqualTo(404);
  }

  @Test
  void change_failingStore_keepsForm() {
    server.close();
    Store doomed = Stores.openOrCreate("rocksdb:" + folder.resolve("c"), WikiModel.BASIC.design());
    wiki = Wikis.of(doomed);
    serve(ServerOptions.DEFAULT);
    doomed.close();
    HttpResponse<String> move =
        browser.post("/move/Rose", Map.of("to", "Compass \"rose\"", "summary", "precious"));
    assertThat(move.statusCode()).isEqualTo(503);
    assertThat(move.body())
        .contains("Not moved.", "value=\"Compass &#34;rose&#34;\"", "value=\"precious\"")
        .doesNotContain("checked");
    HttpResponse<String> delete = browser.post("/delete/Rose", Map.of());
    assertThat(delete.statusCode()).isEqualTo(503);
    assertThat(delete.body()).contains("Not deleted.", "<form", "action=\"/delete/Rose\"");
  }

  @Test
  void delete_page_removesIt() {
    save("Rose", "text");
    assertThat(browser.get("/delete/Rose").body()).contains("cannot be undone");
    assertThat(wiki.page("Rose")).isPresent();
    assertThat(browser.post("/delete/Rose", Map.of()).statusCode()).isEqualTo(200);
    assertThat(browser.get("/wiki/Rose").statusCode()).isEqualTo(404);
    assertThat(browser.post("/delete/Rose", Map.of()).statusCode()).isEqualTo(404);
  }

  // Protocol

  @Test
  void anything_method_isRefusedUnlessKnown() {
    HttpResponse<String> reply = browser.method("PUT", "/wiki/Rose");
    assertThat(reply.statusCode()).isEqualTo(405);
    assertThat(reply.headers().firstValue("Allow")).contains("GET, HEAD");
    assertThat(browser.post("/wiki/Rose", Map.of()).statusCode()).isEqualTo(405);
    assertThat(browser.method("DELETE", "/delete/Rose").headers().firstValue("Allow"))
        .contains("GET, HEAD, POST");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/nothing", "/wiki", "/wiki/", "/pages/x", "/static/../x", "/static/x.css"})
  void anything_unknownAddress_isNotFound(String path) {
    HttpResponse<String> reply = browser.get(path);
    assertThat(reply.statusCode()).isEqualTo(404);
    assertThat(reply.body()).contains("<h1>");
  }

  @Test
  void anything_headers_keepBrowserStrict() {
    HttpResponse<String> reply = browser.get("/pages");
    assertThat(reply.headers().firstValue("Content-Security-Policy"))
        .hasValueSatisfying(
            policy -> assertThat(policy).contains("default-src 'self'", "frame-ancestors 'none'"));
    assertThat(reply.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(reply.headers().firstValue("Referrer-Policy")).contains("same-origin");
  }

  @Test
  void static_styleSheet_isServedForGood() {
    Matcher link =
        Pattern.compile("rel=\"stylesheet\" href=\"([^\"]*)\"")
            .matcher(browser.get("/pages").body());
    assertThat(link.find()).isTrue();
    HttpResponse<String> sheet = browser.get(link.group(1).replace("&amp;", "&"));
    assertThat(sheet.statusCode()).isEqualTo(200);
    assertThat(sheet.headers().firstValue("Content-Type")).contains("text/css; charset=utf-8");
    assertThat(sheet.headers().firstValue("Cache-Control"))
        .hasValueSatisfying(value -> assertThat(value).contains("immutable"));
  }

  @Test
  void anything_foreignHostName_isRefused() throws java.io.IOException {
    try (var socket =
        new java.net.Socket(
            java.net.InetAddress.getLoopbackAddress(), server.address().getPort())) {
      socket
          .getOutputStream()
          .write(
              "GET /pages HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                  .getBytes(java.nio.charset.StandardCharsets.US_ASCII));
      String reply =
          new String(
              socket.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
      assertThat(reply).startsWith("HTTP/1.1 403");
    }
  }
}
