package org.spamwatch.topologies;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.spamwatch.topologies.AltGraph.Link;
import org.spamwatch.topologies.AltGraph.Router;

/**
 * A graph in as few bytes as it takes: gzip over numbers of seven bits a byte, the lowest first,
 * column by column. Numbers that may be negative are zigzag coded (0, -1, 1, -2 is 0, 1, 2, 3).
 *
 * <pre>
 * id, count and parameters, count of routers,
 * names: 0 for that of the router before with its last number one higher, else length and text
 * abscissas, each less the one before; ordinates, the same
 * count of links, from-nodes, each less the one before; to-nodes less from-nodes
 * lengths, each less the distance of the ends, rounded, at least 1
 * policy weights, each less the one before
 * </pre>
 *
 * A text is its length and its characters, one byte each.
 */
final class PackedGraph {
  private final DataInputStream from;

  private PackedGraph(DataInputStream from) {
    this.from = from;
  }

  /**
   * Reads a graph that this project has packed.
   *
   * @param packed read to its end and not closed
   */
  static AltGraph read(InputStream packed) throws IOException {
    return new PackedGraph(new DataInputStream(new GZIPInputStream(packed))).graph();
  }

  private AltGraph graph() throws IOException {
    String id = text(number());
    List<Integer> parameters = new ArrayList<>();
    for (int left = number(); left > 0; left--) {
      parameters.add(signed());
    }
    List<Router> routers = routers(number());
    int count = number();
    int[] ends = sums(count);
    int[] spans = numbers(count);
    int[] extra = numbers(count);
    int[] weights = sums(count);
    List<Link> links = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int to = ends[i] + spans[i];
      int length = distance(routers.get(ends[i]), routers.get(to)) + extra[i];
      links.add(new Link(ends[i], to, length, weights[i]));
    }
    return new AltGraph(id, parameters, routers, links);
  }

  private List<Router> routers(int count) throws IOException {
    String[] names = new String[count];
    String last = "";
    for (int i = 0; i < count; i++) {
      int length = number();
      last = length == 0 ? following(last) : text(length);
      names[i] = last;
    }
    int[] x = sums(count);
    int[] y = sums(count);
    List<Router> routers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      routers.add(new Router(names[i], x[i], y[i]));
    }
    return routers;
  }

  /** A name with its last number one higher, or with a 0 at its end if it has none. */
  static String following(String name) {
    int end = name.length();
    while (end > 0 && Character.isDigit(name.charAt(end - 1))) {
      end--;
    }
    String number = name.substring(end);
    return name.substring(0, end) + (number.isEmpty() ? 0 : Integer.parseInt(number) + 1);
  }

  /** The length of a link that is a straight line. */
  static int distance(Router one, Router other) {
    return Math.max(1, (int) Math.round(Math.hypot(one.x() - other.x(), one.y() - other.y())));
  }

  private int[] numbers(int count) throws IOException {
    int[] all = new int[count];
    for (int i = 0; i < count; i++) {
      all[i] = signed();
    }
    return all;
  }

  private int[] sums(int count) throws IOException {
    int[] all = numbers(count);
    Arrays.parallelPrefix(all, Integer::sum);
    return all;
  }

  private String text(int length) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) from.readUnsignedByte());
    }
    return text.toString();
  }

  private int signed() throws IOException {
    int number = number();
    return number >>> 1 ^ -(number & 1);
  }

  private int number() throws IOException {
    int value = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += 7) {
      int next = from.readUnsignedByte();
      value |= (next & 0x7F) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw new IOException("a number of more than five bytes");
  }
}
