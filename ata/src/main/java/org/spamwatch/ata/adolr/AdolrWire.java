package org.spamwatch.ata.adolr;

import java.util.List;
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
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.FeatureVectorWire;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Amplification;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.ReplicaLookup;
import org.spamwatch.overlay.identity.ProofWire;
import org.spamwatch.overlay.lease.Refusal;
import org.spamwatch.overlay.wire.MessageType;
import org.spamwatch.overlay.wire.WireException;
import org.spamwatch.overlay.wire.WireInput;
import org.spamwatch.overlay.wire.WireOutput;

/** The byte forms of {@link AdolrMessage}; type ids 64 to 95. */
final class AdolrWire {
  static final List<MessageType<?>> TYPES =
      List.of(
          new MessageType<>(
              64,
              PublishFeature.class,
              (out, publish) -> writeRecord(out, publish.record()),
              in -> new PublishFeature(readRecord(in))),
          new MessageType<>(
              65,
              ReplicateFeatures.class,
              (out, replicate) ->
                  out.list(
                      replicate.publications(),
                      ReplicateFeatures.MAX_PUBLICATIONS,
                      AdolrWire::writeRecords),
              in ->
                  new ReplicateFeatures(
                      in.list(
                          "publications",
                          ReplicateFeatures.MAX_PUBLICATIONS,
                          AdolrWire::readRecords))),
          new MessageType<>(66, ApproxQuery.class, AdolrWire::writeQuery, AdolrWire::readQuery),
          new MessageType<>(67, ApproxEnd.class, AdolrWire::writeEnd, AdolrWire::readEnd),
          new MessageType<>(
              68, FeatureRequest.class, AdolrWire::writeRequest, AdolrWire::readRequest),
          new MessageType<>(69, FeatureObject.class, AdolrWire::writeObject, AdolrWire::readObject),
          new MessageType<>(
              70, FeatureFailure.class, AdolrWire::writeFailure, AdolrWire::readFailure),
          new MessageType<>(71, ApproxAsk.class, AdolrWire::writeAsk, AdolrWire::readAsk),
          new MessageType<>(
              72, RecordRefused.class, AdolrWire::writeRefused, AdolrWire::readRefused),
          new MessageType<>(
              73,
              AskInPerson.class,
              (out, stub) -> {
                out.i64(stub.routeId());
                out.u8(stub.end().code());
                out.u8(stub.hops());
              },
              in -> new AskInPerson(in.i64("routeId"), readEndCode(in), in.u8("hops"))));

  private AdolrWire() {}

  private static void writePublication(WireOutput out, Publication publication) {
    out.id(publication.guid());
    FeatureVectorWire.write(out, publication.vector());
    out.contact(publication.publisher());
    out.i64(publication.sequence());
    out.bool(publication.withdrawn());
    ProofWire.write(out, publication.proof());
  }

  private static Publication readPublication(WireInput in) throws WireException {
    return new Publication(
        in.id("guid"),
        FeatureVectorWire.read(in),
        in.contact("publisher"),
        in.i64("sequence"),
        in.bool("withdrawn"),
        ProofWire.read(in));
  }

  private static void writeRecord(WireOutput out, FeatureRecord record) {
    writePublication(out, record.publication());
    out.u8(record.place());
    out.i64(record.leaseMillis());
  }

  private static FeatureRecord readRecord(WireInput in) throws WireException {
    Publication publication = readPublication(in);
    return publication.record(readFeature(in, publication), in.i64("leaseMillis"));
  }

  private static Id readFeature(WireInput in, Publication publication) throws WireException {
    int place = in.u8("feature");
    List<Id> keys = publication.vector().keys();
    if (place >= keys.size()) {
      throw new WireException("feature " + place + " is not one of the vector's " + keys.size());
    }
    return keys.get(place);
  }

  private static void writeRecords(WireOutput out, FeatureRecords records) {
    writePublication(out, records.publication());
    List<Id> keys = records.publication().vector().keys();
    out.list(
        records.leases(),
        FeatureVector.MAX_SIZE,
        (o, lease) -> {
          o.u8(keys.indexOf(lease.feature()));
          o.i64(lease.millis());
        });
  }

  private static FeatureRecords readRecords(WireInput in) throws WireException {
    Publication publication = readPublication(in);
    return new FeatureRecords(
        publication,
        in.list(
            "leases",
            FeatureVector.MAX_SIZE,
            i -> new FeatureRecords.Lease(readFeature(i, publication), i.i64("leaseMillis"))));
  }

  private static void writeMatch(WireOutput out, Match match) {
    out.id(match.guid());
    out.id(match.digest());
    out.u8(match.shared());
    out.u8(match.of());
  }

  private static Match readMatch(WireInput in) throws WireException {
    return new Match(in.id("guid"), in.id("digest"), in.u8("shared"), in.u8("of"));
  }

