package org.spamwatch.topologies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;
import org.spamwatch.topologies.AltGraph.Link;
import org.spamwatch.topologies.AltGraph.Router;

class TransitStubGeneratorTest {
  @Property(tries = 200)
  @Domain(Specs.class)
  void graphsAreConnectedAndOfTheSizeOfTheirSpec(@ForAll TransitStubSpec spec)
      throws TopologyException {
    AltGraph graph = TransitStubGenerator.generate(spec, 0);
    assertThat(graph.routers()).hasSize(spec.routers());
    // Latencies refuse a graph that is not connected.
    assertThatCode(() -> Latencies.of(graph, Duration.ofMillis(1))).doesNotThrowAnyException();
  }

  @Property(tries = 200)
  @Domain(Specs.class)
  void everyStubHangsOnItsTransitRouterAndElsewhereOnlyByExtraEdges(@ForAll TransitStubSpec spec)
      throws TopologyException {
    AltGraph graph = TransitStubGenerator.generate(spec, 0);
    Map<String, Integer> gateways = new LinkedHashMap<>();
    int extra = 0;
    for (Link link : graph.links()) {
      Router from = graph.routers().get(link.from());
      Router to = graph.routers().get(link.to());
      if (from.isStub() && to.isStub()) {
        extra += domain(from).equals(domain(to)) ? 0 : 1;
      } else if (to.isStub()) {
        if (to.name().startsWith("S" + from.name().substring(1) + "/")) {
          gateways.merge(domain(to), 1, Integer::sum);
        } else {
          extra++;
        }
      } else {
        assertThat(from.isStub()).isFalse();
      }
    }
    assertThat(gateways).hasSize(spec.transitRouters() * spec.stubsPerTransitNode());
    assertThat(gateways.values()).containsOnly(1);
    assertThat(extra).isEqualTo(spec.extraStubStub() + spec.extraTransitStub());
  }

  private static String domain(Router router) {
    return router.name().substring(0, router.name().lastIndexOf('.'));
  }

  @Property(tries = 100)
  @Domain(Specs.class)
  void lengthsAreTheDistancesOfTheRouters(@ForAll TransitStubSpec spec) throws TopologyException {
    AltGraph graph = TransitStubGenerator.generate(spec, 1);
    for (Link link : graph.links()) {
      Router from = graph.routers().get(link.from());
      Router to = graph.routers().get(link.to());
      double distance = Math.hypot(from.x() - to.x(), from.y() - to.y());
      assertThat((double) link.length()).isBetween(Math.max(1, distance - .5), distance + 1);
    }
  }

  @Property(tries = 50)
  @Domain(Specs.class)
  void oneSeedAndIndexGiveOneGraphAndOthersAnother(@ForAll TransitStubSpec spec)
      throws TopologyException {
    AltGraph graph = TransitStubGenerator.generate(spec, 1);
    assertThat(TransitStubGenerator.generate(spec, 1)).isEqualTo(graph);
    assertThat(TransitStubGenerator.generate(spec, 2)).isNotEqualTo(graph);
  }

  @Test
  void theDegreesOfThePapersGraphFollowFromItsProbabilities() throws TopologyException {
    AltGraph graph = TransitStubGenerator.generate(TransitStubSpec.paper(7), 0);
    int[] degrees = graph.degrees();
    double stub = Arrays.stream(degrees, 200, 5000).average().orElseThrow();
    double transit = Arrays.stream(degrees, 0, 200).average().orElseThrow();
    // 7 other routers at .42 and a gateway for each 8; 9 at .6, 3 stubs and a share of 20 x 19 x
    // .3.
    assertThat(stub).isBetween(7 * .42 + .125 - .1, 7 * .42 + .125 + .15);
    assertThat(transit).isBetween(9 * .6 + 3 + .3, 9 * .6 + 3 + .9);
    assertThat(Arrays.stream(degrees).min()).hasValue(1);
  }

