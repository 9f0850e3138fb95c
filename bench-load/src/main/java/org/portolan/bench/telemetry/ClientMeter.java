package org.portolan.bench.telemetry;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The processor time of this process, including garbage collection. */
final class ClientMeter implements Meter {
  @Override
  public String kind() {
    return "processor of the client";
  }

  @Override
  public String source() {
    return "processor time of the generator's process, including its garbage collection and this"
        + " sampling";
  }

  @Override
  public void read(Sweep sweep) {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
      sweep.counter(Sample.CLIENT, Figure.PROCESSOR_NANOS, "", system.getProcessCpuTime());
    }
  }
}
