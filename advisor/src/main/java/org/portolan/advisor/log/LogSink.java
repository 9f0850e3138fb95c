package org.portolan.advisor.log;

/** Receives what a reader finds in a log, in the order of the file. */
public interface LogSink {
  void statement(LogStatement statement);

  /** Reports a line, or several from it, that belong to no statement and to no known message. */
  void unreadable(long line, String text);
}
