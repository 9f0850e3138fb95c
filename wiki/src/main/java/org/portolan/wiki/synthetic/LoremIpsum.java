package org.portolan.wiki.synthetic;

/** A long text of Lorem ipsum; pages are different portions of it. */
final class LoremIpsum {
  private static final int CORPUS_CHARACTERS = 1 << 16;
  private static final int SENTENCES_PER_PARAGRAPH = 5;

  private static final String[] SENTENCES = {
    "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut"
        + " labore et dolore magna aliqua.",
    "Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea"
        + " commodo consequat.",
    "Duis aute irure dolor in reprehenderit in voluptate velit esse cillum dolore eu fugiat nulla"
        + " pariatur.",
    "Excepteur sint occaecat cupidatat non proident, sunt in culpa qui officia deserunt mollit"
        + " anim id est laborum.",
    "Sed ut perspiciatis unde omnis iste natus error sit voluptatem accusantium doloremque"
        + " laudantium.",
    "Nemo enim ipsam voluptatem quia voluptas sit aspernatur aut odit aut fugit.",
    "Neque porro quisquam est, qui dolorem ipsum quia dolor sit amet, consectetur, adipisci"
        + " velit.",
    "Quis autem vel eum iure reprehenderit qui in ea voluptate velit esse quam nihil molestiae"
        + " consequatur.",
    "At vero eos et accusamus et iusto odio dignissimos ducimus qui blanditiis praesentium"
        + " voluptatum deleniti atque corrupti.",
    "Temporibus autem quibusdam et aut officiis debitis aut rerum necessitatibus saepe eveniet.",
    "Itaque earum rerum hic tenetur a sapiente delectus.",
  };

  static final String CORPUS = corpus();

  /** No word is longer than this, and no portion begins nearer to the end. */
  static final int WORD_CHARACTERS_MAX = 64;

  private LoremIpsum() {}

  /** Returns the start of the first word after a place. */
  static int wordStart(int from) {
    int space = CORPUS.indexOf(' ', from);
    return space < 0 ? from : space + 1;
  }

  /** Returns the end of the word at a place, but not past {@code last}. */
  static int wordEnd(int from, int last) {
    int space = CORPUS.indexOf(' ', from);
    return space < 0 ? last : Math.min(space, last);
  }

  private static String corpus() {
    var corpus = new StringBuilder(CORPUS_CHARACTERS);
    // Steps of 7 and 3 through the sentences, so that paragraphs differ.
    for (int i = 0; corpus.length() < CORPUS_CHARACTERS; i++) {
      corpus.append(SENTENCES[(i * 7 + i / SENTENCES.length * 3) % SENTENCES.length]);
      corpus.append((i + 1) % SENTENCES_PER_PARAGRAPH == 0 ? "\n\n" : " ");
    }
    return corpus.toString();
  }
}
