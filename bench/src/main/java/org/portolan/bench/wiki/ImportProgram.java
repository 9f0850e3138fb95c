package org.portolan.bench.wiki;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.portolan.bench.api.Text;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.load.SyntheticSource;
import org.portolan.wiki.load.WikiImport;
import org.portolan.wiki.storage.ImportState;
import org.portolan.wiki.synthetic.SyntheticWiki;

/** One import in a separate process, so that the memory of the process is that of the import. */
final class ImportProgram {
  static final String RESULT = "result ";

  private ImportProgram() {}

  /** Arguments: store, model, pages, categories, seed. */
  public static void main(String[] arguments) throws IOException {
    WikiModel model = WikiModel.of(arguments[1]);
    int pages = Integer.parseInt(arguments[2]);
    SyntheticWiki wiki =
        new SyntheticWiki(Long.parseLong(arguments[4]), pages, Integer.parseInt(arguments[3]));
    long start = System.nanoTime();
    ImportState state;
    long stored;
    try (Store store = Stores.openOrCreate(arguments[0], model.design());
        SyntheticSource source = new SyntheticSource(wiki, "benchmark")) {
      state = new WikiImport(store, source, false, broken -> {}, reached -> {}).run();
      stored = Wikis.of(store).statistics().pages();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.println(
        RESULT + Text.format("%d %d %.3f %d", stored, state.failed(), seconds, peakMemoryKib()));
  }

  /** Returns the largest resident set so far, in KiB; 0 if Linux does not report it. */
  private static long peakMemoryKib() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return 0;
    }
    List<String> lines = Files.readAllLines(status);
    return lines.stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElse(0);
  }
}
