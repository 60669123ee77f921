package org.spamwatch.topologies;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.spamwatch.topologies.AltGraph.Link;
import org.spamwatch.topologies.AltGraph.Router;

/** Writes what {@link PackedGraph} reads. */
final class GraphPacker {
  private final OutputStream to;

  private GraphPacker(OutputStream to) {
    this.to = to;
  }

  static byte[] pack(AltGraph graph) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream gzip = new Smallest(bytes)) {
      new GraphPacker(gzip).write(graph);
    }
    return bytes.toByteArray();
  }

  private static final class Smallest extends GZIPOutputStream {
    Smallest(OutputStream to) throws IOException {
      super(to);
      def.setLevel(Deflater.BEST_COMPRESSION);
    }
  }

  private void write(AltGraph graph) throws IOException {
    text(graph.id());
    number(graph.parameters().size());
    each(graph.parameters(), parameter -> parameter);
    number(graph.routers().size());
    String last = "";
    for (Router router : graph.routers()) {
      if (router.name().equals(PackedGraph.following(last))) {
        number(0);
      } else {
        text(router.name());
      }
      last = router.name();
    }
    differences(graph.routers(), Router::x);
    differences(graph.routers(), Router::y);
    number(graph.links().size());
    differences(graph.links(), Link::from);
    each(graph.links(), link -> link.to() - link.from());
    List<Router> routers = graph.routers();
    each(
        graph.links(),
        link ->
            link.length() - PackedGraph.distance(routers.get(link.from()), routers.get(link.to())));
    differences(graph.links(), Link::policyWeight);
  }

  private <T> void each(List<T> all, ToIntFunction<T> value) throws IOException {
    for (T one : all) {
      signed(value.applyAsInt(one));
    }
  }

  private <T> void differences(List<T> all, ToIntFunction<T> value) throws IOException {
    int last = 0;
    for (T one : all) {
      signed(value.applyAsInt(one) - last);
      last = value.applyAsInt(one);
    }
  }

  private void text(String text) throws IOException {
    number(text.length());
    to.write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private void signed(int value) throws IOException {
    number(value << 1 ^ value >> 31);
  }

  private void number(int value) throws IOException {
    int left = value;
    for (; left >>> 7 != 0; left >>>= 7) {
      to.write((left & 0x7F) | 0x80);
    }
    to.write(left);
  }
}
