package org.spamwatch.simulator.graphs;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.util.HashMap;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.spamwatch.topologies.AltGraph;
import org.spamwatch.topologies.AltGraph.Link;
import org.spamwatch.topologies.AltGraph.Router;
import org.spamwatch.topologies.TopologyException;

/**
 * GraphML, as NetworkX, igraph, Gephi and yEd read and write it: one undirected graph, whose nodes
 * may have the attributes {@code name}, {@code x} and {@code y} and whose edges have a {@code
 * length} and may have a {@code policyWeight}. Other attributes are passed over.
 *
 * <p>A document type, and with it every entity, is refused. Source: graphml.graphdrawing.org.
 */
public final class GraphMl {
  private static final String NAMESPACE = "http://graphml.graphdrawing.org/xmlns";
  private static final int LONGEST_VALUE = 400;

  private final XMLStreamReader xml;
  private final GraphBuilder graph = new GraphBuilder();
  private final Map<String, String> names = new HashMap<>(); // of attributes, by their keys

  private GraphMl(XMLStreamReader xml) {
    this.xml = xml;
  }

  /**
   * Reads a graph.
   *
   * @param text read to its end and not closed
   * @throws TopologyException if it is not one; the message names the line
   */
  public static AltGraph read(Reader text) throws IOException, TopologyException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    try {
      return new GraphMl(factory.createXMLStreamReader(text)).document();
    } catch (XMLStreamException e) {
      if (e.getNestedException() instanceof IOException problem) {
        throw problem;
      }
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNumber();
      String said = String.valueOf(e.getMessage());
      String problem = said.substring(said.lastIndexOf("Message: ") + 1);
      throw GraphBuilder.problem(
          line,
          "not well-formed XML: "
              + GraphBuilder.shown(problem.replaceFirst("^essage: ", "").replaceAll("\\s+", " ")));
    }
  }

  private int line() {
    return xml.getLocation().getLineNumber();
  }

  private AltGraph document() throws XMLStreamException, TopologyException {
    Map<String, String> attributes = new HashMap<>();
    boolean isGraph = false;
    while (xml.hasNext()) {
      int event = xml.next();
      if (event == XMLStreamConstants.DTD) {
        throw GraphBuilder.problem(line(), "a document type is not allowed; leave <!DOCTYPE> out");
      }
      if (event == XMLStreamConstants.START_ELEMENT) {
        int at = line();
        switch (xml.getLocalName()) {
          case "key" -> key();
          case "graph" -> {
            if (isGraph) {
              throw GraphBuilder.problem(at, "a second graph");
            }
            if ("directed".equals(xml.getAttributeValue(null, "edgedefault"))) {
              throw GraphBuilder.problem(at, "edgedefault is directed; links here are undirected");
            }
            isGraph = true;
          }
          case "node" -> {
            String id = xml.getAttributeValue(null, "id");
            graph.node(at, id, data()::get);
          }
          case "edge" -> {
            String source = xml.getAttributeValue(null, "source");
            String target = xml.getAttributeValue(null, "target");
            graph.edge(at, source, target, data()::get);
          }
          case "data" -> value(attributes);
          default -> {} // <graphml>, <desc> and what other programs add
        }
      }
    }
    if (!isGraph) {
      throw new TopologyException("no <graph> in it");
    }
    return graph.build(attributes::get);
  }

  private void key() {
    String id = xml.getAttributeValue(null, "id");
    String name = xml.getAttributeValue(null, "attr.name");
    if (id != null) {
      names.put(id, name == null ? id : name);
    }
  }

  /** The attributes of the node or edge that has just begun, up to its end. */
  private Map<String, String> data() throws XMLStreamException, TopologyException {
    Map<String, String> values = new HashMap<>();
    String element = xml.getLocalName();
    while (xml.next() != XMLStreamConstants.END_ELEMENT || !xml.getLocalName().equals(element)) {
      if (xml.isStartElement() && xml.getLocalName().equals("data")) {
        value(values);
      } else if (xml.isStartElement() && xml.getLocalName().equals(element)) {
        throw GraphBuilder.problem(line(), "a " + element + " within a " + element);
      }
    }
    return values;
  }

  /** The value of the attribute that has just begun; of one with elements in it only its text. */
  private void value(Map<String, String> values) throws XMLStreamException, TopologyException {
    String key = xml.getAttributeValue(null, "key");
    StringBuilder text = new StringBuilder();
    for (int depth = 1; depth > 0; ) {
      int event = xml.next();
      depth += event == XMLStreamConstants.START_ELEMENT ? 1 : 0;
      depth -= event == XMLStreamConstants.END_ELEMENT ? 1 : 0;
      if (event == XMLStreamConstants.CHARACTERS && depth == 1 && key != null) {
        text.append(xml.getText());
      }
    }
    String name = key == null ? null : names.getOrDefault(key, key);
    if (name != null && text.length() <= LONGEST_VALUE) {
      values.put(name, text.toString().strip());
    } else if (name != null) {
      throw GraphBuilder.problem(line(), name + " is longer than " + LONGEST_VALUE + " characters");
    }
  }

  /**
   * Writes a graph; {@link #read} reads it back as it was.
   *
   * @param text not closed
   */
  public static void write(AltGraph graph, Writer text) throws IOException {
    try {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      start(xml, "\n", "graphml");
      xml.writeDefaultNamespace(NAMESPACE);
      declare(xml, "graph", "id", "string");
      declare(xml, "graph", "parameters", "string");
      declare(xml, "node", "name", "string");
      declare(xml, "node", "x", "int");
      declare(xml, "node", "y", "int");
      declare(xml, "edge", "length", "int");
      declare(xml, "edge", "policyWeight", "int");
      start(xml, "\n ", "graph");
      xml.writeAttribute("edgedefault", "undirected");
      data(xml, "id", graph.id());
      data(xml, "parameters", GraphBuilder.parameters(graph));
      int number = 0;
      for (Router router : graph.routers()) {
        start(xml, "\n  ", "node");
        xml.writeAttribute("id", "n" + number++);
        data(xml, "name", router.name());
        data(xml, "x", "" + router.x());
        data(xml, "y", "" + router.y());
        xml.writeEndElement();
      }
      for (Link link : graph.links()) {
        start(xml, "\n  ", "edge");
        xml.writeAttribute("source", "n" + link.from());
        xml.writeAttribute("target", "n" + link.to());
        data(xml, "length", "" + link.length());
        data(xml, "policyWeight", "" + link.policyWeight());
        xml.writeEndElement();
      }
      xml.writeCharacters("\n ");
      xml.writeEndElement();
      xml.writeCharacters("\n");
      xml.writeEndElement();
      xml.writeCharacters("\n");
      xml.writeEndDocument();
      xml.flush();
    } catch (XMLStreamException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
  }

  private static void start(XMLStreamWriter xml, String indent, String element)
      throws XMLStreamException {
    xml.writeCharacters(indent);
    xml.writeStartElement(element);
  }

  private static void declare(XMLStreamWriter xml, String of, String name, String type)
      throws XMLStreamException {
    start(xml, "\n ", "key");
    xml.writeAttribute("id", name);
    xml.writeAttribute("for", of);
    xml.writeAttribute("attr.name", name);
    xml.writeAttribute("attr.type", type);
    xml.writeEndElement();
  }

  private static void data(XMLStreamWriter xml, String key, String value)
      throws XMLStreamException {
    xml.writeStartElement("data");
    xml.writeAttribute("key", key);
    xml.writeCharacters(value);
    xml.writeEndElement();
  }
}
