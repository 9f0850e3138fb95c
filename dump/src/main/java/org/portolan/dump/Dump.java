package org.portolan.dump;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.EntityDesign;

/**
 * A finished dump in a directory, whose small files are verified: the sums, the manifest, the
 * design, and that each segment is there with its length. The bytes of a segment are verified by
 * {@link #verify}. Immutable, but the files may change.
 */
final class Dump {
  private static final Pattern SUM = Pattern.compile("([0-9a-f]{64})  (\\S+)");

  private final Path directory;
  private final Manifest manifest;
  private final String identity;
  private final Design design;
  private final Map<String, LineCodec> codecs = new LinkedHashMap<>();

  private Dump(Path directory, Manifest manifest, String identity, Design design) {
    this.directory = directory;
    this.manifest = manifest;
    this.identity = identity;
    this.design = design;
    for (EntityDesign entity : design.entities()) {
      codecs.put(entity.name(), new LineCodec(entity));
    }
  }

  /**
   * Opens a dump.
   *
   * @throws DumpException if it is unfinished or damaged; the message lists all that was found
   */
  static Dump open(Path directory) {
    DumpFiles files = new DumpFiles(directory, DumpFiles.Watch.NONE);
    if (!Files.isDirectory(directory)) {
      throw refused(directory, "there is no such directory; name the directory of an export");
    }
    List<String> names = files.names();
    if (names.contains(DumpFiles.LOG)) {
      throw refused(directory, "its export is unfinished; run the same export again to finish it");
    }
    if (!names.contains(DumpFiles.SUMS)) {
      throw refused(
          directory,
          "it has no " + DumpFiles.SUMS + ", which every finished export has; copy the dump again");
    }
    String sums = text(read(directory, DumpFiles.SUMS));
    Map<String, String> expected = parse(directory, sums);
    byte[] manifestBytes = verified(directory, DumpFiles.MANIFEST, expected);
    byte[] design = verified(directory, DumpFiles.DESIGN, expected);
    byte[] unused = verified(directory, DumpFiles.SOURCE, expected);
    Manifest manifest =
        Manifest.read(manifestBytes, directory.resolve(DumpFiles.MANIFEST).toString());
    List<String> findings = findings(directory, names, manifest, expected);
    if (!findings.isEmpty()) {
      throw refused(directory, String.join("; ", findings));
    }
    return new Dump(
        directory,
        manifest,
        DumpFiles.sha256(manifestBytes),
        DesignReader.read(text(design), directory.resolve(DumpFiles.DESIGN).toString()));
  }

  private static DumpException refused(Path directory, String why) {
    return new DumpException("cannot read the dump " + directory + ": " + why);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static byte[] read(Path directory, String name) {
    try {
      return Files.readAllBytes(directory.resolve(name));
    } catch (IOException e) {
      throw refused(
          directory, name + " cannot be read: " + e + "; copy it again from where it came");
    }
  }

  private static Map<String, String> parse(Path directory, String sums) {
    Map<String, String> expected = new LinkedHashMap<>();
    String rest = sums;
    while (!rest.isEmpty()) {
      int end = rest.indexOf('\n');
      Matcher line = SUM.matcher(end < 0 ? "" : rest.substring(0, end));
      if (!line.matches() || expected.put(line.group(2), line.group(1)) != null) {
        throw refused(
            directory,
            DumpFiles.SUMS
                + " is damaged at line "
                + (expected.size() + 1)
                + "; copy it again from where it came");
      }
      rest = rest.substring(end + 1);
    }
    return expected;
  }

  private static byte[] verified(Path directory, String name, Map<String, String> expected) {
    byte[] content = read(directory, name);
    if (!DumpFiles.sha256(content).equals(expected.get(name))) {
      throw refused(
          directory,
          name
              + " does not have the sum in "
              + DumpFiles.SUMS
              + ": one of the two is damaged; copy both again from where they came");
    }
    return content;
  }

  /** Compares the segments with the manifest and the sums, all but their contents. */
  private static List<String> findings(
      Path directory, List<String> names, Manifest manifest, Map<String, String> expected) {
    List<String> findings = new ArrayList<>();
    Set<String> known =
        new HashSet<>(
            List.of(DumpFiles.SUMS, DumpFiles.MANIFEST, DumpFiles.DESIGN, DumpFiles.SOURCE));
    for (Segment segment : manifest.segments()) {
      known.add(segment.file());
      if (!segment.sha256().equals(expected.get(segment.file()))) {
        findings.add(
            "the sum of "
                + segment.file()
                + " in "
                + DumpFiles.SUMS
                + " is not that of the manifest: copy "
                + DumpFiles.SUMS
                + " again from where it came");
      }
      if (!names.contains(segment.file())) {
        findings.add(segment.file() + " is missing: copy it again from where it came");
        continue;
      }
      long length = directory.resolve(segment.file()).toFile().length();
      if (length != segment.fileBytes()) {
        findings.add(
            segment.file()
                + " has "
                + length
                + " bytes instead of "
                + segment.fileBytes()
                + ": copy it again from where it came");
      }
    }
    names.stream()
        .filter(name -> !known.contains(name))
        .forEach(name -> findings.add(name + " does not belong to the dump: remove it"));
    expected.keySet().stream()
        .filter(name -> !known.contains(name))
        .forEach(name -> findings.add(name + " is in " + DumpFiles.SUMS + " only"));
    return findings;
  }

  Manifest manifest() {
    return manifest;
  }

  /** Returns the SHA-256 of the manifest: dumps with the same have the same content. */
  String identity() {
    return identity;
  }

  Design design() {
    return design;
  }

  LineCodec codec(String entity) {
    return codecs.get(entity);
  }

  /**
   * Verifies the bytes of a segment.
   *
   * @throws DumpException if they changed since the export
   */
  void verify(Segment segment) {
    MessageDigest digest = DumpFiles.sha256();
    try (InputStream in = Files.newInputStream(directory.resolve(segment.file()))) {
      byte[] block = new byte[1 << 16];
      for (int count = in.read(block); count >= 0; count = in.read(block)) {
        digest.update(block, 0, count);
      }
    } catch (IOException e) {
      throw refused(directory, segment.file() + " cannot be read: " + e);
    }
    String found = DumpFiles.hex(digest.digest());
    if (!found.equals(segment.sha256())) {
      throw refused(
          directory,
          segment.file()
              + " is damaged: its SHA-256 is "
              + found
              + " instead of "
              + segment.sha256()
              + "; copy it again from where it came, nothing of it was imported");
    }
  }

  /** Opens the lines of a segment; the caller closes them. */
  SegmentReader lines(Segment segment) {
    return new SegmentReader(
        directory.resolve(segment.file()), segment.file(), codecs.get(segment.entity()));
  }
}
