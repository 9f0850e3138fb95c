package org.portolan.bench.api;

/** Something that was measured went wrong, so that its figures would mean nothing. */
public final class BenchmarkFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BenchmarkFailedException(String message) {
    super(message);
  }

  public BenchmarkFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
