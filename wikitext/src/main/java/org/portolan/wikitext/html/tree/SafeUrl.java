package org.portolan.wikitext.html.tree;

import java.util.Locale;
import java.util.Set;

/** Addresses that a page may lead to. */
public final class SafeUrl {
  /**
   * Schemes with an address behind them, none of which runs what the address says. Those that begin
   * with "//" name a host.
   */
  private static final Set<String> SCHEMES =
      Set.of(
          "http", "https", "ftp", "ftps", "sftp", "irc", "ircs", "gopher", "nntp", "git", "svn",
          "mailto", "news", "tel", "sms", "geo", "urn", "sip", "sips", "xmpp");

  private static final Set<String> WITHOUT_HOST =
      Set.of("mailto", "news", "tel", "sms", "geo", "urn", "sip", "sips", "xmpp");

  private static final int SCHEME_LENGTH_MAX = 8;

  private SafeUrl() {}

  /**
   * Returns the length of the scheme with which an address begins here, "https://" or "mailto:", or
   * 0 if it begins with none of those allowed.
   */
  public static int schemeLength(CharSequence text, int from) {
    int end = from;
    int last = Math.min(text.length(), from + SCHEME_LENGTH_MAX);
    while (end < last && isLetter(text.charAt(end))) {
      end++;
    }
    if (end == from || end >= text.length() || text.charAt(end) != ':') {
      return 0;
    }
    var scheme = text.subSequence(from, end).toString().toLowerCase(Locale.ROOT);
    if (!SCHEMES.contains(scheme)) {
      return 0;
    }
    if (WITHOUT_HOST.contains(scheme)) {
      return end + 1 - from;
    }
    boolean host =
        end + 2 < text.length() && text.charAt(end + 1) == '/' && text.charAt(end + 2) == '/';
    return host ? end + 3 - from : 0;
  }

  private static boolean isLetter(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
  }

  static boolean isExternal(String address) {
    return address.startsWith("//") || schemeLength(address, 0) > 0;
  }

  /** Returns whether an address is local or has an allowed scheme, and no browser doubts it. */
  static boolean isAllowed(String address) {
    for (int i = 0; i < address.length(); i++) {
      char letter = address.charAt(i);
      if (letter <= ' ' || letter == '\\' || (letter >= 0x7F && letter < 0xA0)) {
        return false;
      }
    }
    return address.startsWith("#") || address.startsWith("/") || schemeLength(address, 0) > 0;
  }
}
