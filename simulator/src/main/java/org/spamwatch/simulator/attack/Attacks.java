package org.spamwatch.simulator.attack;

import java.util.List;

/** Every attack there is, in the order in which they are run. */
public final class Attacks {
  private static final String NO_REFLECTION =
      " who did not ask is sent no more than twice the bytes that others spend on it";

  private Attacks() {}

  /** All of them. */
  public static List<Attack> all() {
    return List.of(
        new Attack(
            "recall",
            "a peer finds at once what was marked there, also right after it was killed and"
                + " started",
            new Recall()),
        new Attack(
            "mail-cost",
            "any mail of up to 32 MB costs at most 1 s of processor time and 64 MB beyond its own",
            new MailCost()),
        new Attack(
            "mails-at-once",
            "16 mails of 4 MB at once, of characters that grow 18-fold, end no peer and hold up no"
                + " one",
            new MailsAtOnce()),
        new Attack(
            "slow-requests",
            "200 half-sent requests hold up neither /healthz nor a user's checks",
            new SlowRequests()),
        new Attack(
            "log-flood",
            "whoever reaches a peer's ports has it log two lines a minute for each kind of fault",
            new LogFlood()),
        new Attack(
            "impostors",
            "no web page, other account of the host or other host casts a vote that counts",
            new Impostors()),
        new Attack(
            "forged-headers",
            "no field that a sender writes reaches a reader, or has his vote fall on another mail",
            new ForgedHeaders()),
        new Attack(
            "forged-proof",
            "nobody passes for a shop by what he writes into a header, and no copy makes the shop's"
                + " mail spam",
            new ForgedProof()),
        new Attack(
            "joe-job",
            "no spam that names a shop, however it does, makes the shop's own mail spam",
            new JoeJob()),
        new Attack(
            "good-words",
            "words of ham behind spam hide it from statistics at most: votes find its copies, and"
                + " no ham becomes spam once such spam is learnt",
            new GoodWords()),
        new Attack(
            "poisoning",
            "no user of a site, however much he teaches its statistical filter, has others' ham"
                + " called spam by it, or their spam missed",
            new Poisoning()),
        new Attack(
            "silenced-words",
            "no vote for spam by who sends it keeps statistical filters from judging it, and one"
                + " for ham no longer than until one's own people mark it",
            new SilencedWords()),
        new Attack(
            "hide",
            "three votes of a stranger, cast beforehand, hide no mail that is marked",
            new Hide()),
        new Attack(
            "hide-revoked",
            "what a member took of keepers' room is free once it is revoked, and hides no mail",
            new HideRevoked()),
        new Attack(
            "store-flood",
            "a peer that is given 40 MB of votes serves its own users, and does after a restart",
            new StoreFlood()),
        new Attack(
            "entrust-flood",
            "votes handed over at 7 MB/s, all forged, leave a peer time for its own users",
            new EntrustFlood()),
        new Attack(
            "rate-flood",
            "made-up senders take bounded memory, hide nobody who is over a rate limit, and have"
                + " nobody refused; nor does another account",
            new RateFlood()),
        new Attack(
            "rate-clock",
            "a clock that jumps frees nobody who is over a rate limit and blocks nobody who is not,"
                + " but by a restart at a later date",
            new RateClock()),
        new Attack(
            "own-vote",
            "a user's acknowledged votes count at his own peer, though no other holds them",
            new OwnVote()),
        new Attack(
            "crowd", "thousands of voters of one member hide no vote of another", new Crowd()),
        new Attack(
            "colluders",
            "ten of sixty members, a thousand votes each, hide no mail from who counts its marker",
            new Colluders()),
        new Attack(
            "page-flood",
            "what two hops make up leaves room for what keepers say",
            new PageFlood()),
        new Attack(
            "replay",
            "a mark that was taken back does not count again because a peer goes on showing it",
            new Replay()),
        new Attack(
            "false-words",
            "what a member falsely announces has each peer ask twice a day at most, and hides no"
                + " mark",
            new FalseWords()),
        new Attack(
            "false-evidence",
            "who announces what everybody's mail is known by makes none of it spam, and has each"
                + " peer ask twice a day at most",
            new FalseEvidence()),
        new Attack(
            "withheld-blocks",
            "who never hands over what it tells of hides no mark; in ten minutes checks stay at"
                + " home again",
            new WithheldBlocks()),
        new Attack(
            "bulk-ones",
            "no three members of ten make mail bulk by what they say they have counted, and what"
                + " cannot be is refused",
            new BulkLiars(false)),
        new Attack(
            "bulk-flood",
            "versions and pieces that nobody asked for keep no site's counts from the others",
            new BulkLiars(true)),
        new Attack(
            "silence",
            "what a greeting does wrong ends with its link: whose endpoint it claimed is answered",
            new ClaimedEndpoint(true)),
        new Attack(
            "capture",
            "nobody gets, by claiming another's endpoint, what is meant for him",
            new ClaimedEndpoint(false)),
        new Attack(
            "clock",
            "no acknowledged vote is lost by a clock that jumps, and once it is right the peer is"
                + " whole",
            new WrongClock()),
        new Attack(
            "damaged-files",
            "what a peer cannot read it does not replace: the bytes are there after a start and a"
                + " stop",
            new DamagedFiles()),
        new Attack(
            "dial",
            "who names addresses to a peer has few of them dialled, and its users notice nothing",
            new Dialling()),
        new Attack("reflection", "a stranger" + NO_REFLECTION, new Reflection(false)),
        new Attack("reflection-member", "a member" + NO_REFLECTION, new Reflection(true)),
        new Attack(
            "reflection-join",
            "nobody is sent more than twice the bytes of joins and requests for rows in his name",
            new MaintenanceReflection()));
  }
}
