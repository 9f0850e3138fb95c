package org.portolan.codegen;

/**
 * A generated source file.
 *
 * @param className the simple name of its class
 * @param text ASCII, with line breaks of one character
 */
public record JavaFile(String className, String text) {

  /** Returns the name of the file in the directory of its package. */
  public String fileName() {
    return className + ".java";
  }
}
