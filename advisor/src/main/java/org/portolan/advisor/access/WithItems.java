package org.portolan.advisor.access;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import net.sf.jsqlparser.statement.select.WithItem;

/** Analyses the statements of WITH, and what names them. */
final class WithItems {
  private final PathBuilder path;
  private final Selects selects;

  /** The results of queries while they are analysed. */
  private final Set<Map<String, Scope.Ref>> open =
      Collections.newSetFromMap(new IdentityHashMap<>());

  /** The results of changes. */
  private final Set<Map<String, Scope.Ref>> ofChanges =
      Collections.newSetFromMap(new IdentityHashMap<>());

  WithItems(PathBuilder path, Selects selects) {
    this.path = path;
    this.selects = selects;
  }

  void analyse(List<WithItem<?>> items, Scope scope) {
    // The word stands before all of them.
    boolean recursive = !items.isEmpty() && items.get(0).isRecursive();
    for (WithItem<?> item : items) {
      Map<String, Scope.Ref> columns = PathBuilder.noColumns();
      if (recursive) {
        // A recursive query names itself; within another one, its name is that of a table.
        scope.name(item.getUnquotedAliasName(), columns);
      }
      if (item.getParenthesedStatement() instanceof Select select) {
        open.add(columns);
        Map<String, Scope.Ref> found = selects.analyse(select, scope);
        open.remove(columns);
        columns.putAll(renamed(item.getWithItemList(), found));
        selects.tellPage(select);
      } else {
        ofChanges.add(columns);
        new Writes(path).analyse(item.getParenthesedStatement(), scope);
      }
      scope.name(item.getUnquotedAliasName(), columns);
    }
  }

  /** Tells that a result is read where it cannot be: by itself, or by another change. */
  void tell(Map<String, Scope.Ref> result, Scope scope) {
    if (open.contains(result)) {
      path.tell(Untold.RECURSION);
    } else if (ofChanges.contains(result) && scope.isOfChange()) {
      path.tell(Untold.CHANGED_BEFORE);
    }
  }

  /** The names that WITH name (a, b) AS gives. */
  private static Map<String, Scope.Ref> renamed(
      List<SelectItem<?>> names, Map<String, Scope.Ref> columns) {
    if (names == null || names.size() != columns.size()) {
      return columns;
    }
    Map<String, Scope.Ref> renamed = PathBuilder.noColumns();
    int place = 0;
    for (Scope.Ref column : columns.values()) {
      renamed.put(Scope.lower(names.get(place++).toString()), column);
    }
    return renamed;
  }
}
