package org.portolan.integration;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.Wikis;

/**
 * The program of a {@link ClientProcess}: {@link Writers} that go on until they get the command to
 * stop, are killed, or lose their parent. It prints a line for each event of an {@link Observer}.
 */
final class WritersProcess {
  static final String ACKNOWLEDGED = "acknowledged";
  static final String CALLED = "called";
  static final String FAILED = "failed";
  static final char STOP = 's';

  /** Separates a failure's message from its stack trace, and the lines of the trace. */
  static final String LINE = "\u2028";

  private WritersProcess() {}

  /**
   * Takes a store's URI, its model, the file of the ledger, the number of the first writer, the
   * number of writers, the seed, and the milliseconds by which the data layer's wall clock is
   * ahead.
   */
  public static void main(String[] arguments) throws IOException {
    WikiModel model = WikiModel.of(arguments[1]);
    int first = Integer.parseInt(arguments[3]);
    int count = Integer.parseInt(arguments[4]);
    long seed = Long.parseLong(arguments[5]);
    Observer observer = telling(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    Duration ahead = Duration.ofMillis(Long.parseLong(arguments[6]));
    Store store = Stores.openOrCreate(arguments[0], model.design(), clockAhead(ahead));
    Ledger ledger = new Ledger(Path.of(arguments[2]));
    Writers writers = new Writers(Wikis.of(store), ledger, observer, first, count, seed).start();
    if (System.in.read() != STOP) {
      // The parent is dead.
      Runtime.getRuntime().halt(1);
    }
    writers.stop();
    store.close();
    ledger.close();
  }

  /** Returns options with a wall clock that is ahead by this time. */
  static StoreOptions clockAhead(Duration time) {
    InstantSource right = InstantSource.system();
    return StoreOptions.DEFAULT.at(() -> right.instant().plus(time));
  }

  private static Observer telling(PrintStream output) {
    return new Observer() {
      @Override
      public void acknowledged(int writer) {
        output.println(ACKNOWLEDGED + " " + writer);
      }

      @Override
      public void failed(Throwable failure) {
        String text = failure.getMessage() + "\n" + Observation.stackTrace(failure);
        output.println(FAILED + " " + Trouble.of(failure) + " " + text.replaceAll("\\R", LINE));
      }

      @Override
      public void called(long nanoseconds) {
        output.println(CALLED + " " + nanoseconds);
      }
    };
  }
}
