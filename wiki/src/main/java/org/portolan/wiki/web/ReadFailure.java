package org.portolan.wiki.web;

import java.util.Locale;
import org.portolan.engine.StoreException;
import org.portolan.engine.UnavailableException;
import org.portolan.wikitext.message.Messages;

/** The reasons of a failed read, with the messages for the reader. */
enum ReadFailure {
  UNAVAILABLE(503),
  FAILED(503),
  BROKEN(500);

  private final int status;

  ReadFailure(int status) {
    this.status = status;
  }

  static ReadFailure of(RuntimeException failure) {
    if (failure instanceof UnavailableException) {
      return UNAVAILABLE;
    }
    return failure instanceof StoreException ? FAILED : BROKEN;
  }

  int status() {
    return status;
  }

  String reason(Messages messages) {
    return messages.of("read." + name().toLowerCase(Locale.ROOT));
  }

  String advice(Messages messages) {
    return messages.of("read." + name().toLowerCase(Locale.ROOT) + ".advice");
  }
}
