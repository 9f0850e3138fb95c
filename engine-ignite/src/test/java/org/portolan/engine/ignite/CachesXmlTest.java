package org.portolan.engine.ignite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.beans.BeanInfo;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.beans.PropertyEditor;
import java.beans.PropertyEditorManager;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.ignite.Ignite;
import org.apache.ignite.configuration.CacheConfiguration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.CounterFamily;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The list of caches for Spring, created by a server. */
@Tag("servers")
class CachesXmlTest {
  private static final List<KeyColumn> KEY = List.of(KeyColumn.of("id", ScalarType.LONG));
  private static final List<TableSchema> TABLES =
      List.of(
          TableSchema.of(
              "pages",
              KEY,
              new ColumnFamily("meta", List.of(new Column("title", ScalarType.TEXT))),
              new ColumnFamily("body", List.of(new Column("text", ScalarType.TEXT)))),
          TableSchema.of("hits", KEY, new CounterFamily("views")));

  private static String script(String uri, List<TableSchema> tables) {
    return new IgniteEngineProvider().script(uri, tables).orElseThrow().text();
  }

  /** Makes the beans as Spring does: by the setters of their properties. */
  private static List<CacheConfiguration<?, ?>> caches(String xml) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    NodeList beans =
        factory
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
            .getElementsByTagName("bean");
    List<CacheConfiguration<?, ?>> caches = new ArrayList<>();
    for (int index = 0; index < beans.getLength(); index++) {
      Element bean = (Element) beans.item(index);
      assertThat(bean.getAttribute("class")).isEqualTo(CacheConfiguration.class.getName());
      CacheConfiguration<?, ?> cache = new CacheConfiguration<>();
      NodeList properties = bean.getElementsByTagName("property");
      for (int each = 0; each < properties.getLength(); each++) {
        Element property = (Element) properties.item(each);
        set(cache, property.getAttribute("name"), property.getAttribute("value"));
      }
      caches.add(cache);
    }
    return caches;
  }

  private static void set(CacheConfiguration<?, ?> cache, String name, String value)
      throws Exception {
    BeanInfo bean = Introspector.getBeanInfo(CacheConfiguration.class);
    PropertyDescriptor property =
        Arrays.stream(bean.getPropertyDescriptors())
            .filter(each -> each.getName().equals(name))
            .findFirst()
            .orElseThrow();
    // The setters return the configuration, so that a bean's own rules do not find them.
    var setter =
        Arrays.stream(CacheConfiguration.class.getMethods())
            .filter(method -> method.getName().equalsIgnoreCase("set" + name))
            .findFirst()
            .orElseThrow();
    PropertyEditor editor = PropertyEditorManager.findEditor(property.getPropertyType());
    editor.setAsText(value);
    setter.invoke(cache, editor.getValue());
  }

  @SuppressWarnings("unchecked")
  private static Map<String, String> settings(Ignite node, String prefix) {
    Map<String, String> settings = new TreeMap<>();
    for (String name : node.cacheNames()) {
      if (name.startsWith(prefix + ".")) {
        CacheConfiguration<?, ?> cache =
            node.cache(name).getConfiguration(CacheConfiguration.class);
        settings.put(
            name.substring(prefix.length()),
            List.of(
                    cache.getGroupName().equals(prefix),
                    cache.getCacheMode(),
                    cache.getAtomicityMode(),
                    cache.getBackups(),
                    cache.getWriteSynchronizationMode(),
                    cache.isReadFromBackup(),
                    cache.getPartitionLossPolicy(),
                    cache.getRebalanceMode(),
                    cache.getAffinity().partitions())
                .toString());
      }
    }
    return settings;
  }

  @Test
  void caches_madeOfTheList_areThoseOfAStoreAndTheStoreCreatesNone() throws Exception {
    try (LocalCluster cluster = LocalCluster.start(2)) {
      String own = "ignite://" + cluster.addresses() + "/own";
      String text = "ignite://" + cluster.addresses() + "/text";
      Ignite node = cluster.node(0);
      try (Engine engine = Engines.open(own, OpenMode.CREATE_IF_MISSING)) {
        engine.createTables(TABLES);
        List<CacheConfiguration<?, ?>> caches = caches(script(text, TABLES));
        caches.forEach(node::createCache);
        assertThat(settings(node, "text")).hasSize(4).isEqualTo(settings(node, "own"));
        int before = node.cacheNames().size();
        try (Engine found = Engines.open(text, OpenMode.CREATE_IF_MISSING)) {
          found.createTables(TABLES);
          assertThat(found.tables()).containsExactlyInAnyOrderElementsOf(TABLES);
        }
        assertThat(node.cacheNames()).hasSize(before);
        assertThat(settings(node, "text")).isEqualTo(settings(node, "own"));
      }
    }
  }

  @Test
  void script_ofItems_isRefused() {
    TableSchema table = TableSchema.of("pages", KEY, new ItemFamily("lines", KEY, List.of()));
    assertThatThrownBy(() -> script("ignite://host/shop", List.of(table)))
        .isInstanceOf(CapabilityException.class)
        .hasMessageContaining("lines");
  }

  @Test
  void script_ofAUriWithOptions_hasThem() {
    assertThat(script("ignite://host/shop?backups=2&group=all", TABLES))
        .contains("name=\"backups\" value=\"2\"", "name=\"groupName\" value=\"all\"");
  }
}
