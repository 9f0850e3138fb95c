package org.portolan.advisor.log;

import java.io.IOException;

/** Reads one format. Stateless and thread-safe; a file may begin and end anywhere. */
interface LogReader {
  void read(LineSource lines, LogSink sink) throws IOException;
}
