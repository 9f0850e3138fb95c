package org.portolan.rehearsal.real;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * The statements of MyBatis mappings, rendered as MyBatis does for parameters of which every one is
 * given, or none. Of a list of parameters, one is given.
 */
final class MappedStatements {
  private static final Pattern PARAMETER = Pattern.compile("#\\{(?:[^{}]|\\{[^}]*})*}");
  private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^}]*)}");

  /** A statement of which the application gives the table, or all of the text. */
  private static final Pattern WHOLLY_GIVEN = Pattern.compile("\\$\\{(sql|tableName)}");

  /** The ids of statements that one database gets instead of the general form. */
  private static final Pattern OF_DATABASE =
      Pattern.compile(".*_(mssql|oracle|db2|postgres|h2|mysql|mariadb)(_.*)?");

  private final String database;
  private final Map<String, String> properties;
  private final List<Element> statements = new ArrayList<>();
  private final Map<String, Element> fragments = new HashMap<>();

  /**
   * @param database the name of the database in the mappings
   * @param properties what the application puts for names in {@code ${}}; others become nothing
   */
  MappedStatements(String database, Map<String, String> properties) {
    this.database = database;
    this.properties = Map.copyOf(properties);
  }

  /** Reads the mappings that a configuration names. */
  void read(String configuration) throws IOException {
    NodeList mappers = parsed(configuration).getElementsByTagName("mapper");
    for (int i = 0; i < mappers.getLength(); i++) {
      mapping(parsed(((Element) mappers.item(i)).getAttribute("resource")));
    }
  }

  private void mapping(Element mapper) {
    for (Element element : elements(mapper)) {
      String kind = element.getTagName();
      String given = element.getAttribute("databaseId");
      boolean ofOne = OF_DATABASE.matcher(element.getAttribute("id")).matches();
      if (ofOne || (!given.isEmpty() && !given.equals(database))) {
        continue;
      }
      if (kind.equals("sql")) {
        fragments.put(mapper.getAttribute("namespace") + "." + element.getAttribute("id"), element);
      } else if (kind.matches("select|insert|update|delete")) {
        statements.add(element);
      }
    }
  }

  /** Returns the statements of an application that gives every parameter, or none. */
  List<String> rendered(boolean given) {
    List<String> texts = new ArrayList<>();
    for (Element statement : statements) {
      Map<String, String> bound = new HashMap<>(properties);
      if (WHOLLY_GIVEN.matcher(statement.getTextContent()).find()) {
        continue;
      }
      StringBuilder out = new StringBuilder();
      children(statement, given, bound, out);
      String text = out.toString().replaceAll("\\s+", " ").strip();
      if (text.matches("(?i)(select|insert|update|delete) .*")) {
        texts.add(text);
      }
    }
    return texts;
  }

  private void children(Element of, boolean given, Map<String, String> bound, StringBuilder out) {
    for (Node child = of.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element element) {
        element(element, given, bound, out);
      } else if (child.getNodeType() == Node.TEXT_NODE
          || child.getNodeType() == Node.CDATA_SECTION_NODE) {
        String text = PARAMETER.matcher(child.getNodeValue()).replaceAll("?");
        out.append(
            PROPERTY
                .matcher(text)
                .replaceAll(
                    found -> Matcher.quoteReplacement(bound.getOrDefault(found.group(1), ""))));
      }
    }
  }

  private void element(
      Element element, boolean given, Map<String, String> bound, StringBuilder out) {
    Truth truth = new Truth(database, given, bound);
    switch (element.getTagName()) {
      case "if", "when" -> {
        if (truth.of(element.getAttribute("test"))) {
          children(element, given, bound, out);
        }
      }
      case "choose" -> chosen(element, truth).forEach(one -> children(one, given, bound, out));
      case "include" -> {
        Map<String, String> inner = new HashMap<>(bound);
        for (Element property : elements(element)) {
          inner.put(property.getAttribute("name"), property.getAttribute("value"));
        }
        Map<String, String> scope = elements(element).isEmpty() ? bound : inner;
        children(fragment(element), given, scope, out);
      }
      case "foreach" -> {
        out.append(' ').append(element.getAttribute("open"));
        children(element, given, bound, out);
        out.append(element.getAttribute("close")).append(' ');
      }
      case "bind" -> bind(element, bound);
      case "where", "set", "trim" -> trimmed(element, given, bound, out);
      case "selectKey" -> {}
      default -> children(element, given, bound, out);
    }
  }

  private static void bind(Element element, Map<String, String> bound) {
    String value = element.getAttribute("value").strip();
    if (value.matches("'[^']*'")) {
      bound.put(element.getAttribute("name"), value.substring(1, value.length() - 1));
    } else if (value.matches("true|false")) {
      bound.put(element.getAttribute("name"), value);
    } else if (bound.containsKey(value)) {
      bound.put(element.getAttribute("name"), bound.get(value));
    }
  }

  private static List<Element> chosen(Element choose, Truth truth) {
    for (Element one : elements(choose)) {
      if (one.getTagName().equals("otherwise") || truth.of(one.getAttribute("test"))) {
        return List.of(one);
      }
    }
    return List.of();
  }

  private void trimmed(
      Element element, boolean given, Map<String, String> bound, StringBuilder out) {
    StringBuilder inner = new StringBuilder();
    children(element, given, bound, inner);
    String text = inner.toString().strip();
    String kind = element.getTagName();
    String prefixes = kind.equals("where") ? "and|or" : element.getAttribute("prefixOverrides");
    String suffixes = kind.equals("set") ? "," : element.getAttribute("suffixOverrides");
    if (!prefixes.isEmpty()) {
      text = text.replaceFirst("(?i)^(" + prefixes + ")\\b", "").strip();
    }
    if (!suffixes.isEmpty()) {
      text = text.replaceFirst("(?i)(" + suffixes + ")$", "").strip();
    }
    if (!text.isEmpty()) {
      String prefix = kind.equals("trim") ? element.getAttribute("prefix") : kind;
      out.append(' ').append(prefix).append(' ').append(text);
      out.append(' ').append(element.getAttribute("suffix")).append(' ');
    }
  }

  private Element fragment(Element include) {
    String id = PROPERTY.matcher(include.getAttribute("refid")).replaceAll("");
    Element mapper = include.getOwnerDocument().getDocumentElement();
    Element local = fragments.get(mapper.getAttribute("namespace") + "." + id);
    Element found = local == null ? fragments.get(id) : local;
    if (found == null) {
      throw new IllegalStateException("no fragment " + id);
    }
    return found;
  }

  private static List<Element> elements(Element of) {
    List<Element> elements = new ArrayList<>();
    for (Node child = of.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element element) {
        elements.add(element);
      }
    }
    return elements;
  }

  private static Element parsed(String resource) throws IOException {
    try {
      DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
      builder.setEntityResolver((publicId, systemId) -> new InputSource(new StringReader("")));
      return builder
          .parse(new InputSource(new StringReader(Resources.text(resource))))
          .getDocumentElement();
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException("cannot read the mapping " + resource + ": " + e.getMessage(), e);
    }
  }
}
