package org.portolan.wikitext.expand;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.portolan.wikitext.limit.Allowance;
import org.portolan.wikitext.limit.TextLimitException;
import org.portolan.wikitext.limit.TextLimits;
import org.portolan.wikitext.site.SiteInfo;

/**
 * Random texts from the pieces of the language. More of them: {@code -Dportolan.texts=N}; one
 * again: {@code -Dportolan.seed=N}.
 */
class RandomTextTest {
  private static final SiteInfo SITE = SiteInfo.standard("Random", "en");
  private static final Expander EXPANDER =
      new Expander(
          SITE, Addresses.LOCAL, ParsedTexts.NONE, Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
  private static final String[] PIECES =
      (""
              + "{{ }} {{{ }}} { } [[ ]] [ ] -{ }- | | | = = \n : # / \\ \" ' < > a b 0 1 2 -1 9 "
              + "1e9 -99999999999 T A B C {{T|{{A|{{B|{{{1}}} {{{1|{{{a|{{{2}}} |a= |1= <!-- --> "
              + "<ref> </ref> <ref/> <ref\tname=a> <nowiki> </nowiki> <pre> </pre> <poem> </poem> "
              + "<noinclude> </noinclude> <includeonly> </includeonly> <onlyinclude> </onlyinclude> "
              + "== \n== * {| |} \u007f \u007f0\u007f \ud83d\ude00 \ud83d ä &#39; &lt; %41 %7F")
          .split(" ");
  private static final String[] FUNCTIONS =
      ("#if #ifeq #ifexpr #ifexist #iferror #switch #expr #time #timel #titleparts #rel2abs #len #pos "
              + "#rpos #sub #count #replace #explode #urldecode #tag:ref #tag:nowiki #tag:b #invoke "
              + "#language #dir #special #formatdate lc uc lcfirst ucfirst padleft padright formatnum "
              + "plural grammar gender bidi int urlencode anchorencode localurl fullurl filepath ns nse "
              + "PAGENAME PAGENAMEE FULLPAGENAME BASEPAGENAME SUBPAGENAME TALKPAGENAME NAMESPACE "
              + "NAMESPACENUMBER PAGESIZE PAGEID REVISIONUSER NUMBEROFPAGES PAGESINCATEGORY DEFAULTSORT "
              + "DISPLAYTITLE subst safesubst msg msgnw")
          .split(" ");
  private static final String[] ARGUMENTS =
      ("now|tomorrow|next monday|2024-02-30|12:61|@5|+1 month|last day of|1 may|Y-m-d|xrYxn|\"|(|)|+|-"
              + "|*|1/0|mod|round|sqrt|e|pi|1.5.2|#default|R|NOSEP|WIKI|.|..|../x|/|Help:a/b|a|,| |0|1"
              + "|-1|99")
          .split("\\|");

  @Test
  void expand_anyText_givesTextWithMarkersOfItsStripsOnly() {
    long seed = Long.getLong("portolan.seed", new Random().nextLong());
    int texts = Integer.getInteger("portolan.texts", 5_000);
    for (int i = 0; i < texts; i++) {
      long each = seed + i;
      try {
        assertMarkers(expand(new Random(each)));
      } catch (TextLimitException e) {
        // A text may run into a limit.
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("repeat with -Dportolan.texts=1 -Dportolan.seed=" + each, e);
      }
    }
  }

  @Test
  void saved_textWithNothingToReplace_staysAsItIs() {
    long seed = Long.getLong("portolan.seed", new Random().nextLong());
    int texts = Integer.getInteger("portolan.texts", 5_000);
    for (int i = 0; i < texts; i++) {
      long each = seed + i;
      var text = text(new Random(each), 60).replace(Strip.MARK, '!').replace("subst", "sub");
      if (text.contains("|]]") || text.contains("[[|")) {
        continue;
      }
      // What may be replaced, and never is, makes the whole text be read.
      var marked = text + "[[|\n";
      assertThat(saved(marked)).as("-Dportolan.texts=1 -Dportolan.seed=%s", each).isEqualTo(marked);
    }
  }

  private static String saved(String text) {
    var page = PageFacts.unsaved(SITE.title("Page").orElseThrow(), Instant.EPOCH);
    return EXPANDER.saved(
        page, text, new ExpandScript.TestPages(Map.of()), new Allowance(TextLimits.DEFAULT));
  }

  private static Expanded expand(Random random) {
    Map<String, String> pages = new LinkedHashMap<>();
    for (var name : new String[] {"T", "A", "B"}) {
      pages.put("Template:" + name, text(random, 20));
    }
    var page = PageFacts.unsaved(SITE.title("Page").orElseThrow(), Instant.EPOCH);
    return EXPANDER.expand(
        page,
        text(random, 60),
        new ExpandScript.TestPages(pages),
        new Allowance(TextLimits.DEFAULT));
  }

  private static String text(Random random, int pieces) {
    var text = new StringBuilder();
    for (int i = random.nextInt(pieces); i >= 0; i--) {
      if (random.nextInt(4) > 0) {
        text.append(PIECES[random.nextInt(PIECES.length)]);
      } else {
        call(random, text);
      }
    }
    return text.toString();
  }

  private static void call(Random random, StringBuilder text) {
    text.append("{{").append(FUNCTIONS[random.nextInt(FUNCTIONS.length)]).append(':');
    for (int i = random.nextInt(4); i >= 0; i--) {
      if (random.nextInt(3) == 0) {
        text.append(PIECES[random.nextInt(PIECES.length)]);
      }
      text.append(ARGUMENTS[random.nextInt(ARGUMENTS.length)]);
      text.append(i > 0 ? "|" : "");
    }
    text.append("}}");
  }

  private static void assertMarkers(Expanded expanded) {
    assertMarkers(expanded.text(), expanded.strips().size());
    assertMarkers(expanded.sortKey().orElse(""), 0);
    for (int i = 0; i < expanded.strips().size(); i++) {
      // A body has markers of earlier strips only, so there is no cycle.
      assertMarkers(expanded.strips().get(i).body().orElse(""), i);
    }
  }

  private static void assertMarkers(String text, int strips) {
    int at = text.indexOf(Strip.MARK);
    while (at >= 0) {
      int end = text.indexOf(Strip.MARK, at + 1);
      assertThat(end).as("end of a marker in %s", text).isGreaterThan(at);
      assertThat(Integer.parseInt(text.substring(at + 1, end))).isBetween(0, strips - 1);
      at = text.indexOf(Strip.MARK, end + 1);
    }
  }
}
