package org.portolan.wiki.dump;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.sevenz.SevenZFile;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;

/**
 * Opens a dump and detects its format from the content, not from the name: plain XML, gzip, bzip2
 * or 7z.
 */
final class DumpInput {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int MAGIC_BYTES = 6;

  /** The largest dictionary of a 7z archive; Wikipedia's dumps need 32 MiB. */
  private static final int ARCHIVE_MEMORY_KIB_MAX = 256 << 10;

  private DumpInput() {}

  static InputStream open(SeekableByteChannel file) throws IOException {
    var raw = new BufferedInputStream(Channels.newInputStream(file), BUFFER_BYTES);
    if (startsWith(magic(raw), '7', 'z', 0xBC, 0xAF, 0x27, 0x1C)) {
      return openArchive(file.position(0));
    }
    return open(raw);
  }

  /** Opens a stream; a 7z archive needs a file, since its directory is at its end. */
  static InputStream open(InputStream stream) throws IOException {
    var raw = stream.markSupported() ? stream : new BufferedInputStream(stream, BUFFER_BYTES);
    var magic = magic(raw);
    if (magic.length == 0) {
      throw new UnreadableInputException("it is empty");
    }
    if (startsWith(magic, 0x1F, 0x8B)) {
      return new ReadAheadInput(new GZIPInputStream(raw, BUFFER_BYTES));
    }
    if (startsWith(magic, 'B', 'Z', 'h')) {
      return new ReadAheadInput(new BZip2CompressorInputStream(raw, true));
    }
    if (startsWith(magic, '7', 'z', 0xBC, 0xAF)) {
      throw new UnreadableInputException(
          "a 7z archive cannot be read from a stream; give its file");
    }
    refuse(magic, "a Zstandard file", 0x28, 0xB5, 0x2F, 0xFD);
    refuse(magic, "an xz file", 0xFD, '7', 'z', 'X', 'Z');
    refuse(magic, "a zip archive", 'P', 'K', 3, 4);
    if (!mayBeXml(magic)) {
      throw new UnreadableInputException(
          "it is neither XML nor compressed by gzip, bzip2 or 7z;"
              + " give a MediaWiki export file, such as …-pages-articles.xml.bz2");
    }
    return raw;
  }

  private static InputStream openArchive(SeekableByteChannel file) throws IOException {
    var archive =
        SevenZFile.builder()
            .setSeekableByteChannel(file)
            .setMaxMemoryLimitKiB(ARCHIVE_MEMORY_KIB_MAX)
            .get();
    try {
      for (var entry = archive.getNextEntry(); entry != null; entry = archive.getNextEntry()) {
        if (entry.hasStream() && !entry.isDirectory()) {
          return new ReadAheadInput(new ArchiveStream(archive));
        }
      }
      throw new UnreadableInputException("the archive holds no file; give one with an XML export");
    } catch (IOException | RuntimeException e) {
      archive.close();
      throw e;
    }
  }

  private static void refuse(byte[] magic, String what, int... start)
      throws UnreadableInputException {
    if (startsWith(magic, start)) {
      throw new UnreadableInputException(
          "it is " + what + ", which Portolan cannot read; unpack it or compress it with bzip2");
    }
  }

  private static boolean mayBeXml(byte[] magic) {
    boolean byteOrderMark =
        startsWith(magic, 0xEF, 0xBB, 0xBF)
            || startsWith(magic, 0xFE, 0xFF)
            || startsWith(magic, 0xFF, 0xFE);
    return byteOrderMark
        || magic[0] == '<'
        || magic[0] == ' '
        || magic[0] == '\n'
        || magic[0] == '\r'
        || magic[0] == '\t';
  }

  private static byte[] magic(InputStream stream) throws IOException {
    stream.mark(MAGIC_BYTES);
    var magic = stream.readNBytes(MAGIC_BYTES);
    stream.reset();
    return magic;
  }

  private static boolean startsWith(byte[] magic, int... start) {
    if (magic.length < start.length) {
      return false;
    }
    for (int i = 0; i < start.length; i++) {
      if ((magic[i] & 0xFF) != start[i]) {
        return false;
      }
    }
    return true;
  }

  /** The current file of an archive. */
  private static final class ArchiveStream extends InputStream {
    private final SevenZFile archive;

    ArchiveStream(SevenZFile archive) {
      this.archive = archive;
    }

    @Override
    public int read() throws IOException {
      return archive.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return archive.read(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      archive.close();
    }
  }
}
