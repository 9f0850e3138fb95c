package org.portolan.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.portolan.design.InvalidDesignException;
import org.portolan.engine.InvalidUriException;
import org.portolan.engine.StoreMissingException;
import org.portolan.jdbc.InvalidJdbcUrlException;

/** Failures as text for people: one line, or a line for each problem of a design. */
final class Failures {
  private static final int FAILED = 1;
  private static final int WRONG_USAGE = 2;

  private Failures() {}

  static int report(Throwable failure, PrintWriter err, boolean verbose) {
    err.println("portolan: " + message(failure));
    if (verbose) {
      failure.printStackTrace(err);
    }
    err.flush();
    boolean wrongUsage =
        failure instanceof InvalidUriException || failure instanceof InvalidJdbcUrlException;
    return wrongUsage ? WRONG_USAGE : FAILED;
  }

  static String message(Throwable failure) {
    if (failure instanceof InvalidDesignException invalid) {
      return invalid.listing();
    }
    if (failure instanceof StoreMissingException) {
      return failure.getMessage()
          + "; check the name, or create it: a store by import or migrate, a wiki by wiki import or"
          + " wiki generate";
    }
    if (failure instanceof UncheckedIOException unchecked) {
      return message(unchecked, unchecked.getCause());
    }
    if (failure instanceof IOException io) {
      return reason(io, "");
    }
    if (failure.getMessage() == null) {
      return failure.getClass().getSimpleName() + " (a bug in Portolan; --verbose shows where)";
    }
    boolean ours = failure.getClass().getName().startsWith("org.portolan.");
    return ours || failure instanceof IllegalArgumentException
        ? withoutClass(failure)
        : failure + " (a bug in Portolan; --verbose shows where)";
  }

  /** A message that quotes its cause quotes the reason only. */
  private static String withoutClass(Throwable failure) {
    String message = failure.getMessage();
    if (!(failure.getCause() instanceof IOException cause)) {
      return message;
    }
    String quoted = cause.toString();
    return message.replace(quoted, reason(cause, message.replace(quoted, "")));
  }

  /** The constructor without a message takes over the cause as its message. */
  private static String message(UncheckedIOException failure, IOException cause) {
    String act = failure.getMessage();
    return act == null || act.equals(cause.toString())
        ? reason(cause, "")
        : act + ": " + reason(cause, act);
  }

  /** Names the file of a failure unless {@code said} has named it. */
  private static String reason(IOException failure, String said) {
    if (failure instanceof FileSystemException ofFile && ofFile.getFile() != null) {
      String reason = reason(ofFile);
      return said.contains(ofFile.getFile()) ? reason : ofFile.getFile() + ": " + reason;
    }
    if (failure instanceof CharacterCodingException) {
      return "it is not valid UTF-8";
    }
    return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
  }

  private static String reason(FileSystemException failure) {
    if (failure instanceof NoSuchFileException) {
      Path directory = Path.of(failure.getFile()).getParent();
      return directory != null && !Files.exists(directory)
          ? "there is no directory " + directory
          : "there is no such file";
    }
    if (failure instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (failure instanceof FileAlreadyExistsException) {
      return "a file of that name exists";
    }
    if (failure instanceof NotDirectoryException) {
      return "it is not a directory";
    }
    return failure.getReason() == null ? failure.getClass().getSimpleName() : failure.getReason();
  }
}
