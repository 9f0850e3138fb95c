package org.portolan.bench.workload.wiki;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.load.Workload;
import org.portolan.bench.load.WorkloadType;
import org.portolan.bench.random.Distribution;
import org.portolan.bench.random.Distributions;

/** The wiki's workloads on the command line. */
public final class WikiWorkloadType implements WorkloadType {
  private final WikiMix mix;

  private WikiWorkloadType(WikiMix mix) {
    this.mix = mix;
  }

  /** Returns all types. */
  public static List<WorkloadType> all() {
    return Stream.of(WikiMix.values())
        .map(mix -> (WorkloadType) new WikiWorkloadType(mix))
        .toList();
  }

  @Override
  public String name() {
    return mix.spelling();
  }

  @Override
  public String description() {
    return mix.description();
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> parameters = new ArrayList<>(WikiOptions.parameters());
    parameters.add(2, WikiOptions.pages());
    parameters.add(3, Parameter.distribution(mix.distribution(), "The distribution of pages"));
    return parameters;
  }

  @Override
  public Workload open(BenchOptions options) {
    Distribution distribution = Distributions.parse(options.text("distribution"));
    return new WikiWorkload(
        mix,
        WikiOptions.open(options),
        distribution,
        options.integer("pages"),
        options.number("seed"));
  }
}
