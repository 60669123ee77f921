package org.spamwatch.ata.adolr;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxAsk;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxEnd;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxQuery;
import org.spamwatch.ata.adolr.AdolrMessage.AskInPerson;
import org.spamwatch.ata.adolr.AdolrMessage.End;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureFailure;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureObject;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureRequest;
import org.spamwatch.ata.adolr.AdolrMessage.Listed;
import org.spamwatch.ata.adolr.AdolrMessage.PublishFeature;
import org.spamwatch.ata.adolr.AdolrMessage.RecordRefused;
import org.spamwatch.ata.adolr.AdolrMessage.ReplicateFeatures;
import org.spamwatch.ata.adolr.AdolrMessage.Role;
import org.spamwatch.ata.adolr.FeatureRecords.Lease;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.ReplicaLookup;
import org.spamwatch.overlay.identity.Membership;
import org.spamwatch.overlay.identity.Proof;
import org.spamwatch.overlay.identity.VerifyingKey;
import org.spamwatch.overlay.lease.Refusal;

/** Any message of the ADOLR. */
final class AdolrMessages {
  private static final Arbitrary<Boolean> FLAGS = Arbitraries.of(true, false);
  private static final Arbitrary<Integer> BYTES = Arbitraries.integers().between(0, 255);

  private AdolrMessages() {}

  static Arbitrary<Message> any() {
    Arbitrary<Long> longs = Arbitraries.longs();
    Arbitrary<List<Match>> founds = matches().list().ofMaxSize(64);
    return Arbitraries.<Message>oneOf(
            records().map(PublishFeature::new),
            severalRecords()
                .list()
                .ofMaxSize(ReplicateFeatures.MAX_PUBLICATIONS)
                .map(AdolrMessages::replicate),
            queries(),
            Combinators.combine(
                    longs,
                    Arbitraries.of(End.class),
                    BYTES,
                    founds,
                    contacts().list().ofMaxSize(ReplicaLookup.NAMED),
                    Combinators.combine(ids(), contacts())
                        .as(ObjectPublisher::new)
                        .list()
                        .ofMaxSize(ObjectPublisher.MAX_TOLD))
                .as(ApproxEnd::new),
            Combinators.combine(ids(), queries()).as(ApproxAsk::new),
            Combinators.combine(longs, ids()).as(FeatureRequest::new),
            objects(),
            Combinators.combine(longs, BYTES).as(FeatureFailure::new),
            Combinators.combine(longs, Arbitraries.of(End.class), BYTES).as(AskInPerson::new),
            Combinators.combine(ids(), Arbitraries.of(Refusal.class)).as(RecordRefused::new))
        .withoutEdgeCases();
  }

  private static Arbitrary<Contact> contacts() {
    Arbitrary<Integer> ports = Arbitraries.integers().between(1, 65535);
    return Combinators.combine(ids(), ports)
        .as((id, port) -> new Contact(id, new Endpoint("192.0.2.7", port)));
  }

  static Arbitrary<Id> ids() {
    return Combinators.combine(Arbitraries.longs(), Arbitraries.longs(), Arbitraries.integers())
        .as(Id::of);
  }

  static Arbitrary<FeatureVector> vectors() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 255).map(Scheme::of),
            FLAGS,
            Arbitraries.longs().list().ofMinSize(1).ofMaxSize(FeatureVector.MAX_SIZE))
        .as(
            (scheme, wholeText, keys) -> {
              List<Id> distinct = keys.stream().distinct().map(FeatureVector::key).toList();
              return new FeatureVector(scheme, wholeText, distinct);
            });
  }

  private static Arbitrary<Publication> publications() {
    Arbitrary<String> hosts =
        Arbitraries.strings().withCharRange('!', '~').ofMinLength(1).ofMaxLength(40);
    Arbitrary<Contact> contacts =
        Combinators.combine(ids(), hosts, Arbitraries.integers().between(1, 65535))
            .as((id, host, port) -> new Contact(id, new Endpoint(host, port)));
    return Combinators.combine(ids(), vectors(), contacts, Arbitraries.longs(), FLAGS, proofs())
        .as(Publication::new);
  }

  private static Arbitrary<Long> leases() {
    return Arbitraries.longs().greaterOrEqual(0);
  }

  static Arbitrary<FeatureRecord> records() {
    return Combinators.combine(publications(), Arbitraries.integers().between(0, 63), leases())
        .as(
            (one, pick, millis) ->
                one.record(one.vector().keys().get(pick % one.vector().size()), millis));
  }

  /** Records of any of a publication's features, at least of its first. */
  private static Arbitrary<FeatureRecords> severalRecords() {
    return Combinators.combine(publications(), Arbitraries.longs(), leases())
        .as(
            (one, mask, millis) ->
                new FeatureRecords(
                    one,
                    IntStream.range(0, one.vector().size())
                        .filter(place -> place == 0 || (mask >> place & 1) == 1)
                        .mapToObj(place -> new Lease(one.vector().keys().get(place), millis))
                        .toList()));
  }

  private static ReplicateFeatures replicate(List<FeatureRecords> all) {
    List<FeatureRecords> fitting = new ArrayList<>();
    all.stream().filter(one -> ReplicateFeatures.fits(fitting, one)).forEach(fitting::add);
    return new ReplicateFeatures(fitting);
  }

  private static Arbitrary<Proof> proofs() {
    Arbitrary<byte[]> signatures =
        Arbitraries.bytes().array(byte[].class).ofSize(VerifyingKey.SIGNATURE_BYTES);
    return Combinators.combine(
            Arbitraries.bytes().array(byte[].class).ofSize(VerifyingKey.BYTES),
            signatures,
            signatures.map(signature -> new Membership(1, 2, signature)).optional())
        .as((key, signature, membership) -> new Proof(VerifyingKey.of(key), signature, membership));
  }

  private static Arbitrary<Match> matches() {
    return Combinators.combine(
            ids(),
            ids(),
            Arbitraries.integers().between(1, 64),
            Arbitraries.integers().between(0, 63))
        .as((guid, digest, of, less) -> new Match(guid, digest, Math.max(1, of - less), of));
  }

  private static Arbitrary<ApproxQuery> queries() {
    return Combinators.combine(
            Arbitraries.longs(),
            Arbitraries.longs(),
            vectors(),
            Arbitraries.integers().between(0, 63),
            FLAGS,
            Arbitraries.longs().map(Note::new),
            matches().list().ofMaxSize(64))
        .as(
            (queryId, routeId, vector, thres, first, note, found) ->
                new ApproxQuery(
                    queryId, routeId, vector, 1 + thres % vector.size(), first, note, found));
  }

  private static Arbitrary<FeatureObject> objects() {
    Arbitrary<Listed> listed =
        Combinators.combine(
                ids(),
                ids(),
                Arbitraries.integers().between(1, 255).map(Scheme::of),
                Arbitraries.of(Role.class))
            .as(Listed::new);
    return Combinators.combine(
            Arbitraries.longs(),
            BYTES,
            Arbitraries.integers().between(0, 254),
            Arbitraries.integers().between(1, FeatureObject.MAX_PAGES),
            listed.list().ofMaxSize(FeatureObject.PAGE))
        .as(
            (routeId, hops, page, pages, objects) ->
                new FeatureObject(routeId, hops, page % pages, pages, objects));
  }
}
