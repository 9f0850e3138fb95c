package org.portolan.advisor.log;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Logs of PostgreSQL as CSV, of all versions: 22 columns to 9.0, 23 to 12, 24 in 13 and 26 since
 * 14, of which the first 15 are the same. A record may have several lines.
 */
final class PostgresCsvLog implements LogReader {
  private static final int TIME = 0;
  private static final int SESSION = 5;
  private static final int SEVERITY = 11;
  private static final int MESSAGE = 13;
  private static final int DETAIL = 14;
  private static final int LINES_MAX = 100_000;

  @Override
  public void read(LineSource lines, LogSink sink) throws IOException {
    PostgresMessages messages = new PostgresMessages(sink);
    StatementText record = new StatementText();
    boolean open = false;
    boolean quoted = false;
    int count = 0;
    for (String line = lines.next(); line != null; line = lines.next()) {
      // A torn record must not swallow those after it.
      if (open && (beginsRecord(line) || count > LINES_MAX)) {
        sink.unreadable(record.line(), record.toString());
        open = false;
      }
      if (open) {
        record.next(line, lines.isCut());
      } else {
        record.start(line, lines.number(), lines.isCut());
        quoted = false;
        count = 0;
      }
      count++;
      quoted ^= line.chars().filter(c -> c == '"').count() % 2 == 1;
      open = quoted;
      if (!open && !line.isBlank()) {
        take(record, messages, sink);
      }
    }
    if (open) {
      sink.unreadable(record.line(), record.toString());
    }
    messages.flush();
  }

  /** A line of a statement hardly begins with a time and a zone before the first comma. */
  private static boolean beginsRecord(String line) {
    return LogTime.iso(line, 0) >= 0 && line.indexOf(',') > 19 && line.indexOf(',') < 40;
  }

  private static void take(StatementText record, PostgresMessages messages, LogSink sink) {
    List<String> fields = fields(record.toString());
    if (fields.size() <= DETAIL || LogTime.iso(fields.get(TIME), 0) < 0) {
      sink.unreadable(record.line(), record.toString());
    } else if (fields.get(SEVERITY).equals("LOG")) {
      messages.message(
          fields.get(SESSION),
          fields.get(MESSAGE),
          fields.get(DETAIL),
          record.line(),
          LogTime.iso(fields.get(TIME), 0),
          record.isCut());
    }
  }

  /** Returns the first fields of a record, as far as they are needed. */
  static List<String> fields(String record) {
    List<String> fields = new ArrayList<>(DETAIL + 1);
    int place = 0;
    while (place <= record.length() && fields.size() <= DETAIL) {
      if (place < record.length() && record.charAt(place) == '"') {
        StringBuilder value = new StringBuilder();
        int end = closing(record, place + 1, value);
        fields.add(value.toString());
        place = end + 1;
      } else {
        int comma = record.indexOf(',', place);
        int end = comma < 0 ? record.length() : comma;
        fields.add(record.substring(place, end));
        place = end + 1;
      }
    }
    return fields;
  }

  /** Appends a value in quotes and returns the place of the comma after it. */
  private static int closing(String record, int from, StringBuilder value) {
    int place = from;
    while (place < record.length()) {
      int quote = record.indexOf('"', place);
      if (quote < 0) {
        break;
      }
      value.append(record, place, quote);
      if (quote + 1 < record.length() && record.charAt(quote + 1) == '"') {
        value.append('"');
        place = quote + 2;
      } else {
        int comma = record.indexOf(',', quote);
        return comma < 0 ? record.length() : comma;
      }
    }
    return record.length();
  }
}
