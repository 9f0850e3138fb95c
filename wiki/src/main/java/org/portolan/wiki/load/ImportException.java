package org.portolan.wiki.load;

import org.portolan.data.DataException;

/** An import or export cannot go on; the message gives the reason and the remedy. */
public class ImportException extends DataException {
  private static final long serialVersionUID = 1L;

  public ImportException(String message) {
    super(message);
  }

  public ImportException(String message, Throwable cause) {
    super(message, cause);
  }
}
