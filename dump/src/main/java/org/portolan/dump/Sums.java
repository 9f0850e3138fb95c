package org.portolan.dump;

import java.util.LinkedHashMap;
import java.util.Map;

/** The file {@code SHA256SUMS}, in the form that {@code sha256sum -c} reads. */
final class Sums {
  private final Map<String, byte[]> contents = new LinkedHashMap<>();
  private final StringBuilder text = new StringBuilder();

  void add(String name, byte[] content) {
    contents.put(name, content);
    add(name, DumpFiles.sha256(content));
  }

  void add(String name, String sha256) {
    text.append(sha256).append("  ").append(name).append('\n');
  }

  /** Returns the small files that were added whole. */
  Map<String, byte[]> contents() {
    return contents;
  }

  String text() {
    return text.toString();
  }
}
