package org.spamwatch.topologies;

/** How wide the domains of a {@link TransitStubSpec} are, and how many routers each has. */
public enum Proportions {
  /**
   * As GT-ITM draws them, which takes other lengths than its specs say and lets the domains' sizes
   * differ about the spec's: {@code ts COUNT SEED}.
   */
  GT_ITM {
    @Override
    Plane plane(TransitStubSpec spec) {
      return new GtItmPlane(spec);
    }
  },
  /** By the scales of the spec, all domains of one size: {@code ts COUNT SEED scaled}. */
  SCALED {
    @Override
    Plane plane(TransitStubSpec spec) {
      return new ScaledPlane(spec);
    }
  };

  abstract Plane plane(TransitStubSpec spec);
}
