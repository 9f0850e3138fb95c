package org.portolan.codegen;

import java.util.List;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.DesignWriter;

/** Writes the class that holds the design itself. */
final class DesignClass {
  private DesignClass() {}

  static JavaFile of(Design design, ClassNames names, String head) {
    JavaText source = new JavaText(head);
    source.use(Design.class.getName(), DesignReader.class.getName());
    source.document("The design '" + design.name() + "', to open its stores with. Thread-safe.");
    source.open("public final class " + names.design());
    text(source, written(design));
    source.blank();
    source.line("private " + names.design() + "() {}");
    source.blank();
    source.document("Returns the design.");
    source.open("public static Design design()");
    source.line("return DesignReader.read(TEXT, \"" + design.name() + "\");");
    source.close();
    source.close();
    return new JavaFile(names.design(), source.toString());
  }

  private static String written(Design design) {
    String text = DesignWriter.write(design);
    if (!DesignReader.read(text, design.name()).equals(design)) {
      throw new GenerationException(
          "cannot write the design '"
              + design.name()
              + "' into a class: it would be read as another one (a bug in Portolan)");
    }
    return text;
  }

  private static void text(JavaText source, String text) {
    source.line("private static final String TEXT =");
    List<List<String>> blocks = TextBlocks.of(text);
    if (blocks.size() == 1) {
      source.block("    ", blocks.get(0), ";");
      return;
    }
    // One constant would be too large for a class.
    source.line("    String.join(");
    source.line("        \"\",");
    for (int index = 0; index < blocks.size(); index++) {
      source.block("        ", blocks.get(index), index < blocks.size() - 1 ? "," : ");");
    }
  }
}
