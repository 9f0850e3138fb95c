package org.portolan.bench.run;

import java.nio.file.Path;

/**
 * A saved file that is not as it was written. The message names the file, the place, the remedy.
 */
final class DamagedFileException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private DamagedFileException(Path file, String fault, Throwable cause) {
    super(file + " is " + fault + "; copy the directory again, or measure again", cause);
  }

  /**
   * Makes the exception.
   *
   * @param place the line or key with a wrong value, and the rule for it
   */
  static DamagedFileException at(Path file, String place, Throwable cause) {
    return new DamagedFileException(file, "damaged: " + place, cause);
  }

  static DamagedFileException at(Path file, String place) {
    return at(file, place, null);
  }

  static DamagedFileException missing(Path file, Throwable cause) {
    return new DamagedFileException(file, "missing", cause);
  }
}
