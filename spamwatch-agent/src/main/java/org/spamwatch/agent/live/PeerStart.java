package org.spamwatch.agent.live;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.access.Access;
import org.spamwatch.agent.access.Users;
import org.spamwatch.agent.campaign.CampaignRule;
import org.spamwatch.agent.config.ListenAddress;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.file.KeptFile;
import org.spamwatch.agent.file.TextFormat;
import org.spamwatch.agent.ham.HamChanges;
import org.spamwatch.agent.ham.OwnHam;
import org.spamwatch.agent.http.HttpPort;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.keys.Keyring;
import org.spamwatch.agent.keys.RevocationFile;
import org.spamwatch.agent.live.CloseStack.Closing;
import org.spamwatch.agent.live.StartException.Cause;
import org.spamwatch.agent.peer.Environment;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.agent.port.BoundPort;
import org.spamwatch.agent.ratelimit.RateLimits;
import org.spamwatch.agent.ratelimit.RateState;
import org.spamwatch.agent.request.MailRequests;
import org.spamwatch.agent.statistics.Statistics;
import org.spamwatch.agent.store.DiskSummaryStore;
import org.spamwatch.agent.store.DiskVoteStore;
import org.spamwatch.agent.store.HamFiles;
import org.spamwatch.agent.store.StoreException;
import org.spamwatch.agent.summary.SummaryStore;
import org.spamwatch.agent.trust.TrustRecord;
import org.spamwatch.overlay.Calendar;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.RealmSignatures;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.live.LiveNode;
import org.spamwatch.overlay.node.KnownHost;
import org.spamwatch.overlay.wire.MessageTable;

/** The start of a peer, step by step; if one fails, what was opened before is closed again. */
final class PeerStart {
  private static final Logger LOG = LoggerFactory.getLogger(PeerStart.class);
  private static final byte[] SECRET_OF = "spamwatch-secret-v1".getBytes(StandardCharsets.US_ASCII);

  /** Statements of other nodes found genuine that are remembered, about 600 bytes each. */
  private static final int SIGNATURES_REMEMBERED = 20_000;

  private static final Duration SAVED = Duration.ofMinutes(10);
  private static final Duration HAM_SAVED = Duration.ofSeconds(30);
  private static final Duration RATES_SAVED = Duration.ofMinutes(1);
  private static final Duration BULK_SAVED = Duration.ofMinutes(5);
  private static final Duration CLOCK_WATCHED = Duration.ofSeconds(5);
  private static final Duration HOSTS_WATCHED = Duration.ofSeconds(20);

  private final Settings settings;
  private final Path directory;
  private final Consumer<String> diskFailed;
  private final LongSupplier wallMillis;
  private final Function<Limits, List<MessageTable>> versions;
  private final CloseStack opened = new CloseStack();

  /** As {@link LivePeer#start} says. */
  PeerStart(
      Settings settings,
      Path directory,
      Consumer<String> diskFailed,
      LongSupplier wallMillis,
      Function<Limits, List<MessageTable>> versions) {
    this.settings = settings;
    this.directory = directory;
    this.diskFailed = diskFailed;
    this.wallMillis = wallMillis;
    this.versions = versions;
  }

  LivePeer start() throws StartException, InterruptedException {
    try (opened) {
      return started();
    } catch (KeyException e) {
      throw StartException.of(e);
    } catch (StoreException e) {
      throw StartException.of(e);
    } catch (IOException e) {
      throw new StartException(Cause.DAMAGED, String.valueOf(e.getMessage()), e);
    }
  }

