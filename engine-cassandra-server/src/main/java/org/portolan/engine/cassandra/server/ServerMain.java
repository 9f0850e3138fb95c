package org.portolan.engine.cassandra.server;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.cassandra.service.CassandraDaemon;

/** The server's main class: it ends, and removes its directory, when its standard input ends. */
final class ServerMain {
  private ServerMain() {}

  public static void main(String[] arguments) {
    Path directory = Path.of(arguments[0]);
    Thread watcher = new Thread(() -> endWithParent(directory), "parent-watcher");
    watcher.setDaemon(true);
    watcher.start();
    new CassandraDaemon(true).activate();
  }

  private static void endWithParent(Path directory) {
    try {
      while (System.in.read() >= 0) {
        // Only the end of the input counts, not its content.
      }
    } catch (IOException broken) {
      // In this case too, the parent has ended.
    }
    try {
      Directories.delete(directory);
    } finally {
      Runtime.getRuntime().halt(0);
    }
  }
}
