package org.portolan.wikitext.expand;

import java.util.LinkedHashMap;
import java.util.function.Supplier;

/**
 * Keeps the parsed texts that were used last, up to a number of bytes. Thread-safe. Two threads
 * that miss the same text both parse it.
 */
public final class RecentParsedTexts implements ParsedTexts {
  private record Key(String title, long revision, int length, int hash) {}

  private final long bytesMax;
  private final LinkedHashMap<Key, ParsedText> texts = new LinkedHashMap<>(256, 0.75f, true);
  private long bytes;

  public RecentParsedTexts(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  @Override
  public ParsedText get(String title, PageText page, Supplier<ParsedText> parse) {
    var key = new Key(title, page.revision(), page.text().length(), page.text().hashCode());
    synchronized (texts) {
      var kept = texts.get(key);
      if (kept != null) {
        return kept;
      }
    }
    var parsed = parse.get();
    synchronized (texts) {
      if (texts.putIfAbsent(key, parsed) == null) {
        bytes += parsed.weight();
      }
      var oldest = texts.values().iterator();
      while (bytes > bytesMax && oldest.hasNext()) {
        bytes -= oldest.next().weight();
        oldest.remove();
      }
    }
    return parsed;
  }
}
