package org.portolan.data.history;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.portolan.design.CollectionDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.types.Tuple;

/** The operations of random transactions. */
public final class RandomOperations {
  private final Design design;
  private final Random random;
  private final RandomValues values;

  public RandomOperations(Design design, Random random) {
    this.design = design;
    this.random = random;
    this.values = new RandomValues(random);
  }

  public List<Operation> transaction() {
    List<Operation> operations = new ArrayList<>();
    int count = 1 + random.nextInt(6);
    for (int number = 0; number < count; number++) {
      operations.addAll(withListed(operation()));
    }
    return operations;
  }

  /**
   * Returns an operation together with the operations that it needs on items that list its item or
   * are listed by it, in random order. A tree gets several items at a time, so that it has several
   * leaves.
   */
  public List<Operation> withListed(Operation operation) {
    List<Operation> all = new ArrayList<>(withListedOnly(operation));
    if (operation instanceof Operation.PutItem put && put.collection().tree().isPresent()) {
      for (int more = random.nextInt(10); more > 0; more--) {
        all.addAll(
            withListedOnly(
                new Operation.PutItem(
                    put.entity(),
                    put.key(),
                    put.collection(),
                    values.key(put.collection().itemKey()),
                    values.values(put.collection().columns(), 0.8))));
      }
    }
    return all;
  }

  private List<Operation> withListedOnly(Operation operation) {
    List<Operation> all = new ArrayList<>(List.of(operation));
    if (operation instanceof Operation.PutItem put) {
      lister(put.entity(), put.key(), put.collection(), put.itemKey())
          .ifPresent(other -> all.add(random.nextInt(all.size() + 1), other));
    } else if (operation instanceof Operation.InsertItem insert) {
      lister(insert.entity(), insert.key(), insert.collection(), insert.itemKey())
          .ifPresent(other -> all.add(random.nextInt(all.size() + 1), other));
    } else if (operation instanceof Operation.DeleteItem delete) {
      EntityDesign entity = delete.entity();
      entity.collections().stream()
          .filter(other -> other.listedBy().equals(Optional.of(delete.collection().name())))
          .map(listed -> new Operation.DeleteItem(entity, delete.key(), listed, delete.itemKey()))
          .forEach(other -> all.add(random.nextInt(all.size() + 1), other));
    }
    return all;
  }

  private Optional<Operation> lister(
      EntityDesign entity, Tuple key, CollectionDesign collection, Tuple itemKey) {
    return collection
        .listedBy()
        .map(lister -> entity.collection(lister).orElseThrow())
        .map(
            lister ->
                new Operation.PutItem(
                    entity, key, lister, itemKey, values.values(lister.columns(), 0.8)));
  }

  private Operation operation() {
    EntityDesign entity =
        design.entity(random.nextInt(6) == 0 ? RandomDesign.HOST : RandomDesign.DOCUMENT).get();
    Tuple key = values.key(entity.key());
    int choice = random.nextInt(20);
    if (choice < 5) {
      return new Operation.Put(entity, key, values.row(entity));
    } else if (choice < 6) {
      return new Operation.Insert(entity, key, values.row(entity));
    } else if (choice < 7 && entity.name().equals(RandomDesign.DOCUMENT)) {
      return random.nextBoolean()
          ? new Operation.Add(entity, key, "n", random.nextInt(9) - 4)
          : new Operation.Add(entity, key, "price", BigDecimal.valueOf(random.nextInt(5) - 2, 2));
    } else if (choice < 9) {
      return new Operation.Update(entity, key, values.changes(entity));
    } else if (choice < 11) {
      return new Operation.Delete(entity, key);
    } else if (choice < 12) {
      return new Operation.Prefetch(entity, List.of(key, values.key(entity.key())));
    } else if (choice < 14 || entity.collections().isEmpty()) {
      return new Operation.Read(entity, key, random.nextLong());
    }
    CollectionDesign collection =
        entity.collections().get(random.nextInt(entity.collections().size()));
    Tuple itemKey = values.key(collection.itemKey());
    if (choice == 17) {
      return new Operation.InsertItem(
          entity, key, collection, itemKey, values.values(collection.columns(), 0.8));
    }
    return choice < 17
        ? new Operation.PutItem(
            entity, key, collection, itemKey, values.values(collection.columns(), 0.8))
        : new Operation.DeleteItem(entity, key, collection, itemKey);
  }
}
