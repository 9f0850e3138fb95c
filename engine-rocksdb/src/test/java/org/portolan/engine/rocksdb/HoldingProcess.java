package org.portolan.engine.rocksdb;

import java.io.IOException;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;

/** Opens a store, prints {@code open}, and keeps the store open until its input ends. */
final class HoldingProcess {
  private HoldingProcess() {}

  /** Takes the URI. */
  public static void main(String[] arguments) throws IOException {
    try (var engine = Engines.open(arguments[0], OpenMode.CREATE_IF_MISSING)) {
      engine.createTable(CommittingProcess.ROWS);
      System.out.println("open");
      System.out.flush();
      while (System.in.read() >= 0) {}
    }
  }
}
