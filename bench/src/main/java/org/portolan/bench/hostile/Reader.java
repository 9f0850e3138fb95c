package org.portolan.bench.hostile;

import java.io.IOException;
import java.util.random.RandomGenerator;
import org.portolan.bench.hostile.Seen.End;
import org.portolan.bench.hostile.attack.Wire;
import org.portolan.bench.random.Seeds;

/** Honest readers. The pages of a reader follow from the seed and the number of the request. */
final class Reader {
  /** So many pages are viewed all the time, and so stay in the server's cache. */
  static final int HOT_PAGES = 100;

  private final KnownPages pages;
  private final Seen seen;
  private final long seed;

  Reader(KnownPages pages, Seen seen, long seed) {
    this.pages = pages;
    this.seen = seen;
    this.seed = seed;
  }

  OpenLoop.Client cached(int port) {
    HonestClient client = new HonestClient(port);
    return (number, due) -> {
      int page = random("cached", number).nextInt(Math.min(HOT_PAGES, pages.count()));
      view(client, HonestKind.CACHED, page, KnownPages.path(page), due);
    };
  }

  /** Views a page rendered anew, and then at once as it may have been cached. */
  OpenLoop.Client uncached(int port) {
    HonestClient client = new HonestClient(port);
    return (number, due) -> {
      int page = random("uncached", number).nextInt(pages.count());
      view(client, HonestKind.UNCACHED, page, KnownPages.rendered(page), due);
      view(client, HonestKind.AGAIN, page, KnownPages.path(page), System.nanoTime());
    };
  }

  private RandomGenerator random(String name, long number) {
    return new Seeds(seed + number).stream(name);
  }

  private void view(HonestClient client, HonestKind kind, int page, String path, long due) {
    End end;
    try {
      Wire.Answer answer = client.fetch(path);
      end = pages.isRight(page, answer) ? End.RIGHT : HonestClient.other(answer);
      if (end != End.RIGHT) {
        trouble(kind, path, due, KnownPages.shown(answer));
      }
    } catch (IOException e) {
      end = End.FAILED;
      trouble(kind, path, due, e.toString());
    }
    seen.add(kind, due, client.connectingNanos(), end);
  }

  private void trouble(HonestKind kind, String path, long due, String what) {
    seen.trouble(
        org.portolan.bench.api.Text.format(
            "%.1f s, %s %s: %s", seen.second(due), kind.spelling(), path, what));
  }
}
