package org.portolan.cli;

import org.portolan.design.Design;
import picocli.CommandLine.IVersionProvider;

/** The text that {@code portolan --version} prints. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = Portolan.class.getPackage().getImplementationVersion();
    return new String[] {
      "portolan " + (version == null ? "(not packaged)" : version),
      "design format " + Design.FORMAT_VERSION,
      "Java " + Runtime.version()
    };
  }
}
