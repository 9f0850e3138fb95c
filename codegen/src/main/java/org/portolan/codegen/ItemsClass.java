package org.portolan.codegen;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.design.CollectionDesign;
import org.portolan.design.EntityDesign;

/** Writes the class that reads and writes a collection's items, nested in that of the rows. */
final class ItemsClass {
  private final EntityDesign entity;
  private final CollectionDesign collection;
  private final ClassNames names;
  private final JavaText source;
  private final String item;
  private final Parameters key;
  private final Parameters both;
  private final List<Object> itemKey;

  ItemsClass(EntityDesign entity, CollectionDesign collection, ClassNames names, JavaText source) {
    this.entity = entity;
    this.collection = collection;
    this.names = names;
    this.source = source;
    this.item = names.row(entity) + "." + names.item(entity, collection);
    List<Field> all = new ArrayList<>(Field.ofKey(entity.key()));
    this.key = new Parameters(all, RowsClass.VARIABLES, source);
    all.addAll(Field.ofKey(collection.itemKey()));
    this.both = new Parameters(all, RowsClass.VARIABLES, source);
    List<String> variables = Field.variables(all, RowsClass.VARIABLES);
    this.itemKey = List.copyOf(variables.subList(entity.key().size(), variables.size()));
  }

  void write() {
    source.use(
        "org.portolan.data.Paging",
        "org.portolan.data.Slice",
        "org.portolan.data.StoreReader",
        "org.portolan.data.StoreTransaction",
        "org.portolan.data.records.Items",
        Optional.class.getName());
    String name = names.items(entity, collection);
    source.document(
        "The items of the collection '"
            + collection.name()
            + "', by the keys of their rows. Immutable and thread-safe.");
    source.open("public static final class " + name);
    source.field("Items<" + item + ">", "items");
    source.blank();
    source.open(Call.of("private " + name, "Items<" + item + "> items"));
    source.line("this.items = items;");
    source.close();
    reads();
    writes();
    source.close();
  }

  private void reads() {
    source.blank();
    source.document("Reads an item: one round trip.");
    source.method(
        both.of("public Optional<" + item + "> get", RowsClass.READER),
        Call.of("return items.get", "reader", key.passed("key")).with(itemKey));
    source.blank();
    source.document("Reads a page of the items of a row, in the order of their keys.");
    source.method(
        key.of("public Slice<" + item + "> page", RowsClass.READER).with(RowsClass.PAGING),
        Call.of("return items.page", "reader", key.passed("key"), "paging"));
  }

  private void writes() {
    source.blank();
    source.document("Writes an item, whether or not it exists.");
    write("put");
    source.blank();
    source.document("Writes an item that must not exist, see {@link Items#insert}.");
    write("insert");
    source.blank();
    source.document(
        "Writes an item that it takes for new: if it is there, it is replaced and may be counted"
            + " twice, see {@link Items#add}.");
    write("add");
    source.blank();
    source.document("Deletes an item; does nothing if there is none.");
    source.method(
        both.of("public void delete", RowsClass.TRANSACTION),
        Call.of("items.delete", "transaction", key.passed("key")).with(itemKey));
  }

  private void write(String name) {
    source.method(
        key.of("public void " + name, RowsClass.TRANSACTION).with(item + " item"),
        Call.of("items." + name, "transaction", key.passed("key"), "item"));
  }
}
