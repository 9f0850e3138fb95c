package org.portolan.codegen;

/** Classes cannot be generated. Nothing was written. */
public final class GenerationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  GenerationException(String message) {
    super(message);
  }
}
