package org.portolan.bench.api;

import java.io.PrintWriter;

/** The output of a benchmark: head, tables, and the summary as its last line. */
public final class Report {
  private final PrintWriter out;

  private Report(PrintWriter out) {
    this.out = out;
  }

  /** Prints the head at once, so that a reader knows which benchmark is running. */
  public static Report begin(Benchmark benchmark, BenchOptions options, PrintWriter out) {
    out.println(benchmark.description());
    out.println("run: portolan bench run " + benchmark.name() + " " + options.commandLine());
    out.println(Machine.text());
    out.println();
    out.flush();
    return new Report(out);
  }

  /** Prints text that ends with a line's end. */
  public void text(String text) {
    out.print(text);
    out.flush();
  }

  public void table(Table table) {
    text(table.text());
  }

  public void end(Summary summary) {
    out.println();
    out.println(summary.line());
    out.flush();
  }
}
