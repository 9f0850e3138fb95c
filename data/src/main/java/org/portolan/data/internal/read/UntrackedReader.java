package org.portolan.data.internal.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Reader;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.Transaction;

/**
 * The reads of a transaction that changes nothing. The transaction remembers each row that it gets,
 * to validate it, but no row that it scans. So every get is a scan of one row here, and memory does
 * not grow with the number of reads. Used by one thread.
 */
public record UntrackedReader(Transaction transaction) implements Reader {

  @Override
  public List<Row> get(List<Get> gets) {
    List<Row> rows = new ArrayList<>(gets.size());
    for (Get get : gets) {
      Scan scan =
          new Scan(
              get.table(),
              KeyRange.startingWith(get.key()),
              false,
              1,
              Scan.BYTES_DEFAULT,
              get.families());
      List<Row> found = transaction.scan(scan).rows();
      rows.add(
          found.isEmpty() ? new Row(get.key(), Map.of(), Map.of(), Map.of(), 0) : found.get(0));
    }
    return rows;
  }

  @Override
  public ScanPage scan(Scan scan) {
    return transaction.scan(scan);
  }

  @Override
  public void scanAll(List<Scan> scans, Consumer<ScanPage> receiver) {
    transaction.scanAll(scans, receiver);
  }

  @Override
  public OptionalLong stateNumber() {
    return transaction.stateNumber();
  }
}
