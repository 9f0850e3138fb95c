package org.portolan.wiki.load;

import org.portolan.data.DataException;

/** An import or export cannot go on; the message says why and what to do. */
public class ImportException extends DataException {
  private static final long serialVersionUID = 1L;

  public ImportException(String message) {
    super(message);
  }

  public ImportException(String message, Throwable cause) {
    super(message, cause);
  }
}
