package org.portolan.data.internal.evolve;

import java.util.List;
import java.util.Optional;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.evolve.DesignView;
import org.portolan.design.evolve.EvolutionState;
import org.portolan.design.evolve.EvolutionState.Step;
import org.portolan.design.evolve.EvolutionState.UnderWay;
import org.portolan.design.evolve.IndexStates;
import org.portolan.design.evolve.Slots;
import org.portolan.design.evolve.WorkingDesign;
import org.portolan.engine.Engine;
import org.portolan.engine.TableSchema;
import org.portolan.engine.UnavailableException;

/**
 * What a store says about itself.
 *
 * @param format the version of the format in which it lays out its design
 * @param textDesign the design that its text names; a change of it replaces the text last
 * @param evolution empty if its design never changed
 * @param evolutionText its text
 */
public record StoredDesign(
    int format,
    Design textDesign,
    Optional<EvolutionState> evolution,
    Optional<String> evolutionText) {
  /** From this format on, a store has sessions if it is on an engine of rows. */
  public static final int WITH_SESSIONS = 2;

  /** From its first evolution on, a store has this format. */
  public static final int EVOLVED = 3;

  private static final int FIRST = 1;

  /** A design changes every few seconds at most. */
  private static final int ATTEMPTS_MAX = 10;

  private static final String DESIGN = "design";

  private static final KnownTexts<Design> DESIGNS = new KnownTexts<>();

  /** Returns the format of a new store. */
  public static int newest(Guarantee guarantee) {
    return guarantee == Guarantee.REPAIRED ? WITH_SESSIONS : FIRST;
  }

  /** Returns whether there is a store: its design is written last. */
  public static boolean isComplete(Engine engine) {
    StoreMeta meta = new StoreMeta(engine);
    return meta.stands() && meta.readSurely(DESIGN).isPresent();
  }

  /** Writes the design of a new store. */
  public static void writeFirst(StoreMeta meta, String design) {
    meta.writeFirst(DESIGN, design);
  }

  /**
   * Writes the design that is in force from now on.
   *
   * @param epoch makes this text differ from earlier ones of the same design
   */
  static void write(StoreMeta meta, String design, long epoch) {
    meta.write(DESIGN, dated(design, epoch));
  }

  private static String dated(String design, long epoch) {
    return "# In force since epoch " + epoch + " of this store's evolution.\n" + design;
  }

  /** Returns the text of the design. */
  public static Optional<String> text(StoreMeta meta) {
    return meta.readSurely(DESIGN);
  }

  /**
   * As {@link #write}, on condition of the text before.
   *
   * @return whether the store has this text now
   */
  public static boolean replace(
      StoreMeta meta, Optional<String> before, String design, long epoch) {
    String text = dated(design, epoch);
    return before.filter(text::equals).isPresent() || meta.replace(DESIGN, before, text);
  }

  /**
   * Reads what a store says about itself.
   *
   * @throws StoreMismatchException if there is no store, it has a format that this release does not
   *     read, or it is damaged
   */
  public static StoredDesign of(Engine engine) {
    StoreMeta meta = new StoreMeta(engine);
    if (!isComplete(engine)) {
      throw new StoreMismatchException(
          engine.uri() + " holds no Portolan store; create one by an import or with a design");
    }
    for (int attempt = 1; ; attempt++) {
      StoredDesign found = once(engine, meta);
      // The texts of two moments do not belong together.
      if (attempt == ATTEMPTS_MAX || EvolutionText.text(meta).equals(found.evolutionText)) {
        return found;
      }
    }
  }

  private static StoredDesign once(Engine engine, StoreMeta meta) {
    int format = format(engine, meta);
    Optional<String> text = EvolutionText.text(meta);
    Optional<EvolutionState> evolution = text.map(each -> EvolutionText.parse(each, engine.uri()));
    if (format >= EVOLVED && evolution.isEmpty()) {
      throw new StoreMismatchException(
          "the store "
              + engine.uri()
              + " has format "
              + format
              + " but no 'evolution' among its texts, so its columns are unknown: the store is"
              + " damaged; restore it from a backup");
    }
    String design =
        meta.read(DESIGN)
            .orElseThrow(
                () ->
                    new UnavailableException(
                        "one read found the design of "
                            + engine.uri()
                            + " and the next did not: it is being written, or few replicas have it;"
                            + " try again"));
    return new StoredDesign(
        format,
        DESIGNS.of(design, each -> DesignReader.read(each, "design of " + engine.uri())),
        evolution,
        text);
  }

  private static int format(Engine engine, StoreMeta meta) {
    String text = meta.read(StoreMeta.FORMAT).orElse("0");
    int format;
    try {
      format = Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new StoreMismatchException(
          "the store "
              + engine.uri()
              + " has the invalid format '"
              + text
              + "': the store is damaged, or another program wrote it",
          e);
    }
    if (format > EVOLVED) {
      throw new StoreMismatchException(
          "the store "
              + engine.uri()
              + " has format "
              + format
              + ", this release reads up to format "
              + EVOLVED
              + "; use the release that wrote it, or a newer one");
    }
    if (format < FIRST) {
      throw new StoreMismatchException(
          "the store "
              + engine.uri()
              + " has format "
              + format
              + ", this release reads from format "
              + FIRST
              + " on"
              + "; export it with the release that wrote it and import it here");
    }
    return format;
  }

  /** Returns whether a process of a release before sessions may have written to the store last. */
  public boolean isBeforeSessions(Guarantee guarantee) {
    return format < newest(guarantee);
  }

  /**
   * Refuses to go on with this description of a store if its design is changing, or has changed
   * since.
   *
   * @throws StoreMismatchException if so
   */
  public void requireUnchanged(String uri, StoreMeta meta) {
    if (!EvolutionText.text(meta).equals(evolutionText)) {
      throw new StoreMismatchException(
          "cannot write to the store "
              + uri
              + ": its design has changed, or is changing, since this process opened it; close the"
              + " store and open it again");
    }
  }

  /** Returns the number of the state of the evolution; 0 if the design never changed. */
  public long epoch() {
    return evolution.map(EvolutionState::epoch).orElse(0L);
  }

  /** Returns the design in force. It follows from the two texts alone, as {@link #schema} does. */
  public Design design() {
    return evolution.map(state -> state.designInForce(textDesign)).orElse(textDesign);
  }

  /** Returns the physical columns in force. */
  public Slots slots() {
    return evolution.map(EvolutionState::slots).orElseGet(() -> Slots.initial(textDesign));
  }

  /** Returns what a process works by. */
  private WorkingDesign working() {
    return evolution
        .map(state -> WorkingDesign.of(state, textDesign))
        .orElseGet(
            () -> new WorkingDesign(textDesign, Slots.initial(textDesign), IndexStates.NONE));
  }

  /**
   * Returns the tables that processes of a neighbouring step write to; none if they write to no
   * others than this one.
   */
  private List<TableSchema> known(Engine engine) {
    Optional<Step> step = evolution.flatMap(EvolutionState::underWay).map(UnderWay::step);
    if (step.filter(at -> at == Step.ANNOUNCED || at == Step.WITHDRAWN).isPresent()) {
      return coming(engine).map(StoreSchema::tables).orElse(List.of());
    }
    return step.filter(at -> at == Step.RETIRING)
        .flatMap(at -> leaving(engine))
        .map(StoreSchema::tables)
        .orElse(List.of());
  }

  /**
   * Compiles what processes will work by while something is being added that is not in force; empty
   * if nothing is.
   */
  public Optional<StoreSchema> coming(Engine engine) {
    return evolution
        .flatMap(state -> WorkingDesign.coming(state, textDesign))
        .map(working -> whole(engine, working));
  }

  /**
   * Compiles what processes work by while they keep what a change drops whose design is in force;
   * empty if it drops nothing.
   */
  public Optional<StoreSchema> leaving(Engine engine) {
    return evolution
        .flatMap(state -> WorkingDesign.leaving(state, textDesign))
        .map(working -> whole(engine, working));
  }

  private static StoreSchema whole(Engine engine, WorkingDesign working) {
    return StoreSchema.of(
        working, engine.capabilities(), DesignView.whole(working.design()), List.of());
  }

  /** Returns in which tables the indexes are, which else are maintained, and what is read. */
  public IndexStates indexStates() {
    return evolution.map(state -> state.indexStates(textDesign)).orElse(IndexStates.NONE);
  }

  /** Returns the change under way while which the store can be opened, if there is one. */
  public Optional<UnderWay> onlineChange() {
    return evolution.flatMap(EvolutionState::underWay).filter(change -> change.step().isOnline());
  }

  /** Returns the change under way while which the store cannot be opened, if there is one. */
  public Optional<UnderWay> stoppedChange() {
    return evolution.flatMap(EvolutionState::underWay).filter(change -> !change.step().isOnline());
  }

  /**
   * Compiles what a process works by: the design in force, perhaps with what is being added or
   * dropped, the generations of its indexes, and those that are built or given up.
   *
   * @throws StoreMismatchException if the physical columns of the store do not fit it
   */
  public StoreSchema schema(Engine engine) {
    return schema(engine, design());
  }

  /**
   * As {@link #schema(Engine)}, for an application.
   *
   * @param known the design that the application knows
   */
  public StoreSchema schema(Engine engine, Design known) {
    WorkingDesign working = working();
    DesignView view = DesignView.of(known, design(), working.design());
    try {
      return StoreSchema.of(working, engine.capabilities(), view, known(engine));
    } catch (IllegalArgumentException e) {
      throw new StoreMismatchException(
          "the columns and tables of the store "
              + engine.uri()
              + " do not fit its design: "
              + e.getMessage()
              + "; the store is damaged: restore its texts 'design' and 'evolution' from a backup",
          e);
    }
  }
}
