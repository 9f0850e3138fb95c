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
import org.junit.jupiter.params.provider.MethodSource;

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
  @MethodSource("org.portolan.wikitext.examples.HostileTexts#all")
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
