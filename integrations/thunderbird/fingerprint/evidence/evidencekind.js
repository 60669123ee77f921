// The kinds of evidence beside the text (EvidenceKind, which says what each is).

/** The number of a key's kind is in its lowest four bits; of each a mail has so many at most. */
export const KINDS = Object.freeze({
  DOMAIN: { number: 1n, most: 1 },
  CONTACT: { number: 2n, most: 6 },
  SENDER: { number: 3n, most: 2 },
  LINK: { number: 4n, most: 8 },
  HTML: { number: 5n, most: 8 },
  COARSE: { number: 6n, most: 31 },
  ATTACHMENT: { number: 7n, most: 4 },
  SUBJECT: { number: 8n, most: 1 },
  SHORT: { number: 9n, most: 1 },
  NAME: { number: 10n, most: 1 },
  HOST: { number: 11n, most: 4 },
});

/** The identity of a key of a kind; the lowest four bits of the hash give way to it. */
export function identity(kind, hash) {
  return (hash & ~15n) | kind.number;
}

/** The number of the kind of a key, which is 16 digits. */
export function kindNumber(key) {
  return BigInt("0x" + key[15]);
}
