package org.portolan.advisor.log;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Logs of PostgreSQL 15 and later as JSON, an object in each line. */
final class PostgresJsonLog implements LogReader {
  private static final JsonFactory JSON = new JsonFactory();

  @Override
  public void read(LineSource lines, LogSink sink) throws IOException {
    PostgresMessages messages = new PostgresMessages(sink);
    for (String line = lines.next(); line != null; line = lines.next()) {
      if (!line.isBlank()) {
        take(line, lines, messages, sink);
      }
    }
    messages.flush();
  }

  private static void take(String line, LineSource lines, PostgresMessages messages, LogSink sink) {
    String severity = "";
    String message = "";
    String detail = "";
    String session = "";
    long millis = -1;
    try (JsonParser json = JSON.createParser(line)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        sink.unreadable(lines.number(), line);
        return;
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        switch (name) {
          case "error_severity" -> severity = json.getText();
          case "message" -> message = json.getText();
          case "detail" -> detail = json.getText();
          case "session_id" -> session = json.getText();
          case "timestamp" -> millis = LogTime.iso(json.getText(), 0);
          default -> json.skipChildren();
        }
      }
    } catch (IOException e) {
      // A torn line.
      sink.unreadable(lines.number(), line);
      return;
    }
    if (severity.equals("LOG")) {
      messages.message(session, message, detail, lines.number(), millis, lines.isCut());
    }
  }
}
