package org.portolan.bench.rerun;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.LiveLine;

/** The process of one repeat: reads a manifest, repeats its run, writes the result. */
final class RerunProgram {
  private RerunProgram() {}

  public static void main(String[] arguments) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    try {
      Rerun.of(Path.of(arguments[0]), Map.of("out", arguments[1])).run(out, LiveLine.NONE);
    } catch (BenchmarkFailedException | IllegalArgumentException e) {
      out.println(e.getMessage());
      System.exit(1);
    }
    System.exit(0);
  }
}
