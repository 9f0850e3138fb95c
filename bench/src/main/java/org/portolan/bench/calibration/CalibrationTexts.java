package org.portolan.bench.calibration;

/** Texts made in advance, so that no measured time is that of making one. */
final class CalibrationTexts {
  private static final int TEXTS = 64;
  private static final String[] SMALL = texts(CalibrationData.SMALL_TEXT_BYTES);
  private static final String[] LARGE = texts(CalibrationData.LARGE_BYTES);

  private CalibrationTexts() {}

  private static String[] texts(int bytes) {
    String[] texts = new String[TEXTS];
    for (int place = 0; place < TEXTS; place++) {
      texts[place] = CalibrationData.text(bytes, place);
    }
    return texts;
  }

  static String of(int bytes, long number) {
    return (bytes == CalibrationData.LARGE_BYTES ? LARGE : SMALL)[(int) (number % TEXTS)];
  }
}
