package org.portolan.bench.hostile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.Text;
import org.portolan.bench.hostile.attack.Wire;
import org.portolan.wiki.synthetic.SyntheticWiki;

/**
 * The pages of the synthetic wiki as they must look: those that the calm server sent, which must
 * hold the words of their texts. Nobody changes them, and no hostile page is linked from them.
 */
final class KnownPages {
  private static final int WORDS_CHECKED = 40;

  private final SyntheticWiki wiki;
  private final long[] checksums;
  private final int[] lengths;

  private KnownPages(SyntheticWiki wiki) {
    this.wiki = wiki;
    this.checksums = new long[wiki.pages()];
    this.lengths = new int[wiki.pages()];
  }

  /** Reads all pages from a server that has nothing else to do; this also fills its cache. */
  static KnownPages read(SyntheticWiki wiki, int port) throws IOException {
    KnownPages pages = new KnownPages(wiki);
    HonestClient client = new HonestClient(port);
    for (int number = 0; number < wiki.pages(); number++) {
      Wire.Answer answer = client.fetch(path(number));
      pages.requireItsWords(number, answer);
      pages.checksums[number] = checksum(answer.body());
      pages.lengths[number] = answer.body().length;
      if (!pages.isRight(number, client.fetch(rendered(number)))) {
        throw new BenchmarkFailedException(
            Text.format("page %s is another one if it is rendered anew", path(number)));
      }
    }
    return pages;
  }

  /** Checks against the source, which the server has not made: its words, in their order. */
  private void requireItsWords(int number, Wire.Answer answer) {
    String source = wiki.page(number).revisions().get(0).text();
    String html = answer.text();
    int at = html.indexOf("<h1>" + SyntheticWiki.tag(number) + "</h1>");
    for (String word :
        Arrays.stream(source.split("[^A-Za-z]+", -1))
            .filter(each -> !each.isEmpty())
            .limit(WORDS_CHECKED)
            .toList()) {
      at = at < 0 ? -1 : html.indexOf(word, at);
    }
    if (answer.status() != 200 || at < 0) {
      throw new BenchmarkFailedException(
          Text.format(
              "page %s was not served with its words: status %d", path(number), answer.status()));
    }
  }

  int count() {
    return checksums.length;
  }

  static String path(int number) {
    return "/wiki/" + SyntheticWiki.tag(number);
  }

  /** Returns the address at which a page is rendered anew at each request. */
  static String rendered(int number) {
    return path(number) + "?redirect=no";
  }

  /** Returns whether an answer is this page, byte by byte. */
  boolean isRight(int number, Wire.Answer answer) {
    return answer.status() == 200
        && answer.body().length == lengths[number]
        && checksum(answer.body()) == checksums[number];
  }

  private static long checksum(byte[] bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    return checksum.getValue();
  }

  /** Returns the differing part of a wrong answer, for a message. */
  static String shown(Wire.Answer answer) {
    String text = new String(answer.body(), StandardCharsets.UTF_8);
    int notice = text.indexOf("class=\"limit\"");
    int at = Math.max(0, notice);
    return Text.format(
        "status %d, %d bytes: %s",
        answer.status(),
        answer.body().length,
        text.substring(at, Math.min(text.length(), at + 200)).replace('\n', ' '));
  }
}
