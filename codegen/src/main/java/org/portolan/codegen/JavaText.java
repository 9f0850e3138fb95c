package org.portolan.codegen;

import java.util.List;
import java.util.TreeSet;

/**
 * A source file that is being written, in the format of google-java-format: lines of at most 100
 * characters wherever a name of the design is not too long for that.
 */
final class JavaText {
  private static final int WIDTH = 100;
  private static final String STEP = "  ";
  private static final String CONTINUED = "    ";

  private final String head;
  private final StringBuilder body = new StringBuilder();
  private final TreeSet<String> imports = new TreeSet<>();
  private String indent = "";

  /**
   * @param head the lines before the imports
   */
  JavaText(String head) {
    this.head = head;
  }

  /** Imports a class. */
  void use(String... classNames) {
    imports.addAll(List.of(classNames));
  }

  void line(String content) {
    body.append(indent).append(content).append('\n');
  }

  /** Declares a field without a value. */
  void field(String type, String name) {
    String declared = "private final " + type;
    if (fits(indent + declared + " " + name + ";")) {
      line(declared + " " + name + ";");
    } else {
      line(declared);
      line(CONTINUED + name + ";");
    }
  }

  /** Assigns the value of a call. */
  void assign(String name, Call value) {
    if (fits(indent + name + " = " + value + ";")) {
      line(name + " = " + value + ";");
    } else {
      line(name + " =");
      indent += CONTINUED;
      statement(value);
      indent = indent.substring(CONTINUED.length());
    }
  }

  /** Writes a constant that is a name of the design. */
  void constant(String name, String value) {
    String declared = "public static final String " + name + " =";
    String text = "\"" + value + "\";";
    if (fits(indent + declared + " " + text)) {
      line(declared + " " + text);
    } else {
      line(declared);
      line(CONTINUED + text);
    }
  }

  /** Writes lines as a text block. */
  void block(String further, List<String> lines, String tail) {
    line(further + "\"\"\"");
    lines.forEach(
        content -> body.append(content.isEmpty() ? "" : indent + further + content).append('\n'));
    line(further + "\"\"\"" + tail);
  }

  void blank() {
    body.append('\n');
  }

  /** Begins a block. */
  void open(String content) {
    line(content + " {");
    indent += STEP;
  }

  /** Begins a block behind a signature. */
  void open(Call signature) {
    write(signature, " {", false);
    indent += STEP;
  }

  void close() {
    indent = indent.substring(STEP.length());
    line("}");
  }

  /** Writes a method whose body is one statement. */
  void method(Call signature, Call statement) {
    open(signature);
    statement(statement);
    close();
  }

  void statement(Call statement) {
    write(statement, ";", true);
  }

  /**
   * Writes a call on one line, or with all arguments on the next, or with each on its own.
   *
   * @param fill whether short names share lines, as arguments do and parameters do not
   */
  private void write(Call call, String tail, boolean fill) {
    if (fits(indent + call + tail)) {
      line(call + tail);
      return;
    }
    line(call.head() + "(");
    String before = indent;
    indent += CONTINUED;
    if (fits(indent + call.flatArguments() + ")" + tail)) {
      line(call.flatArguments() + ")" + tail);
    } else if (fill && call.isOfShortNames()) {
      fill(call.flatArguments() + ")" + tail, indent, indent);
    } else {
      int last = call.arguments().size() - 1;
      for (int index = 0; index <= last; index++) {
        String end = index < last ? "," : ")" + tail;
        if (call.arguments().get(index) instanceof Call nested) {
          write(nested, end, fill);
        } else {
          line(call.arguments().get(index) + end);
        }
      }
    }
    indent = before;
  }

  /** Documents the next declaration in one sentence or more. */
  void document(String text) {
    if (fits(indent + "/** " + text + " */")) {
      line("/** " + text + " */");
    } else {
      document(text, List.of());
    }
  }

  /** Documents the next declaration, with tags such as {@code @param}. */
  void document(String text, List<String> tags) {
    line("/**");
    fill(text, indent + " * ", indent + " * ");
    if (!tags.isEmpty()) {
      line(" *");
      tags.forEach(tag -> fill(tag, indent + " * ", indent + " *     "));
    }
    line(" */");
  }

  /** Writes words, as many to a line as fit. */
  private void fill(String text, String first, String following) {
    StringBuilder current = new StringBuilder(first);
    int empty = first.length();
    for (String word : text.split(" ", -1)) {
      boolean begun = current.length() > empty;
      if (begun && !fits(current + " " + word)) {
        body.append(current).append('\n');
        current = new StringBuilder(following);
        empty = following.length();
        begun = false;
      }
      current.append(begun ? " " : "").append(word);
    }
    body.append(current).append('\n');
  }

  private static boolean fits(String line) {
    return line.length() <= WIDTH;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(head).append('\n');
    imports.forEach(name -> text.append("import ").append(name).append(";\n"));
    return text.append(imports.isEmpty() ? "" : "\n").append(body).toString();
  }
}
