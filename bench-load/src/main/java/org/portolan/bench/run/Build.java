package org.portolan.bench.run;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The running build of Portolan: its version and the commit of the checkout that it was built in.
 */
record Build(String version, String commit) {
  private static final String UNKNOWN = "unknown";

  static Build find() {
    String version = Build.class.getPackage().getImplementationVersion();
    return new Build(version == null ? "unpackaged" : version, commitOfCheckout());
  }

  private static String commitOfCheckout() {
    try {
      Path from = Path.of(Build.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      Process process =
          new ProcessBuilder(
                  "git",
                  "-C",
                  from.getParent().toString(),
                  "describe",
                  "--always",
                  "--abbrev=40",
                  "--exclude=*",
                  "--dirty=+changes")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String commit =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return process.waitFor() == 0 ? commit : UNKNOWN;
    } catch (URISyntaxException | IOException e) {
      return UNKNOWN;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return UNKNOWN;
    }
  }
}
