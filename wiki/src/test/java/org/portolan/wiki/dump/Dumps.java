package org.portolan.wiki.dump;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.sevenz.SevenZArchiveEntry;
import org.apache.commons.compress.archivers.sevenz.SevenZOutputFile;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.portolan.wiki.dump.DumpItem.BrokenPage;
import org.portolan.wiki.dump.DumpItem.DumpPage;

/** Dumps made for tests, and their content. */
final class Dumps {
  static final String HEADER = "<mediawiki version=\"0.10\" xml:lang=\"en\">\n";
  static final String FOOTER = "</mediawiki>\n";

  private Dumps() {}

  static String page(int number) {
    return page("<title>Page " + number + "</title><id>" + number + "</id>", revision(number));
  }

  static String page(String head, String revisions) {
    return "<page>" + head + revisions + "</page>\n";
  }

  static String revision(long id) {
    return "<revision><id>"
        + id
        + "</id><timestamp>2009-03-22T09:37:03Z</timestamp>"
        + "<contributor><username>Ann</username></contributor>"
        + "<text>Text "
        + id
        + "</text></revision>";
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] gzip(byte[] content) {
    return compressed(content, GZIPOutputStream::new);
  }

  static byte[] bzip2(byte[] content) {
    return compressed(content, stream -> new BZip2CompressorOutputStream(stream, 1));
  }

  static byte[] sevenZip(Path directory, byte[] content) throws IOException {
    var file = Files.createTempFile(directory, "dump", ".7z");
    try (var archive = new SevenZOutputFile(file.toFile())) {
      var entry = new SevenZArchiveEntry();
      entry.setName("dump.xml");
      archive.putArchiveEntry(entry);
      archive.write(content);
      archive.closeArchiveEntry();
    }
    return Files.readAllBytes(file);
  }

  static byte[] compressed(Path directory, String kind, byte[] xml) throws IOException {
    return switch (kind) {
      case "gz" -> gzip(xml);
      case "bz2" -> bzip2(xml);
      case "7z" -> sevenZip(directory, xml);
      default -> xml;
    };
  }

  static DumpReader open(String xml, DumpOptions options) {
    return DumpReader.open(new ByteArrayInputStream(utf8(xml)), "test.xml", options);
  }

  static List<DumpItem> readAll(String xml) {
    return readAll(open(xml, DumpOptions.all()));
  }

  /** Reads all items and closes the reader. */
  static List<DumpItem> readAll(DumpReader reader) {
    try (reader) {
      var items = new ArrayList<DumpItem>();
      for (var item = reader.next(); item.isPresent(); item = reader.next()) {
        items.add(item.get());
      }
      return items;
    }
  }

  static List<String> titles(List<DumpItem> items) {
    return items.stream().map(Dumps::title).toList();
  }

  private static String title(DumpItem item) {
    if (item instanceof DumpPage page) {
      return page.history().title();
    }
    var broken = (BrokenPage) item;
    return "broken '" + broken.title() + "': " + broken.reason();
  }

  private interface Compressor {
    OutputStream over(OutputStream stream) throws IOException;
  }

  private static byte[] compressed(byte[] content, Compressor compressor) {
    var bytes = new ByteArrayOutputStream();
    try (var stream = compressor.over(bytes)) {
      stream.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
