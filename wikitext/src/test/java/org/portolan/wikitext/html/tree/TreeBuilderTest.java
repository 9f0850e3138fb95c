package org.portolan.wikitext.html.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import nu.validator.htmlparser.common.XmlViolationPolicy;
import nu.validator.htmlparser.sax.HtmlParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.wikitext.limit.Allowance;
import org.portolan.wikitext.limit.TextLimits;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** Compares trees with those that an HTML5 parser for documents makes of the same tags. */
class TreeBuilderTest {
  private static final List<String> NAMES =
      List.of(
          "b",
          "i",
          "b",
          "i",
          "small",
          "font",
          "span",
          "p",
          "p",
          "div",
          "ul",
          "li",
          "dl",
          "dt",
          "dd",
          "table",
          "table",
          "tr",
          "tr",
          "td",
          "td",
          "th",
          "caption",
          "h2",
          "h3",
          "blockquote",
          "br",
          "hr",
          "pre",
          "sup",
          "center",
          "code");

  private static final HtmlWriter.Places NO_PLACES =
      new HtmlWriter.Places() {
        @Override
        public void before(Element element, StringBuilder html) {}

        @Override
        public void link(String page, String fragment, StringBuilder html) {}
      };

  private static Allowance allowance() {
    return new Allowance(new TextLimits(1 << 20, 1, 1, 1_000, 1, 1 << 20, Duration.ofMinutes(1)));
  }

  /** Reads simple tags without attributes. */
  private static String built(String html) {
    var builder = new TreeBuilder(allowance());
    int at = 0;
    while (at < html.length()) {
      int open = html.indexOf('<', at);
      int end = open < 0 ? html.length() : open;
      builder.text(html, at, end);
      if (open < 0) {
        break;
      }
      int close = html.indexOf('>', open);
      if (html.charAt(open + 1) == '/') {
        builder.close(Tag.of(html.substring(open + 2, close)));
      } else {
        builder.open(Tag.of(html.substring(open + 1, close)), List.of());
      }
      at = close + 1;
    }
    return HtmlWriter.write(builder.finish(), NO_PLACES, allowance()).toString();
  }

  /** Returns the content of the body that an HTML5 parser makes of a document. */
  private static String judged(String html) {
    var out = new StringBuilder();
    var parser = new HtmlParser(XmlViolationPolicy.ALLOW);
    parser.setStreamabilityViolationPolicy(XmlViolationPolicy.ALLOW);
    parser.setContentHandler(
        new DefaultHandler() {
          private boolean inBody;

          @Override
          public void startElement(String uri, String name, String qualified, Attributes none) {
            if (inBody) {
              out.append('<').append(name).append('>');
            }
            inBody |= name.equals("body");
          }

          @Override
          public void endElement(String uri, String name, String qualified) {
            inBody &= !name.equals("body");
            if (inBody && !Tag.of(name).is(Tag.VOID)) {
              out.append("</").append(name).append('>');
            }
          }

          @Override
          public void characters(char[] text, int from, int length) {
            if (inBody) {
              out.append(text, from, length);
            }
          }
        });
    try {
      parser.parse(new InputSource(new StringReader("<!doctype html><body>" + html)));
    } catch (IOException | SAXException e) {
      throw new AssertionError(e);
    }
    return out.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<b>a<p>b</b>c</p>d",
        "<b><i>a</b>b</i>c",
        "<i>a<b>b<div>c</i>d</b>e</div>f",
        "<p>a<div>b</div>c</p>d",
        "<ul><li>a<li>b<ul><li>c</ul></ul>d",
        "<dl><dt>a<dd>b<dt>c</dl>",
        "<table>a<tr><td>b<table>c</table>d</td></tr></table>",
        "<table><tr><td><b>a</table>b",
        "<table><b>a<tr>b</b></table>",
        "<table><td>a</table>",
        "<table><caption>a<tr><td>b</table>",
        "<h2>a<h3>b</h2>c",
        "a</p>b",
        "</br>a",
        "<b><b><b><b>a</b><p>b",
        "<li>a</p></li>"
      })
  void finish_misnestedTags_givesTheTreeOfBrowsers(String html) {
    assertThat(built(html)).isEqualTo(judged(html));
  }

  @Test
  void finish_randomTags_givesTheTreeOfBrowsers() {
    for (long seed = 0; seed < 5_000; seed++) {
      var random = new Random(seed);
      var html = new StringBuilder();
      for (int i = random.nextInt(16); i >= 0; i--) {
        var name = NAMES.get(random.nextInt(NAMES.size()));
        boolean end = random.nextInt(5) < 2 && !Tag.of(name).is(Tag.VOID);
        html.append(end ? "</" : "<").append(name).append('>');
        if (random.nextInt(3) == 0) {
          html.append((char) ('a' + random.nextInt(26)));
        }
      }
      assertThat(built(html.toString()))
          .as("seed %d: %s", seed, html)
          .isEqualTo(judged(html.toString()));
    }
  }
}
