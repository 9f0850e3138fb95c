package org.portolan.wikitext.text;

/**
 * Recognises the text of a redirect: "#REDIRECT [[Target]]", with the word in any of the languages
 * below. Latvian and Latgalian have no such word. Every wiki accepts all words: at the start of a
 * page none has another meaning.
 */
final class RedirectWords {
  private static final String[] WORDS = {
    "REDIRECT",
    "RINVIA", // it
    "RINVIO",
    "RIMANDO",
    "WEITERLEITUNG", // de
    "REDIRECTION", // fr
    "REDIRECCIÓN", // es
    "REDIRECCION",
    "ПЕРЕНАПРАВЛЕНИЕ", // ru
    "ПЕРЕНАПР",
    "REDIRECIONAMENTO", // pt
    "DOORVERWIJZING", // nl
    "PATRZ", // pl
    "PRZEKIERUJ",
    "TAM", // pl
    "OMDIRIGERING", // sv
    "PŘESMĚRUJ", // cs
    "OHJAUS", // fi
    "UUDELLEENOHJAUS",
    "ПЕРЕНАПРАВЛЕННЯ", // uk
  };

  private RedirectWords() {}

  /**
   * Returns the start of the target in the redirect's link, after the brackets, or -1 if the text
   * is no redirect.
   */
  static int targetStart(String text) {
    int at = skipSpace(text, 0);
    if (at == text.length() || text.charAt(at) != '#') {
      return -1;
    }
    int wordEnd = wordEnd(text, at + 1);
    if (wordEnd < 0) {
      return -1;
    }
    at = skipSpace(text, wordEnd);
    if (at < text.length() && text.charAt(at) == ':') {
      at = skipSpace(text, at + 1);
    }
    return text.startsWith("[[", at) ? at + 2 : -1;
  }

  private static int wordEnd(String text, int from) {
    int end = -1;
    for (var word : WORDS) {
      if (text.regionMatches(true, from, word, 0, word.length())) {
        end = Math.max(end, from + word.length());
      }
    }
    return end;
  }

  private static int skipSpace(String text, int from) {
    int at = from;
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }
}
