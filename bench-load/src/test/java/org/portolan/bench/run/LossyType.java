package org.portolan.bench.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.load.Progress;
import org.portolan.bench.load.Verification;
import org.portolan.bench.load.Worker;
import org.portolan.bench.load.Workload;
import org.portolan.bench.load.WorkloadType;

/** Writes to a store in memory that acknowledges every write and loses some of them. */
final class LossyType {
  /** The number of writes that the store has lost, for the test to compare with. */
  final AtomicLong lost = new AtomicLong();

  /** The number of acknowledged writes. */
  final AtomicLong acknowledged = new AtomicLong();

  WorkloadType type() {
    return new WorkloadType(
        "lossy",
        "Writes that are acknowledged, some of them lost.",
        List.of(Parameter.whole("lose-one-in", 0, 1_000_000, 7, "Which writes are lost; 0: none.")),
        options -> new Lossy(options.number("lose-one-in")));
  }

  private final class Lossy implements Workload {
    private final long loseOneIn;
    private final Map<Long, Long> store = new ConcurrentHashMap<>();

    private Lossy(long loseOneIn) {
      this.loseOneIn = loseOneIn;
    }

    @Override
    public String name() {
      return "lossy";
    }

    @Override
    public Map<String, String> configuration() {
      Map<String, String> configuration = new TreeMap<>();
      configuration.put("lose-one-in", Long.toString(loseOneIn));
      configuration.put("also", "kept in order");
      return configuration;
    }

    @Override
    public List<String> operations() {
      return List.of("write", "never-done");
    }

    @Override
    public void prepare(Progress progress) {
      progress.reached(1, 1, "rows");
    }

    @Override
    public Worker worker(int number, long seed) {
      return () -> {
        long key = acknowledged.incrementAndGet();
        if (loseOneIn > 0 && key % loseOneIn == 0) {
          lost.incrementAndGet();
        } else {
          store.put(key, key);
        }
        return Outcome.ok(0);
      };
    }

    @Override
    public Optional<Verification> verifyAtEnd() {
      List<String> findings = new ArrayList<>();
      long wrong = 0;
      for (long key = 1; key <= acknowledged.get(); key++) {
        if (store.get(key) == null) {
          wrong++;
          findings.add("key " + key + " was acknowledged and is not there");
        }
      }
      return Optional.of(new Verification(acknowledged.get(), wrong, findings));
    }

    @Override
    public void close() {
      store.clear();
    }
  }
}
