package org.portolan.bench.run;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
      for (Path at = from; at != null; at = at.getParent()) {
        if (Files.exists(at.resolve(".git"))) {
          Path home = at;
          String changes =
              git(home, "status", "--porcelain", "--untracked-files=no").orElse("").isEmpty()
                  ? ""
                  : "+changes";
          return git(home, "rev-parse", "HEAD").map(commit -> commit + changes).orElse(UNKNOWN);
        }
      }
    } catch (URISyntaxException | IOException e) {
      return UNKNOWN;
    }
    return UNKNOWN;
  }

  private static Optional<String> git(Path home, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("git", "-C", home.toString()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    try {
      return process.waitFor() == 0 ? Optional.of(output) : Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
