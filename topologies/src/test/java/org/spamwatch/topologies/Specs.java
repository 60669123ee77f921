package org.spamwatch.topologies;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.DomainContextBase;

/** Specs and texts for tests. */
final class Specs extends DomainContextBase {
  /** Of small graphs, some with extra edges. */
  @Provide
  Arbitrary<TransitStubSpec> small() {
    return Combinators.combine(
            Arbitraries.longs(),
            Arbitraries.integers().between(1, 3),
            Arbitraries.of(0, 0, 3),
            geometric(4),
            geometric(4),
            geometric(6),
            Arbitraries.of(Proportions.class))
        .as(
            (seed, stubs, extra, top, transit, stub, proportions) ->
                new TransitStubSpec(
                    3,
                    seed,
                    stubs,
                    top.nodes() * transit.nodes() > 2 ? extra : 0,
                    top.nodes() * transit.nodes() * stubs > 3 ? extra : 0,
                    top,
                    transit,
                    stub,
                    proportions));
  }

  private static Arbitrary<GeometricSpec> geometric(int mostNodes) {
    return Combinators.combine(
            Arbitraries.integers().between(1, mostNodes),
            Arbitraries.integers().between(1, 50),
            Arbitraries.of(EdgeMethod.class),
            Arbitraries.doubles().between(0, 1),
            Arbitraries.doubles().between(.01, 1),
            Arbitraries.doubles().between(0, 9))
        .as(GeometricSpec::new);
  }

  static AltGraph read(String text) throws TopologyException {
    try {
      return AltFormat.read(new StringReader(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static TransitStubSpec readSpec(String text) throws TopologyException {
    try {
      return TransitStubSpec.read(new StringReader(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String write(AltGraph graph) {
    StringBuilder text = new StringBuilder();
    try {
      AltFormat.write(graph, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  static String resource(String name) {
    try (var in = Specs.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalArgumentException("no resource " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
