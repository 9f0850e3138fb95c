package org.portolan.bench.workload.wiki;

import java.util.ArrayList;
import java.util.List;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.load.Workload;
import org.portolan.bench.load.WorkloadType;
import org.portolan.bench.random.Distribution;
import org.portolan.bench.random.Distributions;

/** The wiki's workloads on the command line. */
public final class WikiWorkloadType {
  private WikiWorkloadType() {}

  /** Returns all types. */
  public static List<WorkloadType> all() {
    return WikiMix.ALL.stream().map(WikiWorkloadType::of).toList();
  }

  private static WorkloadType of(WikiMix mix) {
    List<Parameter> parameters = new ArrayList<>(WikiOptions.parameters());
    parameters.add(2, WikiOptions.pages());
    parameters.add(3, Parameter.distribution(mix.distribution(), "The distribution of pages"));
    return new WorkloadType(
        mix.spelling(), mix.description(), parameters, options -> open(mix, options));
  }

  private static Workload open(WikiMix mix, BenchOptions options) {
    Distribution distribution = Distributions.parse(options.text("distribution"));
    return new WikiWorkload(
        mix,
        WikiOptions.open(options),
        distribution,
        options.integer("pages"),
        options.number("seed"));
  }
}