  private LivePeer started()
      throws StartException, KeyException, StoreException, IOException, InterruptedException {
    long heapBytes = Runtime.getRuntime().maxMemory();
    Limits limits =
        RecordRoom.within(
            Limits.DEFAULT.withMaxClients(settings.value(Setting.OVERLAY_MAX_CLIENTS)), heapBytes);
    Users users = Users.in(directory);
    Ports.checkExposure(settings, users);
    Keyring keys = new Keyring(directory);
    SigningKey key = keys.node();
    boolean isPinnedClosed = keys.realm().filter(Realm::isClosed).isPresent();
    ListenAddress listen = OverlayAddress.of(settings, isPinnedClosed);
    LiveNode node = Ports.bindOverlay(settings, listen, key, versions.apply(limits), wallMillis);
    Closing nodeClosing = node::close;
    opened.push(nodeClosing);
    BoundPort bound = Ports.bindHttp(settings);
    Closing portClosing = bound::close;
    opened.push(portClosing);
    ProtocolPorts protocols = ProtocolPorts.bind(settings);
    Closing protocolsClosing = protocols::close;
    opened.push(protocolsClosing);
    Realm realm = new RealmChoice(keys, node, settings).choose();
    OwnMembership own = new OwnMembership(realm, key.verifyingKey());
    Optional<Membership> membership = own.read(settings);
    RealmSignatures signatures = new RealmSignatures(key, realm, membership, SIGNATURES_REMEMBERED);
    DiskVoteStore store = DiskVoteStore.open(directory, realm.id(), node::execute, diskFailed);
    opened.push(store::close);
    SummaryStore summaries = summaries(node, realm);
    LiveBulk bulk = LiveBulk.open(settings, directory);
    opened.push(bulk::close);
    DiskThread disk = new DiskThread("file-writer");
    opened.push(disk::close);
    opened.push(nodeClosing); // until it is closed its turns write to all of them
    opened.push(disk::saveAll);
    List<RevocationFile> lists = RevocationLists.read(settings, realm, directory);
    KeptFile<List<CampaignRule>> ruleFile = kept("campaigns", CampaignFormat.RULES);
    List<CampaignRule> rules = ruleFile.read().orElse(List.of());
    keys.pin(realm); // last of what may fail: a start that does leaves no pin behind
    HamFiles hamFiles = new HamFiles(directory);
    OwnHam ham = LiveHam.restored(settings, hamFiles);
    PeerConfig config = CoreConfig.of(settings, realm, limits, heapBytes);
    PeerCore core =
        new PeerCore(
            node.self(),
            realm.id(),
            config,
            new Environment(node.timers(), node.outbox(), new SecureRandom(), summaries),
            store,
            signatures,
            ham);
    core.onRefusal(new RefusalLog(node.timers()));
    core.onForger(forger -> node.rest(forger.id()));
    node.heed(signatures.revocations());
    RevocationLists revocations = new RevocationLists(realm, directory, node, core, disk, lists);
    rules.forEach(core.campaigns().rules()::put);
    KeptFile<Calendar.Kept> clock = kept("clock", ClockFormat.CLOCK);
    clock.readOrSetAside().ifPresent(node.timers().calendar()::restore);
    KeptFile<List<KnownHost>> hosts = kept("hosts", HostFormat.of(realm.id()));
    core.node().remember(hosts.readOrSetAside().orElse(List.of()));
    KeptFile<List<TrustRecord>> trust = kept("trust", TrustFormat.of(realm.id()));
    core.trust().restore(trust.readOrLeaveAlone().orElse(List.of()));
    core.node().take(settings.value(Setting.OVERLAY_ROLE));
    Optional<PeriodicSave<Optional<byte[]>>> bulkSave = bulk.begin(core, node, disk);
    PeriodicSave<HamChanges> hamSave = LiveHam.save(node, ham, hamFiles, disk);
    LiveCalls calls =
        new LiveCalls(
            node,
            core,
            keys,
            key.sign(SECRET_OF),
            realm.id(),
            new LiveCampaigns(node, core.campaigns(), ruleFile, disk),
            new LiveHam(node, core, ham, hamSave, keys.operatorToken()));
    loadVotes(core, node); // nobody turns to this peer yet
    node.start(core.node(), realm, membership, settings.value(Setting.OVERLAY_BOOTSTRAP));
    node.execute(() -> startVotes(core, config));
    // Only now: a vote that came before the stored ones are loaded would be lost among them.
    Optional<Statistics> statistics =
        Statistics.open(settings, directory, calls.secret(), wallMillis);
    statistics.ifPresent(filter -> opened.push(filter::close));
    MailRequests requests = new MailRequests(calls, settings, statistics);
    PeriodicSave<RateState> rateSave = rates(requests.rates(), disk);
    Access access = new Access(settings, users);
    HttpPort http = HttpPort.serve(bound, protocols.asBound(), requests, access);
    opened.push(portClosing);
    protocols.serve(requests, access);
    opened.push(protocolsClosing);
    disk.every(HAM_SAVED, hamSave);
    disk.every(RATES_SAVED, rateSave);
    bulkSave.ifPresent(save -> disk.every(BULK_SAVED, save));
    disk.every(
        SAVED,
        new PeriodicSave<>(
            "clock", () -> node.call(node.timers().calendar()::kept), clock::write, disk));
    NodeTurns.every(
        node, CLOCK_WATCHED, new ClockWatch(node, core.node(), new SecureRandom())::look);
    awaitJoined(node, core);
    calls.ready();
    PeriodicSave<List<KnownHost>> hostSave =
        new PeriodicSave<>(
            "hosts", () -> node.call(core.node()::knownHosts), unlessEmpty(hosts), disk);
    disk.every(SAVED, hostSave);
    NodeTurns.every(node, HOSTS_WATCHED, new HostWatch(core.node(), hostSave)::look);
    disk.every(
        SAVED,
        new PeriodicSave<>(
            "trust", () -> node.call(core.trust()::records), unlessEmpty(trust), disk));
    LOG.info("peer {} of realm {} is up", node.self(), realm.id().brief());
    return new LivePeer(node, core, http, own, signatures, revocations, opened.take());
  }

