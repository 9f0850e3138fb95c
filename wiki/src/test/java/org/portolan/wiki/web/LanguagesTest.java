package org.portolan.wiki.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.portolan.wiki.render.Sites;
import org.portolan.wikitext.message.Messages;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.SiteInfo;

/** The language of the pages. */
class LanguagesTest extends ServedWiki {
  /** Latin letters stand in no name and no text of this wiki, so each belongs to a sentence. */
  private static final SiteInfo CYRILLIC =
      new SiteInfo(
          "Карты",
          "карты",
          "http://127.0.0.1/wiki/%D0%9A%D0%B0%D1%80%D1%82%D0%B0",
          Messages.PSEUDO,
          List.of(
              new Namespace(-1, "Служебная", true, List.of()),
              new Namespace(0, "", true, List.of()),
              new Namespace(10, "Шаблон", true, List.of()),
              new Namespace(14, "Категория", true, List.of())));

  private static final Pattern INNERMOST = Pattern.compile("⟦[^⟦⟧]*⟧");
  private static final Pattern LATIN = Pattern.compile("[A-Za-z]{2,}");
  private static final List<String> ATTRIBUTES =
      List.of("title", "aria-label", "alt", "placeholder", "label");

  private void cyrillic() {
    server.close();
    summary = "тест";
    wiki.site(CYRILLIC);
    serve(ServerOptions.DEFAULT.withTextBytesMax(10_000));
  }

  private static void isSaidInTheLanguage(String path, HttpResponse<String> page) {
    Document document = Jsoup.parse(page.body());
    // Texts of pages to be edited.
    document.select("textarea").remove();
    assertThat(document.text()).as("%s: %s", path, page.body()).contains("⟦");
    assertThat(withoutSentences(document.text()))
        .as("text of %s", path)
        .doesNotContainPattern(LATIN);
    List<String> attributes = new ArrayList<>();
    for (Element each : document.getAllElements()) {
      for (String name : ATTRIBUTES) {
        attributes.add(withoutSentences(each.attr(name)));
      }
      if (each.is("input[type=submit], input[type=button]")) {
        attributes.add(withoutSentences(each.attr("value")));
      }
    }
    assertThat(attributes)
        .as("attributes of %s", path)
        .noneMatch(value -> LATIN.matcher(value).find());
    assertThat(withoutSentences(document.title()))
        .as("title of %s", path)
        .doesNotContainPattern(LATIN);
  }

  private static String withoutSentences(String text) {
    String left = text;
    String before;
    do {
      before = left;
      left = INNERMOST.matcher(before).replaceAll(" ");
    } while (!left.equals(before));
    return left;
  }

  private static String path(String act, String title) {
    return Frame.Paths.of(act, title);
  }

  @Test
  void pages_inThePseudoLanguage_haveNoSentenceOutsideOfTheFiles() {
    cyrillic();
    long first = save("Роза", "раз\n\nдва");
    long second =
        save(
            "Роза",
            "== А ==\n== Б ==\n== В ==\n== Г ==\n[[Ветер]] [[Роза]] {{Шаблон:Ф}}"
                + " {{Шаблон:Ш}} [[Категория:К]]");
    save("Шаблон:Ф", "<ref name=х/><ref></ref> {{#invoke:х}} {{#tag:х}}");
    save("Категория:К", "текст");
    save("Шаблон:Ш", "{{Шаблон:Ш}}");
    save("Старая", "#REDIRECT [[Роза]]");
    save("Длинная", "{{Шаблон:Л}}".repeat(3));
    save("Шаблон:Л", "{{#expr:1}}".repeat(60_000));
    browser.post(path("comments", "Роза"), Map.of("text", "слово"));
    List<String> pages = new ArrayList<>();
    for (String act :
        List.of(
            "wiki",
            "edit",
            "history",
            "comments",
            "diff",
            "backlinks",
            "members",
            "uses",
            "move",
            "delete")) {
      pages.add(path(act, "Роза"));
      pages.add(path(act, "Нет"));
    }
    pages.addAll(
        List.of(
            "/pages",
            "/pages?from=%D0%AF",
            "/pages?limit=2",
            "/pages?limit=0",
            "/pages?after=x",
            "/statistics",
            "/go?title=%5B",
            "/nothing",
            "/static/none.css",
            "/wiki/%FF",
            "/wiki/%5B",
            path("wiki", "Категория:К"),
            path("wiki", "Категория:Нет"),
            path("wiki", "Служебная:Х"),
            path("wiki", "Старая"),
            path("wiki", "Старая") + "?redirect=no",
            path("wiki", "Длинная"),
            path("wiki", "Роза") + "?revision=" + first,
            path("wiki", "Роза") + "?revision=1",
            path("wiki", "Роза") + "?revision=x",
            path("diff", "Роза") + "?from=" + first + "&to=" + second,
            path("diff", "Роза") + "?from=" + first + "&to=" + first,
            path("diff", "Роза") + "?to=" + first,
            path("diff", "Роза") + "?to=x",
            path("history", "Роза") + "?limit=1",
            path("comments", "Роза") + "?limit=1"));
    pages.forEach(each -> isSaidInTheLanguage(each, browser.get(each)));
    isSaidInTheLanguage("PUT", browser.method("PUT", path("edit", "Роза")));
  }

