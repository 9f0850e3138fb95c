package org.portolan.advisor.propose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.advisor.ModelTest;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.infer.Relationship;
import org.portolan.advisor.infer.Statement;
import org.portolan.advisor.serve.Draft;
import org.portolan.advisor.serve.Estimates;
import org.portolan.advisor.serve.IndexChoice;
import org.portolan.advisor.serve.StatementServer;
import org.portolan.advisor.serve.Step;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.shape.ShapeCandidates;
import org.portolan.advisor.target.Target;

/**
 * What the searches keep between drafts is what a server says that knows one draft only: for the
 * models of {@link ModelTest} and random drafts.
 */
class SearchTest {
  private static final int DRAFTS = 60;

  private long seed;

  @BeforeEach
  void seed() {
    seed = Long.getLong("portolan.seed", System.nanoTime());
    System.out.println("portolan.seed=" + seed);
  }

  static Stream<Path> models() throws IOException {
    return ModelTest.models();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("models")
  void statement_ofSomeIndexes_isServedAsByThemAlone(Path directory) throws IOException {
    RelationalModel model = ModelTest.read(directory);
    Random random = new Random(seed);
    for (Target target : Target.values()) {
      Draft proposed = Proposer.propose(model, target, "searched", Choices.NONE).draft();
      Estimates estimates = estimates(model, proposed);
      List<Statement> statements =
          model.statements().stream().filter(one -> one.path().isPresent()).toList();
      Draft wished = wished(proposed, statements, estimates);
      IndexedWork work = new IndexedWork(wished, statements, estimates);
      for (int number = 0; number < DRAFTS; number++) {
        Draft draft = wished;
        for (String table : wished.tables().keySet()) {
          double share = random.nextDouble();
          List<IndexChoice> some = new ArrayList<>(wished.indexes(table));
          some.removeIf(index -> random.nextDouble() >= share);
          Collections.shuffle(some, random);
          draft = draft.with(table, some);
        }
        for (Statement statement : statements) {
          assertThat(work.served(draft, statement))
              .isEqualTo(StatementServer.of(draft, estimates).serve(statement));
        }
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("models")
  void draft_weighedAfterOthers_costsTheSameAsAlone(Path directory) throws IOException {
    RelationalModel model = ModelTest.read(directory);
    Random random = new Random(seed);
    for (Target target : Target.values()) {
      Draft proposed = Proposer.propose(model, target, "searched", Choices.NONE).draft();
      Map<String, List<Shape>> candidates = new LinkedHashMap<>();
      ShapeCandidates shapes =
          new ShapeCandidates(proposed.tables(), sure(model, proposed), model.statements());
      proposed.tables().forEach((name, table) -> candidates.put(name, shapes.of(table).shapes()));
      ShapeSearch search = search(model, proposed, candidates);
      for (int number = 0; number < DRAFTS; number++) {
        Draft draft = proposed;
        for (Map.Entry<String, List<Shape>> entry : candidates.entrySet()) {
          List<Shape> of = entry.getValue();
          draft = draft.with(entry.getKey(), of.get(random.nextInt(of.size())));
        }
        if (draft.isSound()) {
          assertThat(search.cost(draft)).isEqualTo(search(model, draft, candidates).cost(draft));
        }
      }
    }
  }

  private static ShapeSearch search(
      RelationalModel model, Draft draft, Map<String, List<Shape>> candidates) {
    return new ShapeSearch(
        draft.target(),
        draft.measured(),
        draft.tables(),
        candidates,
        model.statements(),
        estimates(model, draft));
  }

  private static Estimates estimates(RelationalModel model, Draft draft) {
    return new Estimates(draft.tables(), sure(model, draft), model.statistics());
  }

  private static List<Relationship> sure(RelationalModel model, Draft draft) {
    return model.relationships().stream()
        .filter(any -> any.confidence() >= ShapeCandidates.CONFIDENCE_MIN)
        .filter(
            any -> draft.tables().containsKey(any.from()) && draft.tables().containsKey(any.to()))
        .toList();
  }

  /** Returns the draft with all indexes that a statement wants, and those that it has. */
  private static Draft wished(Draft draft, List<Statement> statements, Estimates estimates) {
    StatementServer wishing =
        new StatementServer(draft, (table, wanted) -> List.of(wanted), estimates);
    Draft wished = draft;
    for (Statement statement : statements) {
      for (Step step : wishing.serve(statement).steps()) {
        if (step.index().isPresent()
            && !wished.indexes(step.table()).contains(step.index().get())) {
          List<IndexChoice> more = new ArrayList<>(wished.indexes(step.table()));
          more.add(step.index().get());
          wished = wished.with(step.table(), more);
        }
      }
    }
    return wished;
  }
}
