package org.portolan.wiki.synthetic;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.portolan.wiki.PageHistory;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.SiteInfo;

/**
 * The wiki of Klencke 2010, section 6.2: pages of {@value #TEXT_BYTES} bytes of Lorem ipsum, each
 * with {@value #LINKS} links to uniformly chosen pages, at even distances. Each page has one
 * revision and is a function of the seed and its number alone, so any range can be generated
 * anywhere, in any order, on any thread. Immutable and thread-safe.
 */
public final class SyntheticWiki {
  /** The size of a page's text, including links, without categories. */
  public static final int TEXT_BYTES = 8_192;

  public static final int LINKS = 10;

  private static final Instant FIRST_EDIT = Instant.parse("2010-01-01T00:00:00Z");

  private final long seed;
  private final int pages;
  private final int categories;

  /** A wiki without categories, as in the paper. */
  public SyntheticWiki(long seed, int pages) {
    this(seed, pages, 0);
  }

  /**
   * @param pages the number of pages, numbered from 0
   * @param categories if more than 0, page n is in category n modulo this
   */
  public SyntheticWiki(long seed, int pages, int categories) {
    if (pages < 1) {
      throw new IllegalArgumentException("pages must be positive but are " + pages);
    }
    if (categories < 0) {
      throw new IllegalArgumentException("categories must not be negative but are " + categories);
    }
    this.seed = seed;
    this.pages = pages;
    this.categories = categories;
  }

  /**
   * Returns the name of a page: each digit becomes two letters, 0 Aa, 1 Bb and so on, so that page
   * 523 is "FfCcDd".
   */
  public static String tag(int number) {
    if (number < 0) {
      throw new IllegalArgumentException("number must not be negative but is " + number);
    }
    var digits = Integer.toString(number);
    var tag = new StringBuilder(2 * digits.length());
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(i) - '0';
      tag.append((char) ('A' + digit)).append((char) ('a' + digit));
    }
    return tag.toString();
  }

  public SiteInfo site() {
    return SiteInfo.standard("Synthetic wiki", "en");
  }

  /** Returns the number of pages. */
  public int pages() {
    return pages;
  }

  /** Returns the pages numbered from {@code from} (inclusive) to {@code to} (exclusive). */
  public Stream<PageHistory> pages(int from, int to) {
    if (from < 0 || to > pages || from > to) {
      throw new IllegalArgumentException(
          "range must lie within 0 to " + pages + " but is " + from + " to " + to);
    }
    return IntStream.range(from, to).mapToObj(this::page);
  }

  /** Returns one page; its id and that of its revision are its number plus 1. */
  public PageHistory page(int number) {
    if (number < 0 || number >= pages) {
      throw new IllegalArgumentException(
          "page number must be from 0 to " + (pages - 1) + " but is " + number);
    }
    var text = text(number);
    var revision =
        new RevisionInfo(
            number + 1L,
            0,
            FIRST_EDIT.plusSeconds(number),
            "Lorem Ipsum",
            "",
            false,
            text.length(),
            RevisionInfo.WIKITEXT);
    return new PageHistory(
        tag(number), Namespace.ARTICLE, number + 1L, List.of(new FullRevision(revision, text)));
  }

  private String text(int number) {
    var random = new Mix(Mix.mixed(seed) ^ number);
    var links = new String[LINKS];
    int linkBytes = 0;
    for (int i = 0; i < LINKS; i++) {
      links[i] = " [[" + tag(random.below(pages)) + "]]";
      linkBytes += links[i].length();
    }
    int length = TEXT_BYTES - linkBytes;
    int starts = LoremIpsum.CORPUS.length() - length - LoremIpsum.WORD_CHARACTERS_MAX;
    int start = LoremIpsum.wordStart(random.below(starts));
    var places = new int[LINKS];
    for (int i = 0; i < LINKS; i++) {
      places[i] = LoremIpsum.wordEnd(start + random.below(length), start + length);
    }
    Arrays.sort(places);
    var text = new StringBuilder(TEXT_BYTES + 32);
    int copied = start;
    for (int i = 0; i < LINKS; i++) {
      text.append(LoremIpsum.CORPUS, copied, places[i]).append(links[i]);
      copied = places[i];
    }
    text.append(LoremIpsum.CORPUS, copied, start + length);
    if (categories > 0) {
      text.append("\n\n[[Category:Section ").append(number % categories).append("]]");
    }
    return text.toString();
  }

  /**
   * The SplitMix64 generator of Steele, Lea and Flood 2014; the platform's own generator does not
   * promise the same numbers in each release.
   */
  private static final class Mix {
    private static final long GAMMA = 0x9E3779B97F4A7C15L;
    private long state;

    Mix(long state) {
      this.state = state;
    }

    int below(int bound) {
      state += GAMMA;
      return (int) Long.remainderUnsigned(mixed(state), bound);
    }

    static long mixed(long value) {
      long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
      mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
      return mixed ^ (mixed >>> 31);
    }
  }
}