  @Test
  void answersToForms_inThePseudoLanguage_haveNoSentenceOutsideOfTheFiles() {
    cyrillic();
    long first = save("Роза", "раз");
    save("Роза", "два");
    String edit = path("edit", "Роза");
    Map<String, String> preview = new HashMap<>(form("х", "", first));
    preview.put("action", "preview");
    String move = path("move", "Роза");
    String comments = path("comments", "Роза");
    Map<String, HttpResponse<String>> answers = new HashMap<>();
    answers.put("conflict", browser.post(edit, form("х", "х", first)));
    answers.put("no summary", browser.post(edit, form("х", "", first)));
    answers.put("long summary", browser.post(edit, form("х", "х".repeat(600), first)));
    answers.put("empty", browser.post(edit, form("", "х", first)));
    answers.put("long", browser.post(edit, form("х".repeat(9_000), "х", first)));
    answers.put("preview", browser.post(edit, preview));
    answers.put("gone", browser.post(path("edit", "Нет"), form("х", "х", first)));
    answers.put("same title", browser.post(move, Map.of("to", "Роза")));
    answers.put("no title", browser.post(move, Map.of("to", "[")));
    answers.put("move nothing", browser.post(path("move", "Нет"), Map.of("to", "Да")));
    answers.put("no comment", browser.post(comments, Map.of("text", " ")));
    answers.put("long comment", browser.post(comments, Map.of("text", "х".repeat(5_000))));
    answers.put("comment on nothing", browser.post(path("comments", "Нет"), Map.of("text", "х")));
    answers.put("foreign", browser.post(edit, Map.of(), "Sec-Fetch-Site", "cross-site"));
    answers.put("delete", browser.post(path("delete", "Роза"), Map.of()));
    answers.put("delete again", browser.post(path("delete", "Роза"), Map.of()));
    answers.forEach(LanguagesTest::isSaidInTheLanguage);
  }

  @Test
  void pages_ofALatgalianWiki_areInLatvianWithTheTextsInTheirLanguage() {
    server.close();
    wiki.site(Sites.LATGALIAN);
    serve(ServerOptions.DEFAULT);
    save("Rēzekne", "== A ==\n== B ==\n== C ==\n== D ==\n[[Daugpiļs]] [[Kategoreja:Mīsti]]");
    Document page = Jsoup.parse(browser.get(path("wiki", "Rēzekne")).body());
    assertThat(page.select("html").attr("lang")).isEqualTo("lv");
    assertThat(page.select("h1").attr("lang")).isEqualTo("ltg");
    assertThat(page.select("article").attr("lang")).isEqualTo("ltg");
    assertThat(page.select("nav.toc h2").attr("lang")).isEqualTo("lv");
    assertThat(page.select(".site-tabs li").eachText())
        .containsExactly("Lasīt", "Labot", "Vēsture", "Komentāri", "Norādes šurp", "Iekļaušana");
    assertThat(page.select(".site-modified").text())
        .isEqualTo("Pēdējo reizi mainīja 127.0.0.1, 2026. gada 3. maijs, 14:07 (UTC).");
    assertThat(page.select("a.missing").attr("title")).isEqualTo("Daugpiļs (vēl nav uzrakstīta)");
    Document edit = Jsoup.parse(browser.get(path("edit", "Rēzekne")).body());
    assertThat(edit.title()).isEqualTo("Labo lapu Rēzekne – Vikipedeja");
    assertThat(edit.select("textarea").attr("lang")).isEqualTo("ltg");
    assertThat(edit.select("label[for=site-text]").text().replaceAll("[\\u00a0\\u202f]", " "))
        .isEqualTo("Teksts (vikitekstā, ne vairāk kā 2 097 152 baiti)");
    Document history = Jsoup.parse(browser.get(path("history", "Rēzekne")).body());
    assertThat(history.select("th[scope=col]").eachText())
        .containsExactly("No", "Līdz", "Saglabāta", "Autors", "Baiti", "Kopsavilkums");
  }

  @Test
  void pages_withAnotherLanguage_keepThatOfTheTexts() {
    server.close();
    serve(ServerOptions.DEFAULT.withLanguage("de"));
    save("Rose", "text");
    Document page = Jsoup.parse(browser.get("/wiki/Rose").body());
    assertThat(page.select("html").attr("lang")).isEqualTo("de");
    assertThat(page.select("article").attr("lang")).isEqualTo("en");
    assertThat(page.select(".site-modified").text())
        .isEqualTo("Zuletzt geändert am 3. Mai 2026, 14:07 (UTC) von 127.0.0.1.");
    assertThat(browser.get("/wiki/%5B").body()).contains("kann nicht der Titel einer Seite sein");
  }

  @Test
  void pages_ofOneLanguage_repeatItNowhere() {
    save("Rose", "text");
    Document page = Jsoup.parse(browser.get("/wiki/Rose").body());
    assertThat(page.select("html").attr("lang")).isEqualTo("en");
    assertThat(page.select("body [lang]")).isEmpty();
  }
}
