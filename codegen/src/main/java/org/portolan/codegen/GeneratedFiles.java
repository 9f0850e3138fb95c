package org.portolan.codegen;

/** How many files a generation has written, left as they were, and deleted. */
public record GeneratedFiles(int written, int unchanged, int deleted) {
  @Override
  public String toString() {
    return "written=" + written + " unchanged=" + unchanged + " deleted=" + deleted;
  }
}
