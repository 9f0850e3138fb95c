package org.portolan.wiki.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.wiki.PendingJob;
import org.portolan.wiki.Statistics;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.jobs.JobThreads;
import org.portolan.wiki.jobs.LinkJobs;

/** Histories, lists, changes of pages and all other pages over HTTP. */
class OtherPagesTest extends ServedWiki {

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
    assertThat(browser.post("/move/New_name", Map.of("to", "X#y")).statusCode()).isEqualTo(422);
    assertThat(browser.get("/move/None").statusCode()).isEqualTo(404);
  }

  @Test
  void change_errorOfTheWiki_keepsForm() {
    server.close();
    Store doomed = Stores.openOrCreate("rocksdb:" + folder.resolve("c"), WikiModel.BASIC.design());
    wiki = Wikis.of(doomed);
    serve(ServerOptions.DEFAULT);
    doomed.close();
    HttpResponse<String> move =
        browser.post("/move/Rose", Map.of("to", "Compass \"rose\"", "summary", "precious"));
    assertThat(move.statusCode()).isEqualTo(500);
    assertThat(move.body())
        .contains("Perhaps moved.", "value=\"Compass &#34;rose&#34;\"", "value=\"precious\"")
        .doesNotContain("checked");
    HttpResponse<String> delete = browser.post("/delete/Rose", Map.of());
    assertThat(delete.statusCode()).isEqualTo(500);
    assertThat(delete.body()).contains("Perhaps deleted.", "<form", "action=\"/delete/Rose\"");
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

  @Test
  void start_portTaken_saysWhatTheSystemReportedAndWhatToDo() {
    ServerOptions options = ServerOptions.DEFAULT.withPort(server.address().getPort());

    assertThatThrownBy(() -> WikiServer.start(wiki, options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            ":" + options.port() + ": Address already in use; choose another port");
  }

  @Test
  void jobs_ofAChangedTemplate_areShownUntilTheyAreDone() {
    assertThat(browser.get("/jobs").body()).contains("Nothing is left to do.");
    save("Template:Port", "[[Old]]");
    save("Riga", "{{Port}}");
    save("Template:Port", "[[New]] <b>");

    String page = browser.get("/jobs").body();
    assertThat(page)
        .contains("Users of <a href=\"/wiki/Template:Port\"", "<td class=\"site-count\">0</td>")
        .doesNotContain("Some of the jobs");
    JobThreads.finish(new LinkJobs(Wikis.storage(store)), job -> true, Duration.ZERO, done -> {});
    assertThat(browser.get("/jobs").body()).contains("Nothing is left to do.");
  }

  @Test
  void jobs_veryMany_areShownInPart() {
    LinkJobs jobs = new LinkJobs(Wikis.storage(store));
    for (int number = 0; number < 101; number++) {
      jobs.table().add(PendingJob.Kind.PAGE, "Page " + number);
    }
    assertThat(browser.get("/jobs").body().split("The page <a", -1)).hasSize(101);
    assertThat(browser.get("/jobs").body()).contains("Some of the jobs");
    JobThreads.finish(jobs, job -> true, Duration.ZERO, done -> {});
  }
}
