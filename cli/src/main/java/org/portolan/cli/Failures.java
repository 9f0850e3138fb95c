package org.portolan.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import org.portolan.design.InvalidDesignException;

/** Failures as text for people: one line, or a line for each problem of a design. */
final class Failures {
  private static final int FAILED = 1;

  private Failures() {}

  static int report(Throwable failure, PrintWriter err, boolean verbose) {
    err.println("portolan: " + message(failure));
    if (verbose) {
      failure.printStackTrace(err);
    }
    err.flush();
    return FAILED;
  }

  private static String message(Throwable failure) {
    if (failure instanceof InvalidDesignException invalid) {
      return invalid.listing();
    }
    if (failure instanceof NoSuchFileException missing) {
      return "there is no file " + missing.getMessage();
    }
    if (failure instanceof UncheckedIOException io) {
      return message(io.getCause());
    }
    if (failure instanceof IOException || failure.getMessage() == null) {
      return failure.getClass().getSimpleName() + ": " + failure.getMessage();
    }
    boolean ours = failure.getClass().getName().startsWith("org.portolan.");
    return ours || failure instanceof IllegalArgumentException
        ? failure.getMessage()
        : failure + " (a bug in Portolan; --verbose shows where)";
  }
}