  private static void writeQuery(WireOutput out, ApproxQuery query) {
    out.i64(query.queryId());
    out.i64(query.routeId());
    FeatureVectorWire.write(out, query.vector());
    out.u8(query.thres());
    out.bool(query.first());
    out.list(query.found(), out.limits().maxGuidsPerQuery(), AdolrWire::writeMatch);
    out.message(query.payload());
  }

  private static ApproxQuery readQuery(WireInput in) throws WireException {
    long queryId = in.i64("queryId");
    long routeId = in.i64("routeId");
    FeatureVector vector = FeatureVectorWire.read(in);
    int thres = in.u8("thres");
    boolean first = in.bool("first");
    List<Match> found = in.list("found", in.limits().maxGuidsPerQuery(), AdolrWire::readMatch);
    return new ApproxQuery(queryId, routeId, vector, thres, first, in.message("payload"), found);
  }

  /** Bytes of a query without its payload and what was found, its type included. */
  static int bytesOf(ApproxQuery query) {
    int vector = 2 + 1 + query.vector().size() * Long.BYTES;
    return 1 + 2 * Long.BYTES + vector + 2 + 1;
  }

  /** Bytes of an end, its type included. */
  static int bytesOf(ApproxEnd end) {
    int bytes = 1 + Long.BYTES + 2 + 3;
    bytes += end.found().size() * (2 * Id.BYTES + 2);
    for (Contact named : end.named()) {
      bytes += Amplification.contact(named);
    }
    for (ObjectPublisher publisher : end.publishers()) {
      bytes += Id.BYTES + Amplification.contact(publisher.contact());
    }
    return bytes;
  }

  private static void writeAsk(WireOutput out, ApproxAsk ask) {
    out.id(ask.feature());
    writeQuery(out, ask.query());
  }

  private static ApproxAsk readAsk(WireInput in) throws WireException {
    return new ApproxAsk(in.id("feature"), readQuery(in));
  }

  private static void writeEnd(WireOutput out, ApproxEnd end) {
    out.i64(end.routeId());
    out.u8(end.end().code());
    out.u8(end.hops());
    out.list(end.found(), out.limits().maxGuidsPerQuery(), AdolrWire::writeMatch);
    out.list(end.named(), ReplicaLookup.NAMED, WireOutput::contact);
    out.list(
        end.publishers(),
        ObjectPublisher.MAX_TOLD,
        (o, told) -> {
          o.id(told.guid());
          o.contact(told.contact());
        });
  }

  private static ApproxEnd readEnd(WireInput in) throws WireException {
    return new ApproxEnd(
        in.i64("routeId"),
        readEndCode(in),
        in.u8("hops"),
        in.list("found", in.limits().maxGuidsPerQuery(), AdolrWire::readMatch),
        in.list("named", ReplicaLookup.NAMED, contacts -> contacts.contact("named")),
        in.list(
            "publishers",
            ObjectPublisher.MAX_TOLD,
            i -> new ObjectPublisher(i.id("guid"), i.contact("publisher"))));
  }

  private static End readEndCode(WireInput in) throws WireException {
    return in.code("end", End::ofCode, "0, 1 or 2");
  }

  private static void writeRequest(WireOutput out, FeatureRequest request) {
    out.i64(request.routeId());
    out.id(request.feature());
  }

  private static FeatureRequest readRequest(WireInput in) throws WireException {
    return new FeatureRequest(in.i64("routeId"), in.id("feature"));
  }

  private static void writeObject(WireOutput out, FeatureObject object) {
    out.i64(object.routeId());
    out.u8(object.hops());
    out.u8(object.page());
    out.u8(object.pages());
    out.list(object.objects(), FeatureObject.PAGE, AdolrWire::writeListed);
  }

  private static FeatureObject readObject(WireInput in) throws WireException {
    return new FeatureObject(
        in.i64("routeId"),
        in.u8("hops"),
        in.u8("page"),
        in.u8("pages"),
        in.list("objects", FeatureObject.PAGE, AdolrWire::readListed));
  }

  private static void writeListed(WireOutput out, Listed listed) {
    out.id(listed.guid());
    out.id(listed.digest());
    out.u8(listed.scheme().id());
    out.u8(listed.role().code());
  }

  private static Listed readListed(WireInput in) throws WireException {
    Id guid = in.id("guid");
    Id digest = in.id("digest");
    Scheme scheme = Scheme.of(in.u8("scheme"));
    Role role = in.code("role", Role::ofCode, "0, 1 or 2");
    return new Listed(guid, digest, scheme, role);
  }

  private static void writeFailure(WireOutput out, FeatureFailure failure) {
    out.i64(failure.routeId());
    out.u8(failure.hops());
  }

  private static FeatureFailure readFailure(WireInput in) throws WireException {
    return new FeatureFailure(in.i64("routeId"), in.u8("hops"));
  }

  private static void writeRefused(WireOutput out, RecordRefused refused) {
    out.id(refused.feature());
    out.u8(refused.reason().code());
  }

  private static RecordRefused readRefused(WireInput in) throws WireException {
    return new RecordRefused(in.id("feature"), in.code("reason", Refusal::ofCode, "in 1 to 5"));
  }
}
