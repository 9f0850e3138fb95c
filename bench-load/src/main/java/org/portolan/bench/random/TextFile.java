package org.portolan.bench.random;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Traces as text, plain or compressed by gzip; the first bytes show which. */
public final class TextFile {
  private TextFile() {}

  /** Opens a file; the caller closes it. */
  public static BufferedReader open(Path file) throws IOException {
    InputStream bytes = new BufferedInputStream(Files.newInputStream(file));
    bytes.mark(2);
    boolean compressed = bytes.read() == 0x1f && bytes.read() == 0x8b;
    bytes.reset();
    return new BufferedReader(
        new InputStreamReader(
            compressed ? new GZIPInputStream(bytes) : bytes, StandardCharsets.UTF_8));
  }
}