  private SummaryStore summaries(LiveNode node, Realm realm) throws StoreException {
    if (!settings.value(Setting.CHECK_ANNOUNCE)) {
      return SummaryStore.NONE;
    }
    DiskSummaryStore store = DiskSummaryStore.open(directory, realm.id(), node::execute);
    opened.push(store::close);
    return store;
  }

  /** Takes up what was counted before the start, and has it written down from now on. */
  private PeriodicSave<RateState> rates(RateLimits limits, Executor disk) {
    KeptFile<RateState> file = kept("rates", RateFormat.RATES);
    try {
      file.readOrSetAside().ifPresent(state -> limits.restore(state, wallMillis.getAsLong()));
    } catch (IllegalArgumentException e) {
      LOG.warn("{}: {}; it is counted anew", directory.resolve("rates"), e.getMessage());
    }
    return new PeriodicSave<>(
        "rates",
        () -> CompletableFuture.completedFuture(limits.kept(wallMillis.getAsLong())),
        state -> {
          if (state.limits().stream().anyMatch(limit -> !limit.keys().isEmpty())) {
            file.write(state);
          }
        },
        disk);
  }

  private <T> KeptFile<T> kept(String name, TextFormat<T> format) {
    return new KeptFile<>(directory.resolve(name), format);
  }

  /** Whoever knows nobody keeps the file: it may be its network that is broken. */
  private static <T> PeriodicSave.Writing<List<T>> unlessEmpty(KeptFile<List<T>> file) {
    return list -> {
      if (!list.isEmpty()) {
        file.write(list);
      }
    };
  }

  private static void loadVotes(PeerCore core, LiveNode node) throws InterruptedException {
    try {
      core.loadVotes(part -> NodeTurns.run(node, part));
    } catch (CancellationException e) {
      throw new InterruptedException("interrupted while the stored votes were loaded");
    }
  }

  private static void startVotes(PeerCore core, PeerConfig config) {
    core.startVotes();
    long leftOut = core.leftOutVotes();
    if (leftOut > 0) {
      LOG.warn(
          "{} stored votes are left out, of the oldest messages: votes may take {} MB of this heap;"
              + " a start with a larger -Xmx takes them in",
          leftOut,
          config.votes().roomBytes() / 1_000_000);
    }
  }

  private void awaitJoined(LiveNode node, PeerCore core) throws InterruptedException {
    Duration wait = settings.value(Setting.OVERLAY_JOIN_WAIT);
    if (!NodeTurns.until(node, () -> core.node().isJoined(), wait)) {
      LOG.warn(
          "not joined within {} s; serving alone until a peer to join through answers",
          wait.toSeconds());
    }
  }
}
