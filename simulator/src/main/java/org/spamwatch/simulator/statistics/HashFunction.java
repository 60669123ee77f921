package org.spamwatch.simulator.statistics;

import org.spamwatch.statistics.TokenHash;

/** The paper's functions by which tokens are hashed (HAI, section IV-E), and the product's. */
enum HashFunction {
  MD5("MD5") {
    @Override
    TokenHash with(long key) {
      return TokenHash.md5(key, ~key);
    }
  },
  SIMPLIFIED_MD5("MD-") {
    @Override
    TokenHash with(long key) {
      return TokenHash.simplifiedMd5(key, ~key);
    }
  },
  THIN("thin-hash") {
    @Override
    TokenHash with(long key) {
      return TokenHash.thin(key, ~key);
    }
  },
  KEYED("SipHash") {
    @Override
    TokenHash with(long key) {
      return TokenHash.keyed(key, ~key);
    }
  };

  private final String label;

  HashFunction(String label) {
    this.label = label;
  }

  /** What tables call it. */
  String label() {
    return label;
  }

  /** One of a key, for one thread. */
  abstract TokenHash with(long key);
}
