package org.portolan.data.internal.access;

import java.util.List;
import org.portolan.data.Trace;
import org.portolan.engine.Get;
import org.portolan.engine.Reader;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;

/** Reads of an engine or a transaction, each counted in a trace if there is one. */
public record Access(Reader reader, Trace trace) {

  /** Reads rows in one round trip; makes no round trip if there is nothing to read. */
  public List<Row> get(List<Get> gets) {
    if (gets.isEmpty()) {
      return List.of();
    }
    List<Row> rows = reader.get(gets);
    if (trace != null) {
      long bytes = 0;
      for (Row row : rows) {
        bytes += row.bytes();
      }
      trace.read(gets.size(), bytes);
    }
    return rows;
  }

  /** Reads one page in one round trip. */
  public ScanPage scan(Scan scan) {
    ScanPage page = reader.scan(scan);
    count(List.of(page));
    return page;
  }

  /** Reads a page of each scan, all in one round trip. */
  public List<ScanPage> scanAll(List<Scan> scans) {
    List<ScanPage> pages = reader.scanAll(scans);
    count(pages);
    return pages;
  }

  private void count(List<ScanPage> pages) {
    if (trace != null) {
      int keys = 0;
      long bytes = 0;
      for (ScanPage page : pages) {
        keys += page.rows().size();
        for (Row row : page.rows()) {
          bytes += row.bytes();
        }
      }
      trace.read(keys, bytes);
    }
  }
}
