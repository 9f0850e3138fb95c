package org.portolan.cluster.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The life of an archive, with JVMs that really write and use it. */
class ClassArchivesTest {
  private static final String ROLE = "greeter";
  private static final Optional<String> RECORDER = Optional.of("feed.greeter-1");

  /** The JVM's output for a class that it took from our archive, not from its own. */
  private static final String FROM_ARCHIVE = "Greeter source: shared objects file (top)";

  @TempDir Path directory;
  private Path jars;

  /** A small server. */
  public static final class Greeter {
    private Greeter() {}

    /** Greets. */
    public static void main(String[] arguments) {
      System.out.println("good morning");
    }
  }

  @BeforeEach
  void makeJar() throws IOException {
    jars = Files.createDirectory(directory.resolve("jars"));
    String entry = Greeter.class.getName().replace('.', '/') + ".class";
    try (ZipOutputStream jar =
            new ZipOutputStream(Files.newOutputStream(jars.resolve("greeter.jar")));
        InputStream content = Greeter.class.getResourceAsStream("/" + entry)) {
      jar.putNextEntry(new ZipEntry(entry));
      content.transferTo(jar);
    }
    // Like a cluster's configuration, this directory is on the class path and not shared.
    Files.writeString(Files.createDirectory(directory.resolve("conf")).resolve("site"), "here");
  }

  @Test
  void take_serverEnded_keepsTheArchiveThatTheNextUses() throws Exception {
    Launcher.Jvm first = new ClassArchives(jars).with(jvm(), ROLE, RECORDER);
    assertThat(run(first)).contains("good morning").doesNotContain(FROM_ARCHIVE);

    new ClassArchives(jars).take(RECORDER.get());

    assertThat(files())
        .singleElement()
        .asString()
        .matches(".*/greeter-[0-9a-f]{8}-[0-9a-f]{8}.jsa");
    Launcher.Jvm second = new ClassArchives(jars).with(jvm(), ROLE, RECORDER);
    assertThat(second.options()).contains("-XX:SharedArchiveFile=" + files().get(0));
    assertThat(run(second)).contains("good morning").contains(FROM_ARCHIVE);
  }

  @Test
  void with_archiveDamaged_deletesItAndWritesAnother() throws Exception {
    makeArchive();
    Path archive = files().get(0);
    byte[] content = Files.readAllBytes(archive);
    content[content.length / 2] ^= 1;
    rewrite(archive, content);

    Launcher.Jvm jvm = new ClassArchives(jars).with(jvm(), ROLE, RECORDER);

    assertThat(files()).isEmpty();
    assertThat(run(jvm)).contains("good morning").doesNotContain(FROM_ARCHIVE);
    new ClassArchives(jars).take(RECORDER.get());
    assertThat(run(new ClassArchives(jars).with(jvm(), ROLE, RECORDER))).contains(FROM_ARCHIVE);
  }

  @Test
  void with_archiveCutShort_isNotGivenToTheJvmWhichWouldCrash() throws Exception {
    makeArchive();
    Path archive = files().get(0);
    byte[] content = Files.readAllBytes(archive);
    rewrite(archive, Arrays.copyOf(content, content.length / 2));

    Launcher.Jvm jvm = new ClassArchives(jars).with(jvm(), ROLE, Optional.empty());

    assertThat(jvm).isEqualTo(jvm());
    assertThat(files()).isEmpty();
  }

  @Test
  void with_jarsChangedMeanwhile_startsWithoutTheArchive() throws Exception {
    makeArchive();
    Launcher.Jvm jvm = new ClassArchives(jars).with(jvm(), ROLE, RECORDER);
    assertThat(jvm.options()).contains("-XX:SharedArchiveFile=" + files().get(0));

    touchJar();

    assertThat(run(jvm)).contains("good morning").doesNotContain(FROM_ARCHIVE);
  }

  @Test
  void with_archiveGoneMeanwhile_startsWithoutIt() throws Exception {
    makeArchive();
    Launcher.Jvm jvm = new ClassArchives(jars).with(jvm(), ROLE, RECORDER);

    Files.delete(files().get(0));

    assertThat(run(jvm)).contains("good morning").doesNotContain(FROM_ARCHIVE);
  }

  @Test
  void with_otherJars_doesNotLookAtTheArchive() throws Exception {
    makeArchive();
    Path older = files().get(0);
    touchJar();

    makeArchive();

    assertThat(files()).hasSize(1).doesNotContain(older);
  }

  @Test
  void with_fewerCompilers_usesTheArchiveAllTheSame() throws Exception {
    makeArchive();
    Launcher.Jvm other = jvm().with(List.of("-XX:TieredStopAtLevel=1"));

    Launcher.Jvm jvm = new ClassArchives(jars).with(other, ROLE, Optional.empty());

    assertThat(run(jvm)).contains("good morning").contains(FROM_ARCHIVE);
  }

  @Test
  void take_serverKilledWhileItWrote_keepsNothing() throws IOException {
    Launcher.Jvm jvm = new ClassArchives(jars).with(jvm(), ROLE, RECORDER);
    String option = jvm.options().get(jvm.options().size() - 2);
    Files.write(Path.of(option.substring(option.indexOf('=') + 1)), new byte[4096]);

    new ClassArchives(jars).take(RECORDER.get());

    assertThat(files()).isEmpty();
  }

  @Test
  void with_noPlaceToKeepIt_changesNothing() throws IOException {
    Files.createFile(jars.resolve("archives"));

    assertThat(new ClassArchives(jars).with(jvm(), ROLE, RECORDER)).isEqualTo(jvm());
    new ClassArchives(jars).take(RECORDER.get());
  }

  @Test
  void with_anotherServerRecords_changesNothing() {
    assertThat(new ClassArchives(jars).with(jvm(), ROLE, Optional.empty())).isEqualTo(jvm());
  }

  private void touchJar() throws IOException {
    Files.setLastModifiedTime(
        jars.resolve("greeter.jar"), FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
  }

  private void makeArchive() throws Exception {
    run(new ClassArchives(jars).with(jvm(), ROLE, RECORDER));
    new ClassArchives(jars).take(RECORDER.get());
    assertThat(files()).hasSize(1);
  }

  private Launcher.Jvm jvm() {
    return new Launcher.Jvm(
        Path.of(System.getProperty("java.home")),
        "-Dportolan.test=greeter",
        List.of("-Xlog:class+load"),
        List.of(jars + "/*", directory.resolve("conf").toString()),
        Greeter.class.getName(),
        List.of());
  }

  private String run(Launcher.Jvm jvm) throws Exception {
    Path log = Files.createTempFile(directory, "run", ".log");
    Process process =
        Launcher.launch(List.of(), jvm, directory.resolve("arguments/greeter"), directory, log);
    String output = process.waitFor() + "\n" + Files.readString(log);
    assertThat(output).startsWith("0\n");
    return output;
  }

  private List<Path> files() throws IOException {
    Path archives = jars.resolve("archives");
    if (!Files.isDirectory(archives)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(archives)) {
      return files.sorted().toList();
    }
  }

  /** Replaces a file: the JVM writes archives as read-only files. */
  private static void rewrite(Path file, byte[] content) throws IOException {
    Files.delete(file);
    Files.write(file, content);
  }
}
