package org.portolan.bench.rerun;

import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.portolan.bench.api.LiveLine;

/** The process of one repeat: reads a manifest, repeats its run, writes the result. */
final class RerunProgram {
  private RerunProgram() {}

  public static void main(String[] arguments) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    try {
      Rerun.of(Path.of(arguments[0]), Map.of("out", arguments[1])).run(out, LiveLine.NONE);
    } catch (RuntimeException e) {
      // Becomes part of one message; repeated alone, the run shows where it failed.
      out.println(text(e));
      System.exit(1);
    }
    System.exit(0);
  }

  private static String text(RuntimeException failure) {
    if (failure.getMessage() == null) {
      return failure.toString();
    }
    return failure instanceof UncheckedIOException io
        ? io.getMessage() + ": " + io.getCause().getMessage()
        : failure.getMessage();
  }
}