  @Test
  void domainsOfGtItmDifferInSizeAboutTheSpecs() throws TopologyException {
    Map<String, Integer> routers = new LinkedHashMap<>();
    Map<String, Integer> stubs = new LinkedHashMap<>();
    AltGraph graph = TransitStubGenerator.generate(TransitStubSpec.gtItm(7), 0);
    for (Router router : graph.routers()) {
      assertThat(router.x()).isBetween(0, 632);
      if (routers.merge(domain(router), 1, Integer::sum) == 1 && router.isStub()) {
        stubs.merge(router.name().substring(0, router.name().indexOf('/')), 1, Integer::sum);
      }
    }
    assertThat(routers.keySet()).filteredOn(name -> name.startsWith("T")).hasSize(20);
    assertThat(routers.keySet()).filteredOn(name -> name.startsWith("S")).hasSize(600);
    assertThat(stubs).hasSize(200);
    // Three moves for each: the variance is about six less what a domain of one router keeps.
    assertThat(variance(routers, "T", 10)).isBetween(2.0, 12.0);
    assertThat(variance(routers, "S", 8)).isBetween(3.0, 6.0);
    assertThat(variance(stubs, "S", 3)).isBetween(1.5, 6.0);
  }

  @Test
  void linkedDomainsOfGtItmAreLinkedTwiceAndItsStubsAreWide() throws TopologyException {
    AltGraph graph = TransitStubGenerator.generate(TransitStubSpec.gtItm(7), 0);
    Map<String, Integer> linked = new LinkedHashMap<>();
    Map<String, Integer> left = new LinkedHashMap<>();
    Map<String, Integer> right = new LinkedHashMap<>();
    for (Link link : graph.links()) {
      Router from = graph.routers().get(link.from());
      Router to = graph.routers().get(link.to());
      if (!to.isStub() && !domain(from).equals(domain(to))) {
        linked.merge(domain(from) + " " + domain(to), 1, Integer::sum);
      }
    }
    for (Router router : graph.routers()) {
      if (router.isStub()) {
        left.merge(domain(router), router.x(), Math::min);
        right.merge(domain(router), router.x(), Math::max);
      }
    }
    // Of 190 pairs each is linked with .3. Both links may be of the same routers, one time in 100.
    assertThat(linked.values()).hasSizeBetween(35, 80).allMatch(links -> links <= 2);
    assertThat(linked.values().stream().mapToInt(links -> links).average().orElseThrow())
        .isGreaterThan(1.9);
    assertThat(left.keySet())
        .allMatch(stub -> right.getOrDefault(stub, 0) - left.getOrDefault(stub, 0) <= 102)
        .anyMatch(stub -> right.getOrDefault(stub, 0) - left.getOrDefault(stub, 0) > 90);
  }

  private static double variance(Map<String, Integer> sizes, String first, double mean) {
    return sizes.entrySet().stream()
        .filter(size -> size.getKey().startsWith(first))
        .mapToDouble(size -> (size.getValue() - mean) * (size.getValue() - mean))
        .average()
        .orElseThrow();
  }

  @Test
  void policyWeightsKeepPathsOutOfStubsTheyDoNotEndIn() throws TopologyException {
    AltGraph graph = TransitStubGenerator.generate(TransitStubSpec.paper(7), 0);
    int transitStub = graph.parameters().get(2);
    for (Link link : graph.links()) {
      Router from = graph.routers().get(link.from());
      Router to = graph.routers().get(link.to());
      int expected =
          domain(from).equals(domain(to))
              ? 1
              : to.isStub() ? transitStub : graph.parameters().get(1);
      assertThat(link.policyWeight()).isEqualTo(expected);
    }
    assertThat(transitStub).isGreaterThan(1);
  }

  @Test
  void aGraphThatWouldBeTooLargeIsRefused() {
    GeometricSpec nine = GeometricSpec.pureRandom(9, 100, 1);
    GeometricSpec full = GeometricSpec.pureRandom(1_000, 100, 1); // 499,500 links
    GeometricSpec one = GeometricSpec.pureRandom(1, 1, 1);
    TransitStubSpec spec = new TransitStubSpec(1, 1, 0, 0, 0, nine, full, one, Proportions.SCALED);
    assertThatThrownBy(() -> TransitStubGenerator.generate(spec, 0))
        .isInstanceOf(TopologyException.class)
        .hasMessage("more than 4194304 links; lower alpha or the number of nodes");
    TransitStubSpec extra = new TransitStubSpec(1, 1, 2, 0, 2, one, one, one, Proportions.SCALED);
    assertThatThrownBy(() -> TransitStubGenerator.generate(extra, 0))
        .isInstanceOf(TopologyException.class)
        .hasMessageStartingWith("no room for as many extra stub-stub edges");
  }
}
