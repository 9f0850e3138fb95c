package org.portolan.preparedscan.format;

/** Bytes do not have the expected format: they are of another version, or damaged. */
public final class MalformedPageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  MalformedPageException(String message) {
    super(
        message + "; client and endpoint may be of different releases; deploy the endpoint again");
  }
}
