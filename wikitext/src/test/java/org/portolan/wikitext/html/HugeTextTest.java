package org.portolan.wikitext.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.wikitext.limit.TextLimitException;
import org.portolan.wikitext.limit.TextLimits;

/**
 * Huge texts of one kind of markup. A pass that is quadratic in one of them does not end within the
 * build's patience; each of these takes a second or less.
 */
class HugeTextTest {
  /** No limit but the nesting, so that every pass sees the whole text. */
  private static final TextLimits WIDE =
      new TextLimits(1 << 28, 1 << 28, 1 << 28, 100, 12, 1 << 28, Duration.ofMinutes(10));

  static Stream<Arguments> texts() {
    return Stream.of(
        text("rows of a table", "{|\n" + "|-\n| a || b\n".repeat(100_000) + "|}"),
        text("cells in a line", "{|\n" + "| a |".repeat(100_000)),
        text("tables begun", "{|\n".repeat(100_000)),
        text("ends of tables", "|}\n".repeat(100_000)),
        text("ampersands", "&".repeat(500_000)),
        text("references to characters", "&amp".repeat(200_000)),
        text("links", "[[Page|text]] ".repeat(100_000)),
        text("different links", numbered("[[Page %d]] ", 100_000)),
        text("links begun", "[[".repeat(500_000)),
        text("links with a text begun", "[[a|".repeat(200_000)),
        text("files begun", "[[File:a|".repeat(100_000)),
        text("files in files", "[[File:a|thumb|".repeat(90) + "x" + "]]".repeat(90)),
        text("files in many files", "[[File:a|thumb|".repeat(20_000) + "]]".repeat(20_000)),
        text("ends of links", "]]".repeat(500_000)),
        text("bold marks", "'''".repeat(500_000)),
        text("bold marks with words", "'''a ".repeat(200_000)),
        text("both marks with words", "'''''a ''b ".repeat(100_000)),
        text("apostrophes", "'' '''''".repeat(200_000)),
        text("equal headings", "== Same ==\n".repeat(30_000)),
        text("equal signs", "=".repeat(500_000)),
        text("divs", "<div>".repeat(100_000)),
        text("closed divs", "<div></div>".repeat(100_000)),
        text("ends of divs", "</div>".repeat(100_000)),
        text("paragraphs in bold", "<b><p>".repeat(50_000)),
        text("ends of bold in paragraphs", "<b><p></b>".repeat(50_000)),
        text("different fonts", numbered("<font size=%d>", 50_000)),
        text("fonts and paragraphs", numbered("<font size=%d><p></font>", 50_000)),
        text("tags begun", "<b ".repeat(200_000)),
        text("quotes of attributes", "<b a=\"".repeat(200_000)),
        text("one long tag", "<b " + "a=\"b\" ".repeat(100_000) + ">"),
        text("different attributes", "<b " + numbered("a%d=b ", 50_000) + ">"),
        text("levels of a list", "*".repeat(100_000)),
        text("lines of a list", "* a\n".repeat(100_000)),
        text("mixed lines of a list", "* a\n## b\n:; c : d\n".repeat(50_000)),
        text("colons of a definition", ";" + " :".repeat(200_000)),
        text("terms", ";a".repeat(100_000)),
        text("empty lines", "\n".repeat(500_000)),
        text("paragraphs", "a\n\n".repeat(200_000)),
        text("lines of preformatted text", " a\n".repeat(200_000)),
        text("a tag at the end of many lines", "a\n".repeat(200_000) + "<b>"),
        text("references of one name", "<ref name=a>x</ref>".repeat(50_000)),
        text("references", "<ref>x</ref>".repeat(50_000)),
        text("addresses", "http://a.b/c ".repeat(100_000)),
        text("an address and its punctuation", "http://a" + ".,;:!?".repeat(300_000)),
        text("addresses in brackets", "[http://a.b c] ".repeat(100_000)),
        text("addresses in brackets begun", "[http://a.b ".repeat(100_000)),
        text("schemes", "http://".repeat(100_000)),
        text("one long word", "a".repeat(1_000_000)),
        text("words of switches", "__TOC__".repeat(100_000)),
        text("underscores", "_".repeat(500_000)),
        text("numbers of books", "ISBN ".repeat(100_000)),
        text("spaces behind a magic word", ("RFC" + " ".repeat(90)).repeat(10_000)),
        text("categories", "x [[Category:a]]\n\n".repeat(50_000)),
        text("spaces before categories", (" ".repeat(1_000) + "[[Category:a]]").repeat(500)),
        text("spaces", " ".repeat(500_000)),
        text("loose text", "<div></div>a<i>b</i>".repeat(50_000)),
        text("divided bold", "<b>a<div>b</div>".repeat(90)),
        text("quotations", "<blockquote>a".repeat(90) + "b<i>c</i>".repeat(20_000)),
        text("text in tables", "<table>a".repeat(20) + "b<i>c</i>".repeat(20_000)),
        text("pictures", "<gallery>\n" + "a.jpg|b\n".repeat(50_000) + "</gallery>"),
        text("verses", "<poem>" + "a\n".repeat(100_000) + "</poem>"));
  }

  private static Arguments text(String name, String text) {
    return Arguments.of(name, text);
  }

  private static String numbered(String format, int count) {
    var text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(format.replace("%d", Integer.toString(i)));
    }
    return text.toString();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("texts")
  void render_hugeText_ends(String name, String text) {
    String html;
    try {
      html = Pages.html(Pages.render("Example page", "en", text, WIDE));
    } catch (TextLimitException e) {
      html = e.getMessage();
    }
    assertThat(html).isNotNull();
  }
}
