package org.portolan.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A self-contained HTML page of headings, texts, tables and charts, in the style of reports: it
 * loads nothing, and needs no script. Used by one thread.
 */
public final class Document {
  private final String title;
  private final List<Block> blocks = new ArrayList<>();

  /** A part of the page. */
  sealed interface Block {}

  record Heading(String text) implements Block {}

  /**
   * A paragraph.
   *
   * @param style a class of the style sheet, or empty
   */
  record Paragraph(String text, String style) implements Block {}

  record Rows(List<String> heads, List<List<String>> rows) implements Block {}

  record Picture(Chart chart) implements Block {}

  public Document(String title) {
    this.title = title;
  }

  public Document heading(String text) {
    blocks.add(new Heading(text));
    return this;
  }

  public Document text(String text) {
    blocks.add(new Paragraph(text, ""));
    return this;
  }

  /** Adds a text that explains another one. */
  public Document note(String text) {
    blocks.add(new Paragraph(text, "soft"));
    return this;
  }

  /**
   * Adds a text that says whether something is as it should be.
   *
   * @param good null if that is open
   */
  public Document verdict(String text, Boolean good) {
    blocks.add(new Paragraph(text, good == null ? "" : good ? "good" : "bad"));
    return this;
  }

  /**
   * Adds a table.
   *
   * @param rows each with as many cells as there are heads, one at least
   */
  public Document table(List<String> heads, List<List<String>> rows) {
    blocks.add(new Rows(List.copyOf(heads), List.copyOf(rows)));
    return this;
  }

  public Document chart(Chart chart) {
    blocks.add(new Picture(chart));
    return this;
  }

  String title() {
    return title;
  }

  List<Block> blocks() {
    return blocks;
  }

  /** Returns the page. */
  public String html() {
    return Templates.fill("document", this);
  }

  /**
   * Writes the page.
   *
   * @throws UncheckedIOException if that fails; the message names the file
   */
  public void write(Path file) {
    try {
      Files.writeString(file, html());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }
}
