package org.portolan.bench.workload.trace;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A line of a trace in one of WikiBench's forms (van Baaren 2009; the data of Urdaneta et al.
 * 2009). The raw form is {@code counter time URL flag}, the time in seconds with a fraction ({@code
 * 1191194118.711}) or a date ({@code 2010-05-27T09:31:55.63}), the flag {@code save} or {@code -}.
 * TraceBench turns it into {@code time path flag}: the time in milliseconds, the path without a
 * leading slash, and, if a page was saved and its text is known, {@code edittime|text}, with the
 * text encoded as in a form.
 *
 * @param millis since 1970
 * @param url of the request; only the raw form has a host
 * @param save whether the request changed a page
 * @param text the saved text, if the trace has it
 */
record TraceLine(long millis, String url, boolean save, Optional<String> text) {
  private static final Pattern SECONDS = Pattern.compile("\\d{1,12}\\.\\d{1,9}");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");
  private static final String SAVE = "save";
  private static final String NOTHING = "-";

  /** Reads a line; empty if it has none of the forms. */
  static Optional<TraceLine> parse(String line) {
    String[] words = line.split(" ", -1);
    boolean raw = words.length == 4 && NUMBER.matcher(words[0]).matches();
    if (!raw && words.length != 3) {
      return Optional.empty();
    }
    int first = raw ? 1 : 0;
    Optional<Long> millis = millis(words[first]);
    String url = words[first + 1];
    String data = words[first + 2];
    int bar = data.indexOf('|');
    boolean known = data.equals(NOTHING) || data.equals(SAVE) || bar >= 0;
    if (millis.isEmpty() || url.isEmpty() || !known) {
      return Optional.empty();
    }
    if (bar < 0) {
      return Optional.of(new TraceLine(millis.get(), url, data.equals(SAVE), Optional.empty()));
    }
    try {
      String text = URLDecoder.decode(data.substring(bar + 1), StandardCharsets.UTF_8);
      return Optional.of(new TraceLine(millis.get(), url, true, Optional.of(text)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<Long> millis(String time) {
    if (SECONDS.matcher(time).matches()) {
      int dot = time.indexOf('.');
      String thousandths = (time.substring(dot + 1) + "00").substring(0, 3);
      return Optional.of(Long.parseLong(time.substring(0, dot) + thousandths));
    }
    if (NUMBER.matcher(time).matches()) {
      return Optional.of(Long.parseLong(time));
    }
    try {
      return Optional.of(LocalDateTime.parse(time).toInstant(ZoneOffset.UTC).toEpochMilli());
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
