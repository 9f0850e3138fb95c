package org.portolan.bench.api;

/** A measured operation or program failed, so its figures would mean nothing. */
public final class BenchmarkFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BenchmarkFailedException(String message) {
    super(message);
  }

  public BenchmarkFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
