package org.portolan.bench.workload.wiki;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Text;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.load.Progress;
import org.portolan.bench.load.Worker;
import org.portolan.bench.load.WorkloadType;
import org.portolan.bench.random.Distribution;
import org.portolan.bench.random.Distributions;
import org.portolan.bench.random.Sampler;
import org.portolan.bench.random.Seeds;
import org.portolan.bench.random.Skew;
import org.portolan.bench.workload.wiki.WikiMix.Act;

/** A mix of operations on a wiki. */
public final class WikiWorkload extends WikiLoad {
  /** The name of the workload that only edits. */
  public static final String EDITS = WikiMix.EDITS.spelling();

  private final WikiMix mix;
  private final Distribution distribution;
  private final int pages;
  private final int reopen;
  private final long seed;
  private final List<Act> acts;

  /**
   * Takes over an open wiki.
   *
   * @param pages the number of pages with which an empty wiki is filled
   * @param reopen how often an edit opens its page again after an edit conflict
   */
  WikiWorkload(
      WikiMix mix, WikiAccess wiki, Distribution distribution, int pages, int reopen, long seed) {
    super(wiki);
    this.mix = mix;
    this.distribution = distribution;
    this.pages = pages;
    this.reopen = reopen;
    this.seed = seed;
    this.acts = mix.acts();
  }

  /** Returns the types on the command line. */
  public static List<WorkloadType> types() {
    return WikiMix.ALL.stream().map(WikiWorkload::type).toList();
  }

  private static WorkloadType type(WikiMix mix) {
    List<Parameter> parameters = new ArrayList<>(WikiOptions.parameters());
    parameters.add(2, WikiOptions.pages());
    parameters.add(3, Parameter.distribution(mix.distribution(), "The distribution of pages"));
    if (mix.edits() > 0) {
      parameters.add(4, WikiOptions.reopen());
    }
    return new WorkloadType(
        mix.spelling(),
        mix.description(),
        parameters,
        options -> {
          Distribution distribution = Distributions.parse(options.text("distribution"));
          return new WikiWorkload(
              mix,
              WikiOptions.open(options),
              distribution,
              options.integer("pages"),
              mix.edits() > 0 ? options.integer("reopen") : 0,
              options.number("seed"));
        });
  }

  @Override
  public String name() {
    return mix.spelling();
  }

  @Override
  public Map<String, String> configuration() {
    Map<String, String> configuration = super.configuration();
    for (Act act : acts) {
      configuration.put(act.spelling(), Text.format("%.1f %%", mix.thousandths(act) / 10.0));
    }
    configuration.put("distribution", distribution.text());
    if (mix.edits() > 0) {
      configuration.put("reopen", Integer.toString(reopen));
    }
    if (ranks() != null) {
      configuration.put("pages", Integer.toString(ranks().size()));
      Seeds seeds = new Seeds(seed);
      Skew skew = Skew.of(distribution, ranks().size(), seeds);
      configuration.put("skew", skew.text());
    }
    return configuration;
  }

  @Override
  public List<String> operations() {
    return acts.stream().map(Act::spelling).toList();
  }

  @Override
  public void prepare(Progress progress) {
    rankPages(pages, seed, progress);
  }

  @Override
  public Worker worker(int number, long runSeed) {
    return new User(number, new Seeds(runSeed));
  }

  private final class User implements Worker {
    private final int number;
    private final RandomGenerator random;
    private final Sampler sampler;
    private final WikiActs does;
    private int created;

    User(int number, Seeds seeds) {
      this.number = number;
      this.random = seeds.stream("operations", number);
      this.sampler = distribution.sampler(ranks().size(), seeds.stream("pages", number));
      this.does = user(number, seeds, reopen);
    }

    @Override
    public Outcome perform() {
      Act act = mix.act(random.nextInt(WikiMix.WHOLE));
      int operation = acts.indexOf(act);
      try {
        return switch (act) {
          case VIEW -> does.view(operation, title());
          case EDIT -> does.edit(operation, title());
          case CREATE -> {
            created++;
            yield does.create(operation, newTitle(number, created));
          }
        };
      } catch (RuntimeException e) {
        return Outcome.of(operation, e);
      }
    }

    private String title() {
      return ranks().title(sampler.next(ranks().size()));
    }
  }
}
