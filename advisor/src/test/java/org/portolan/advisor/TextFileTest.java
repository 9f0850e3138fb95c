package org.portolan.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextFileTest {
  private static final int START = 10;

  @TempDir Path directory;

  private String read(byte[] bytes, String damage) throws IOException {
    Path file = Files.write(directory.resolve("file"), bytes);
    try (TextFile text = TextFile.open(file, START)) {
      StringWriter all = new StringWriter();
      assertThat(text.start()).hasSizeLessThanOrEqualTo(START);
      text.transferTo(all);
      assertThat(text.damage()).contains(damage);
      assertThat(all.toString()).startsWith(text.start());
      return all.toString();
    }
  }

  private static byte[] compressed(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  @Test
  void plainCompressedAndUtf16Files_areTheSameText() throws IOException {
    String text = "select 'é' from t;\n".repeat(50);
    assertThat(read(text.getBytes(StandardCharsets.UTF_8), "")).isEqualTo(text);
    assertThat(read(compressed(text), "")).isEqualTo(text);
    assertThat(read(text.getBytes(StandardCharsets.UTF_16), "")).isEqualTo(text);
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    joined.write(compressed(text));
    joined.write(compressed(text));
    assertThat(read(joined.toByteArray(), "")).isEqualTo(text + text);
  }

  @Test
  void compressedFileCutAnywhere_givesWhatIsBefore() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 3000; i++) {
      text.append("select ").append(i * 7919 % 100_003).append(" from t;\n");
    }
    byte[] whole = compressed(text.toString());
    for (int length = 2; length < whole.length; length += 97) {
      assertThat(text.toString()).startsWith(read(Arrays.copyOf(whole, length), "compressed file"));
    }
    assertThat(read(Arrays.copyOf(whole, whole.length / 2), "cut off").length())
        .isGreaterThan(text.length() / 4);
  }

  @Test
  void emptyLog_isReadAsNoStatements() throws IOException {
    RelationalReader reader = new RelationalReader();
    Path empty = Files.write(directory.resolve("empty.log"), new byte[0]);
    reader.readLog(empty, Optional.empty(), Optional.empty(), count -> {});
    assertThat(reader.model().workload().count()).isZero();
    assertThat(reader.model().files()).hasSize(1);
  }
}
