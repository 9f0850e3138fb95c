package org.portolan.wiki.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.wikitext.expand.PageFacts;
import org.portolan.wikitext.limit.TextLimits;

/** Attempts to bring a program, a foreign resource or a part of the site's frame into a page. */
class HostileTextTest {
  private static Renderer renderer;

  private static final Set<String> ELEMENTS =
      Set.of(
          "script",
          "style",
          "iframe",
          "object",
          "embed",
          "form",
          "input",
          "button",
          "textarea",
          "select",
          "link",
          "meta",
          "base",
          "svg",
          "math",
          "img",
          "video",
          "audio",
          "source",
          "template",
          "noscript",
          "xml",
          "frame",
          "frameset",
          "applet",
          "details");

  private static final Set<String> ATTRIBUTES =
      Set.of("src", "srcset", "background", "action", "formaction", "data", "srcdoc", "target");

  private static final Pattern ADDRESS =
      Pattern.compile("(https?:|mailto:|//?[^/\\\\]|#).*", Pattern.DOTALL);

  private static final Pattern STYLE =
      Pattern.compile("(?i)url|expression|script|position|behavior|binding|import|[@\\\\(<]");

  @BeforeAll
  static void open() {
    renderer = new Renderer(Sites.ENGLISH, TextLimits.DEFAULT);
  }

  @AfterAll
  static void close() {
    renderer.close();
  }

  @ParameterizedTest
  @MethodSource("org.portolan.wikitext.examples.HostileTexts#all")
  void render_hostileText_leavesNothingDangerous(String text) {
    Map<String, String> pages = Map.of("Template:Evil", "{{{1}}}<img src=x onerror=alert(2)>");
    String html =
        renderer
            .render(
                "test",
                PageFacts.unsaved(Sites.ENGLISH.title("Example page").orElseThrow(), Instant.EPOCH),
                text,
                MapPages.of(pages))
            .body()
            .html(new LocalLinks(Set.of()));
    assertThat(dangers(html)).as("in %s", html).isEmpty();
  }

  /** Returns what a browser would find dangerous, as an independent parser of HTML sees it. */
  private static List<String> dangers(String html) {
    List<String> dangers = new ArrayList<>();
    for (Element element : Jsoup.parseBodyFragment(html).body().getAllElements()) {
      if (ELEMENTS.contains(element.normalName())) {
        dangers.add("<" + element.normalName() + ">");
      }
      for (Attribute attribute : element.attributes()) {
        String value = attribute.getValue();
        boolean bad =
            switch (attribute.getKey()) {
              case "href" -> !ADDRESS.matcher(value).matches();
              case "style" -> STYLE.matcher(value).find();
              case "id" -> value.startsWith("site-");
              case "class" -> value.contains("site-");
              default ->
                  attribute.getKey().startsWith("on") || ATTRIBUTES.contains(attribute.getKey());
            };
        if (bad) {
          dangers.add(attribute.toString());
        }
      }
    }
    return dangers;
  }

  @Test
  void dangers_ofRawAttacks_areRecognised() {
    assertThat(dangers("<img src=x onerror=alert(1)>")).hasSize(3);
    assertThat(dangers("<p onclick=alert(1)>")).hasSize(1);
    assertThat(dangers("<a href=\"javascript:alert(1)\">x</a>")).hasSize(1);
    assertThat(dangers("<div style=\"width:expression(1)\">x</div>")).hasSize(1);
    assertThat(dangers("<div id=\"site-main\" class=\"x site-notice\">x</div>")).hasSize(2);
    assertThat(dangers("<p>onclick=alert(1) is text</p><a href=\"/wiki/X\">x</a>")).isEmpty();
  }
}
