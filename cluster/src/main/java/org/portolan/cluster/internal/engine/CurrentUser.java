package org.portolan.cluster.internal.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The user of this process. */
final class CurrentUser {
  private CurrentUser() {}

  /** Returns whether the user is root, under whatever name. */
  static boolean isRoot() {
    try {
      return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException noSuchSystem) {
      return "root".equals(System.getProperty("user.name"));
    }
  }
}
