package org.portolan.rehearsal.plan;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.portolan.advisor.serve.Step;
import org.portolan.rehearsal.layout.TablePlace;

/**
 * One step as a call of a store.
 *
 * @param name the index or the counter; empty if it reads none
 * @param inputs the values of the key, of the index or of the beginning of the key, in their order;
 *     empty if the keys are those that the call before has listed
 * @param listed whether the keys are those that the call before has listed
 * @param ranged the column by whose range an index is read
 * @param backwards whether the order that the statement wants is that of the list from its end
 * @param limit how many rows the statement wants, if the list has them first
 * @param withCall the place of the call in whose round trip this one is made; -1 for its own
 */
public record Call(
    Step step,
    TablePlace place,
    String name,
    List<Input> inputs,
    boolean listed,
    Optional<String> ranged,
    boolean backwards,
    OptionalInt limit,
    int withCall) {

  public Call {
    inputs = List.copyOf(inputs);
  }

  public int use() {
    return step.use();
  }

  public Step.Kind kind() {
    return step.kind();
  }
}
