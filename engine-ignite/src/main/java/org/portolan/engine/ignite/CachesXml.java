package org.portolan.engine.ignite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.ignite.client.ClientCacheConfiguration;
import org.portolan.engine.TableSchema;

/**
 * The caches that a new store creates, as beans of Spring, with the configuration by which the
 * adapter creates them.
 */
final class CachesXml {
  private CachesXml() {}

  static String of(IgniteUri uri, List<TableSchema> schemas) {
    List<String> caches = new ArrayList<>(List.of(Tables.catalogName(uri.prefix())));
    for (TableSchema schema : schemas) {
      new IgniteEngineProvider().checkOptions(schema);
      // It encodes nothing here, so it needs nothing of a cluster.
      TableHandle table = new TableHandle(null, uri.prefix(), schema);
      table.families().forEach(family -> caches.add(family.cache()));
    }
    int backups = uri.backups().orElse(IgniteOpening.BACKUPS_DEFAULT);
    StringBuilder xml = new StringBuilder();
    xml.append(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!--
          The caches that Portolan creates for a store of this prefix. Portolan creates them when it
          opens the store. Servers that shall create them before have this list as the property
          cacheConfiguration. What the store knows of its tables, Portolan writes into the first.
        -->
        <beans xmlns="http://www.springframework.org/schema/beans"
               xmlns:util="http://www.springframework.org/schema/util"
               xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
               xsi:schemaLocation="
                 http://www.springframework.org/schema/beans
                 http://www.springframework.org/schema/beans/spring-beans.xsd
                 http://www.springframework.org/schema/util
                 http://www.springframework.org/schema/util/spring-util.xsd">
        """);
    xml.append("  <util:list id=\"").append(uri.prefix()).append(".caches\">\n");
    for (String cache : caches) {
      xml.append("    <bean class=\"org.apache.ignite.configuration.CacheConfiguration\">\n");
      properties(Tables.configuration(uri.group(), cache, backups))
          .forEach(
              (name, value) ->
                  xml.append("      <property name=\"")
                      .append(name)
                      .append("\" value=\"")
                      .append(value)
                      .append("\"/>\n"));
      xml.append("    </bean>\n");
    }
    return xml.append("  </util:list>\n</beans>\n").toString();
  }

  /** Names have letters, digits, underscores and dots only, so nothing needs an escape. */
  private static Map<String, Object> properties(ClientCacheConfiguration cache) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("name", cache.getName());
    properties.put("groupName", cache.getGroupName());
    properties.put("cacheMode", cache.getCacheMode());
    properties.put("atomicityMode", cache.getAtomicityMode());
    properties.put("backups", cache.getBackups());
    properties.put("writeSynchronizationMode", cache.getWriteSynchronizationMode());
    properties.put("readFromBackup", cache.isReadFromBackup());
    properties.put("partitionLossPolicy", cache.getPartitionLossPolicy());
    return properties;
  }
}
