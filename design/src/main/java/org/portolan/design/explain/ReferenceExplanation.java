package org.portolan.design.explain;

import org.portolan.design.EntityDesign;
import org.portolan.design.ReferenceDesign;
import org.portolan.design.ReferenceDesign.OnDelete;

/** Explains a reference of an entity. */
final class ReferenceExplanation {
  private ReferenceExplanation() {}

  /**
   * @param where the engines that have this storage; empty if all have it
   */
  static void write(EntityDesign entity, ReferenceDesign reference, String where, Page page) {
    String to = reference.to();
    String on = String.join(" and ", reference.on());
    page.subheading("Reference " + reference.name() + where);
    page.say(
        "promises",
        "if a row of "
            + entity.name()
            + " has "
            + on
            + ", the row of "
            + to
            + " with that key is there; judged at the end of each write, on every engine");
    page.say(
        "on delete",
        reference.onDelete() == OnDelete.RESTRICT
            ? "a row of " + to + " that is referred to cannot be deleted"
            : "the rows of "
                + entity.name()
                + " that refer to a deleted row of "
                + to
                + " are deleted in the same write, at most "
                + ReferenceDesign.CASCADE_MAX
                + "; Store.deleteCascading deletes more in several writes");
    page.say("lies in", place(entity, reference));
    page.say(
        "a change",
        "of "
            + on
            + " writes a guard row and a key of its list, 2 of each when the row moves from a target"
            + " to another, and reads the new target; nothing without a change");
    page.say(
        "a deletion",
        "of a row of "
            + to
            + " reads its "
            + guards(reference)
            + (reference.shards() == 1
                ? " and the beginning of its list"
                : " and the beginnings of their lists")
            + " at once; without transactions over rows"
            + " (REPAIRED), it changes "
            + (reference.shards() == 1 ? "the guard row too" : "the guard rows too"));
    page.say(
        "cost",
        "a round trip that reads the new target; without transactions over rows (REPAIRED),"
            + " one before it that reads the guard rows, and the write becomes one of several rows");
    page.say(
        "conflicts",
        "two writers that refer to the same row"
            + (reference.shards() == 1
                ? " always conflict"
                : " conflict once in " + reference.shards() + " times")
            + "; the deletion of that row conflicts with each of them");
    page.say(
        "after",
        "Bailis et al. 2014: references need writers that coordinate with deletions; here they meet"
            + " in the guard rows");
  }

  private static String guards(ReferenceDesign reference) {
    return reference.shards() == 1 ? "guard row" : reference.shards() + " guard rows";
  }

  private static String place(EntityDesign entity, ReferenceDesign reference) {
    String guards =
        "table "
            + ReferenceDesign.table(entity.name(), reference.name())
            + ", "
            + (reference.shards() == 1 ? "1 guard row" : guards(reference))
            + " for each row of "
            + reference.to();
    return guards
        + reference
            .tree()
            .map(
                tree ->
                    "; the referring rows are in table "
                        + ReferenceDesign.treeTable(entity.name(), reference.name())
                        + ", a tree for each guard row: a row for each node, of at most "
                        + tree.membersMax()
                        + " members or children")
            .orElse(
                "; the referring rows are cells of " + (reference.shards() == 1 ? "it" : "them"));
  }
}
