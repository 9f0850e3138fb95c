package org.portolan.bench.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Fills the precompiled templates of {@code src/main/jte}. Thread-safe. */
final class Templates {
  private static final TemplateEngine ENGINE =
      TemplateEngine.createPrecompiled(null, ContentType.Html, null, "org.portolan.bench.report");

  private Templates() {}

  /** Returns a template's text about the object that is its only parameter. */
  static String fill(String template, Object subject) {
    var output = new StringOutput();
    ENGINE.render(template + ".jte", subject, output);
    return output.toString();
  }

  /** Returns the style sheet, which each page and each file of a chart includes. */
  static String style() {
    try (InputStream file = Templates.class.getResourceAsStream("report.css")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the style of the report", e);
    }
  }
}
