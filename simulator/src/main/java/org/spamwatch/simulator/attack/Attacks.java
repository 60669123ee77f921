package org.spamwatch.simulator.attack;

import java.util.List;

/** Every attack there is, in the order in which they are run. */
public final class Attacks {
  private Attacks() {}

  /** All of them. */
  public static List<Attack> all() {
    return List.of(
        new Recall(),
        new MailCost(),
        new MailsAtOnce(),
        new SlowRequests(),
        new Hide(),
        new HideRevoked(),
        new StoreFlood(),
        new EntrustFlood(),
        new OwnVote(),
        new Crowd(),
        new Colluders(),
        new PageFlood(),
        new Replay(),
        ClaimedEndpoint.byOneGreeting(),
        ClaimedEndpoint.byAnOpenLink(),
        new WrongClock(),
        new DamagedFiles(),
        new Dialling(),
        Reflection.towardsAStranger(),
        Reflection.towardsAMember(),
        new MaintenanceReflection());
  }
}
