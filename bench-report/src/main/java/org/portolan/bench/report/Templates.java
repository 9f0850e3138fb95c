package org.portolan.bench.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.TemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.portolan.bench.api.Text;

/** Fills the precompiled templates of {@code src/main/jte}. Thread-safe. */
final class Templates {
  private static final TemplateEngine ENGINE =
      TemplateEngine.createPrecompiled(null, ContentType.Html, null, "org.portolan.bench.report");

  private Templates() {}

  /** Returns a template's text about the object that is its only parameter. */
  static String fill(String template, Object subject) {
    var output = new StringOutput();
    ENGINE.render(template + ".jte", subject, new Visible(output));
    return output.toString();
  }

  /**
   * Escapes each value as jte does, and shows the characters that neither HTML nor SVG may contain:
   * control characters as the pictures that Unicode has of them, others by their number.
   */
  private static final class Visible extends OwaspHtmlTemplateOutput {
    private static final int DELETE = 0x7f;
    private static final int DELETE_PICTURE = 0x2421;
    private static final int PICTURES = 0x2400;

    Visible(TemplateOutput output) {
      super(output);
    }

    @Override
    public void writeUserContent(String value) {
      super.writeUserContent(
          value == null || value.codePoints().noneMatch(Visible::isHidden)
              ? value
              : value.codePoints().mapToObj(Visible::shown).collect(Collectors.joining()));
    }

    private static boolean isHidden(int character) {
      return Character.isISOControl(character)
          || Character.getType(character) == Character.SURROGATE
          || (character & 0xfffe) == 0xfffe;
    }

    private static String shown(int character) {
      if (!isHidden(character)) {
        return Character.toString(character);
      }
      if (character < ' ') {
        return Character.toString(PICTURES + character);
      }
      return character == DELETE
          ? Character.toString(DELETE_PICTURE)
          : Text.format("\\u%04X", character);
    }
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
