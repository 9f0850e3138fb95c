package org.portolan.cli.wiki;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The port to listen on that a command line names, 0 for any. */
public final class PortConverter implements ITypeConverter<Integer> {
  private static final int PORT_MAX = 65_535;

  @Override
  public Integer convert(String value) {
    try {
      int port = Integer.parseInt(value);
      if (port >= 0 && port <= PORT_MAX) {
        return port;
      }
    } catch (NumberFormatException e) {
      // Told below, with the numbers that are ports.
    }
    throw new TypeConversionException(
        "'" + value + "' is not a port; a port is a number from 0 to " + PORT_MAX);
  }
}
