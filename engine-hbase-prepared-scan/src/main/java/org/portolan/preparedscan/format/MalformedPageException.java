package org.portolan.preparedscan.format;

/** Bytes are not what the format says: another version, or damaged on the way. */
public final class MalformedPageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  MalformedPageException(String message) {
    super(
        message + "; client and endpoint may be of different releases; deploy the endpoint again");
  }
}
