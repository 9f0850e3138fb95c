package org.portolan.bench.hostile.attack;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Texts that cost a renderer as much as possible: whatever can be repeated, begun and never ended,
 * or nested. All are within the length of a page.
 */
final class HostileTexts {
  private static final int WORD_LETTERS = 26;

  private HostileTexts() {}

  /** Something to be repeated, between a beginning and an end. */
  private record Form(String beginning, String piece, int times, String end) {
    String text() {
      return beginning + piece.repeat(times) + end;
    }
  }

  private static Form of(String piece, int times) {
    return new Form("", piece, times, "");
  }

  private static final List<Form> FORMS =
      List.of(
          of("== Same ==\n", 30_000),
          new Form("{|\n", "|-\n| a || b\n", 100_000, "|}"),
          new Form("{|\n", "| a |", 100_000, ""),
          of("{|\n", 100_000),
          of("|}\n", 100_000),
          of("{|\n|\n", 90),
          of("&", 500_000),
          of("&amp", 200_000),
          of("&#x1F4A9;", 100_000),
          of("[[Page|text]] ", 100_000),
          of("[[", 500_000),
          of("[[a|", 200_000),
          of("[[File:a|", 100_000),
          of("[[File:a|thumb|", 90),
          new Form("", "[[File:a|thumb|", 20_000, "]]".repeat(20_000)),
          of("]]", 500_000),
          of("'''", 500_000),
          of("'''a ", 200_000),
          of("'''''a ''b ", 100_000),
          of("'' '''''", 200_000),
          of("=", 500_000),
          of("<div>", 100_000),
          of("<div></div>", 100_000),
          of("</div>", 100_000),
          of("<b><p>", 50_000),
          of("<b><p></b>", 50_000),
          of("<b ", 200_000),
          of("<b a=\"", 200_000),
          new Form("<b ", "a=\"b\" ", 100_000, ">"),
          new Form("<span style=\"", "color:red;", 100_000, "\">x</span>"),
          of("*", 100_000),
          of("* a\n", 100_000),
          of("* a\n## b\n:; c : d\n", 50_000),
          new Form(";", " :", 200_000, ""),
          of(";a", 100_000),
          of("\n", 500_000),
          of("a\n\n", 200_000),
          of(" a\n", 200_000),
          new Form("", "a\n", 200_000, "<b>"),
          of("<ref name=a>x</ref>", 50_000),
          of("<ref>x</ref>", 50_000),
          of("<ref>", 100_000),
          of("<nowiki>", 100_000),
          of("<!--", 100_000),
          of("<!-- -->", 100_000),
          of("<includeonly>", 50_000),
          of("http://a.b/c ", 100_000),
          of("[http://a.b c] ", 100_000),
          of("[http://a.b ", 100_000),
          of("http://", 100_000),
          of("a", 1_900_000),
          of("\u00e9", 900_000),
          of("__TOC__", 100_000),
          of("_", 500_000),
          of("ISBN ", 100_000),
          of("RFC" + " ".repeat(90), 10_000),
          of("x [[Category:a]]\n\n", 50_000),
          of(" ".repeat(1_000) + "[[Category:a]]", 500),
          of(" ", 500_000),
          of("<div></div>a<i>b</i>", 50_000),
          of("<b>a<div>b</div>", 90),
          new Form("<blockquote>a".repeat(90), "b<i>c</i>", 20_000, ""),
          new Form("<table>a".repeat(20), "b<i>c</i>", 20_000, ""),
          new Form("<gallery>\n", "a.jpg|b\n", 50_000, "</gallery>"),
          new Form("<poem>", "a\n", 100_000, "</poem>"),
          of("{{", 500_000),
          of("{{{", 300_000),
          of("}}", 500_000),
          of("{{a|", 200_000),
          of("{{{a|", 200_000),
          new Form("", "{{Twice|", 40, "x" + "}}".repeat(40)),
          new Form("", "{{#if:", 20_000, "x" + "}}".repeat(20_000)),
          new Form("{{#expr:", "(", 100_000, "}}"),
          new Form("{{#expr:", "1+", 9_000, "1}}"),
          new Form("{{#switch:x", "|a=b", 200_000, "}}"),
          new Form("{{T", "|a=b", 200_000, "}}"),
          new Form("{{#time:", "xrY", 100_000, "}}"),
          new Form("{{#time:Y|", "+1 day ", 100_000, "}}"),
          new Form("{{#titleparts:", "a/", 100_000, "|1}}"),
          new Form("{{#rel2abs:", "../", 100_000, "}}"),
          new Form("{{#replace:", "a", 500_000, "|a|bbbb}}"),
          of("{{#ifexist:P|a|b}}", 50_000),
          of("{{PAGESINCATEGORY:Ports}} ", 20_000),
          of("{{NUMBEROFARTICLES}} ", 50_000),
          of("{{CURRENTTIME}} ", 50_000),
          of("{{AaAa}}", 20_000));

  static int count() {
    return FORMS.size();
  }

  /** Returns one of the texts. */
  static String text(int number) {
    return FORMS.get(number).text();
  }

  /** Returns a text of random lines: no two texts have a line in common. */
  static String randomLines(SplittableRandom random, int lines, int lettersOfLine) {
    StringBuilder text = new StringBuilder(lines * (lettersOfLine + 1));
    for (int line = 0; line < lines; line++) {
      for (int letter = 0; letter < lettersOfLine; letter++) {
        text.append((char) ('a' + random.nextInt(WORD_LETTERS)));
      }
      text.append('\n');
    }
    return text.toString();
  }
}
