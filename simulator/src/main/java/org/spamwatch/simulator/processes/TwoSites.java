package org.spamwatch.simulator.processes;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Two sites with a line between them that can be cut: two network namespaces of Linux, joined by a
 * pair of virtual interfaces, each with a second pair by which this process asks the peers there.
 * Needs root and iproute2. Addresses are of 198.18.0.0/15, which is set aside for such tests (RFC
 * 2544); nothing leaves the machine. Not thread-safe.
 */
public final class TwoSites implements AutoCloseable {
  private static final String IP = "/usr/sbin/ip";

  private final String name;
  private final String network;
  private final Thread lastResort = new Thread(this::remove, "sites-end");

  private TwoSites() {
    long pid = ProcessHandle.current().pid();
    this.name = "sw" + pid;
    this.network = String.format(Locale.ROOT, "198.18.%d.", pid % 250 + 1);
  }

  /** Why there can be none on this machine, in a few words; empty if there can. */
  public static Optional<String> unavailable() {
    if (!Files.isExecutable(Path.of(IP))) {
      return Optional.of("no iproute2 (" + IP + ")");
    }
    String trial = "swtry" + ProcessHandle.current().pid();
    try {
      Commands.run(List.of(IP, "netns", "add", trial));
      Commands.run(List.of(IP, "netns", "exec", trial, "true"));
      Commands.run(List.of(IP, "netns", "del", trial));
      return Optional.empty();
    } catch (ProcessException e) {
      return Optional.of("no network namespaces: " + e.getMessage());
    }
  }

  /** Makes the sites. */
  public static TwoSites open() throws ProcessException {
    TwoSites sites = new TwoSites();
    Runtime.getRuntime().addShutdownHook(sites.lastResort);
    try {
      sites.make();
      return sites;
    } catch (ProcessException e) {
      sites.close();
      throw e;
    }
  }

  private void make() throws ProcessException {
    for (int site = 0; site < 2; site++) {
      ip("netns add " + space(site));
      inside(site, "link set lo up");
      // An address on lo stays when the line is cut: the peers of a site go on meeting each other.
      inside(site, "addr add " + host(site) + "/32 dev lo");
      String outer = name + "h" + site;
      ip("link add " + outer + " type veth peer name http netns " + space(site));
      ip("addr add " + network + (4 * site + 1) + "/30 dev " + outer);
      ip("link set " + outer + " up");
      inside(site, "addr add " + httpHost(site) + "/30 dev http");
      inside(site, "link set http up");
    }
    ip("link add line netns " + space(0) + " type veth peer name line netns " + space(1));
    heal();
  }

  private String space(int site) {
    return name + (site == 0 ? "a" : "b");
  }

  private String host(int site) {
    return network + (100 + site);
  }

  private String httpHost(int site) {
    return network + (4 * site + 2);
  }

  /**
   * A place for a peer.
   *
   * @param site 0 or 1
   */
  public Place place(int site) {
    return new Place(host(site), httpHost(site), List.of(IP, "netns", "exec", space(site)));
  }

  /** Cuts the line: what is sent over it is lost. */
  public void cut() throws ProcessException {
    inside(0, "link set line down");
  }

  /** Joins the sites again. */
  public void heal() throws ProcessException {
    for (int site = 0; site < 2; site++) {
      inside(site, "link set line up");
    }
    for (int site = 0; site < 2; site++) {
      inside(site, "route replace " + host(1 - site) + "/32 dev line src " + host(site));
    }
  }

  private void inside(int site, String words) throws ProcessException {
    ip("-n " + space(site) + " " + words);
  }

  private static void ip(String words) throws ProcessException {
    Commands.run(List.of((IP + " " + words).split(" ", -1)));
  }

  /** Removes both; interfaces go with their namespaces. */
  private void remove() {
    for (int site = 0; site < 2; site++) {
      if (Files.exists(Path.of("/run/netns", space(site)))) {
        try {
          ip("netns del " + space(site));
        } catch (ProcessException e) {
          System.getLogger(TwoSites.class.getName())
              .log(System.Logger.Level.WARNING, "a network namespace is left behind", e);
        }
      }
    }
  }

  /** Removes the sites; the peers in them must have ended. */
  @Override
  public void close() {
    remove();
    try {
      Runtime.getRuntime().removeShutdownHook(lastResort);
    } catch (IllegalStateException e) {
      return; // this process is ending: the hook runs, or has run
    }
  }
}
