package org.portolan.dump;

/**
 * An export, an import or the check of a dump cannot go on; the message names the file or the row,
 * the fault and the remedy. {@link StoreExport} and {@link StoreImport} say what was done before.
 */
public class DumpException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DumpException(String message) {
    super(message);
  }

  public DumpException(String message, Throwable cause) {
    super(message, cause);
  }
}
