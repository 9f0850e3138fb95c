package org.portolan.hfiles;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/** The directory in which a load writes its files. Used by one thread. */
final class StagingDirectory implements AutoCloseable {
  private static final String REPLICATION = "dfs.replication";

  /** Region servers move the files away, perhaps as another user. */
  private static final FsPermission FOR_ALL = new FsPermission((short) 0777);

  private final FileSystem fileSystem;
  private final Path path;
  private int number;

  /**
   * Empties the directory {@code name} in {@code parent}, and tries to write there.
   *
   * @throws IOException if it cannot be written
   */
  StagingDirectory(Configuration configuration, Path parent, String name) throws IOException {
    fileSystem = open(configuration, parent);
    path = new Path(parent, name);
    try {
      make(parent);
      removeAll();
      fileSystem.mkdirs(path);
      fileSystem.setPermission(path, FOR_ALL);
      Path probe = new Path(path, "probe");
      try (OutputStream out = fileSystem.create(probe)) {
        out.write(1);
      }
      fileSystem.delete(probe, false);
    } catch (IOException | RuntimeException failure) {
      fileSystem.close();
      throw failure;
    }
  }

  /**
   * Opens the file system. Files get as many copies as those of the servers, unless the settings
   * say otherwise: a client's own default is three.
   */
  private static FileSystem open(Configuration configuration, Path parent) throws IOException {
    FileSystem first = FileSystem.newInstance(parent.toUri(), configuration);
    String[] sources = configuration.getPropertySources(REPLICATION);
    boolean isOurs =
        sources != null
            && sources.length > 0
            && !sources[sources.length - 1].endsWith("-default.xml");
    if (isOurs || first.getUri().getScheme().equals("file")) {
      return first;
    }
    try (first) {
      short replication = first.getServerDefaults(parent).getReplication();
      configuration.setInt(REPLICATION, replication);
    }
    return FileSystem.newInstance(parent.toUri(), configuration);
  }

  /** Makes the directory, but not those around it: a mistyped address must not become one. */
  private void make(Path parent) throws IOException {
    if (fileSystem.exists(parent)) {
      return;
    }
    Path around = parent.getParent();
    if (around == null || !fileSystem.exists(around)) {
      throw new FileNotFoundException("there is no directory " + around);
    }
    fileSystem.mkdirs(parent);
    fileSystem.setPermission(parent, FOR_ALL);
  }

  FileSystem fileSystem() {
    return fileSystem;
  }

  /** Makes another directory for files, and returns its path. */
  Path next() throws IOException {
    number++;
    fileSystem.mkdirs(last());
    fileSystem.setPermission(last(), FOR_ALL);
    return last();
  }

  private Path last() {
    return new Path(path, Integer.toString(number));
  }

  /** Removes the files that are still there: region servers on another file system make copies. */
  void removeLast() throws IOException {
    fileSystem.delete(last(), true);
  }

  private void removeAll() throws IOException {
    fileSystem.delete(path, true);
  }

  /** Removes the directory with all that is left in it. */
  @Override
  public void close() throws IOException {
    try {
      removeAll();
    } finally {
      fileSystem.close();
    }
  }
}
