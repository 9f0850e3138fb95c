package org.portolan.bench.hostile;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.bench.api.Text;
import org.portolan.bench.hostile.Seen.End;
import org.portolan.bench.hostile.attack.Wire;
import org.portolan.wiki.synthetic.SyntheticWiki;

/**
 * An honest editor: opens a form, saves an entry with its number, and reads back what was saved. At
 * the end the histories must hold each acknowledged entry once, and none that was never sent.
 */
final class Diary {
  private static final int PAGES = 10;
  private static final Pattern BASE = Pattern.compile("name=\"base\" value=\"(\\d+)\"");
  private static final Pattern ENTRY = Pattern.compile("entry-number-(\\d+)-");
  private static final Pattern NEXT = Pattern.compile("href=\"([^\"]*[?;&]after=[^\"]*)\"");
  private static final int ANSWERED_LATER = 303;

  private final int port;
  private final Seen seen;
  private final List<Object> locks = new ArrayList<>();
  private final Set<Long> acknowledged = new ConcurrentSkipListSet<>();
  private final Set<Long> unanswered = new ConcurrentSkipListSet<>();

  Diary(int port, Seen seen) {
    this.port = port;
    this.seen = seen;
    for (int page = 0; page < PAGES; page++) {
      locks.add(new Object());
    }
  }

  long acknowledged() {
    return acknowledged.size();
  }

  long unanswered() {
    return unanswered.size();
  }

  private static String title(long number) {
    return "Diary_" + number % PAGES;
  }

  private static String entry(long number) {
    return "entry-number-" + number + "-";
  }

  private static String text(long number) {
    return "This is '''"
        + entry(number)
        + "'''.\n\n== Seen ==\n* [["
        + SyntheticWiki.tag((int) (number % 50))
        + "]]\n* a line that stays\n";
  }

  OpenLoop.Client editor() {
    HonestClient client = new HonestClient(port);
    return (number, due) -> {
      synchronized (locks.get((int) (number % PAGES))) {
        edit(client, number, due);
      }
    };
  }

  private void edit(HonestClient client, long number, long due) {
    HonestKind kind = HonestKind.FORM;
    long start = due;
    try {
      Wire.Answer form = client.fetch("/edit/" + title(number));
      Matcher base = BASE.matcher(form.text());
      boolean opened = form.status() == 200 && base.find();
      record(client, kind, start, opened ? End.RIGHT : HonestClient.other(form), form);
      if (!opened) {
        return;
      }
      kind = HonestKind.SAVE;
      start = System.nanoTime();
      unanswered.add(number);
      Wire.Answer saved = client.submit("/edit/" + title(number), form(number, base.group(1)));
      boolean done = saved.status() == ANSWERED_LATER;
      if (done) {
        acknowledged.add(number);
      }
      if (done || saved.status() == 503) {
        unanswered.remove(number);
      }
      record(client, kind, start, done ? End.RIGHT : HonestClient.other(saved), saved);
      if (!done) {
        return;
      }
      kind = HonestKind.SHOWN;
      start = System.nanoTime();
      Wire.Answer shown = client.fetch("/wiki/" + title(number));
      boolean right =
          shown.status() == 200 && shown.text().contains("This is <b>" + entry(number) + "</b>");
      record(client, kind, start, right ? End.RIGHT : HonestClient.other(shown), shown);
    } catch (IOException e) {
      seen.add(kind, start, client.connectingNanos(), End.FAILED);
      seen.trouble(Text.format("%.1f s, %s: %s", seen.second(start), kind.spelling(), e));
    }
  }

  private void record(
      HonestClient client, HonestKind kind, long start, End end, Wire.Answer answer) {
    seen.add(kind, start, client.connectingNanos(), end);
    if (end != End.RIGHT) {
      seen.trouble(
          Text.format(
              "%.1f s, %s: %s", seen.second(start), kind.spelling(), KnownPages.shown(answer)));
    }
  }

  private static String form(long number, String base) {
    return "action=save&summary="
        + entry(number)
        + "&base="
        + base
        + "&text="
        + URLEncoder.encode(text(number), StandardCharsets.UTF_8);
  }

  /** What the histories of the diary's pages say at the end. */
  record Kept(long lost, long twice, long invented) {
    boolean isRight() {
      return lost == 0 && twice == 0 && invented == 0;
    }
  }

  /** Compares the histories with what was acknowledged; nobody edits any more. */
  Kept kept() throws IOException {
    Map<Long, Integer> found = new HashMap<>();
    HonestClient client = new HonestClient(port);
    for (int page = 0; page < PAGES; page++) {
      Optional<String> path = Optional.of("/history/" + title(page));
      while (path.isPresent()) {
        Wire.Answer answer = client.fetch(path.get());
        Matcher entries = ENTRY.matcher(answer.text());
        while (entries.find()) {
          found.merge(Long.parseLong(entries.group(1)), 1, Integer::sum);
        }
        Matcher next = NEXT.matcher(answer.text());
        path = next.find() ? Optional.of(next.group(1).replace("&amp;", "&")) : Optional.empty();
      }
    }
    Set<Long> sent = new TreeSet<>(acknowledged);
    sent.addAll(unanswered);
    return new Kept(
        acknowledged.stream().filter(number -> !found.containsKey(number)).count(),
        found.values().stream().filter(times -> times > 1).count(),
        found.keySet().stream().filter(number -> !sent.contains(number)).count());
  }
}
