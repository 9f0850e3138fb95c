package org.portolan.advisor;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.portolan.advisor.log.LogFormat;

/** The format of a log is unknown. */
public final class UnknownFormatException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  UnknownFormatException(Path file) {
    super(
        "cannot read log "
            + file
            + ": its beginning has no line of a known format; name the format: "
            + Arrays.stream(LogFormat.values())
                .map(LogFormat::title)
                .collect(Collectors.joining(", ")));
  }
}
