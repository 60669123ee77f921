/**
 * What outlives the background page: entries under a prefix of an extension storage area, at most
 * `limit` of them, the oldest giving way. Read once after each wake-up, written at each change.
 * Only the background page writes, so what it has read stays true.
 */
export class StoredMap {
  #area;
  #prefix;
  #limit;
  #loaded = null;

  constructor(area, name, limit) {
    this.#area = area;
    this.#prefix = `${name}:`;
    this.#limit = limit;
  }

  async get(key) {
    return (await this.#entries()).get(key);
  }

  async values() {
    return [...(await this.#entries()).values()];
  }

  async set(key, value) {
    const entries = await this.#entries();
    entries.delete(key);
    entries.set(key, value);
    const over = [...entries.keys()].slice(0, Math.max(0, entries.size - this.#limit));
    for (const old of over) {
      entries.delete(old);
    }
    await this.#area.set({ [this.#prefix + key]: { value, at: Date.now() } });
    if (over.length > 0) {
      await this.#area.remove(over.map((old) => this.#prefix + old));
    }
  }

  async delete(key) {
    if ((await this.#entries()).delete(key)) {
      await this.#area.remove(this.#prefix + key);
    }
  }

  #entries() {
    this.#loaded ??= this.#load();
    return this.#loaded;
  }

  async #load() {
    const all = Object.entries(await this.#area.get(null))
      .filter(([key, kept]) => key.startsWith(this.#prefix) && kept && typeof kept === "object")
      .sort((a, b) => a[1].at - b[1].at);
    return new Map(all.map(([key, kept]) => [key.slice(this.#prefix.length), kept.value]));
  }
}

/** Things that are done one after the other, in the order in which they were asked for. */
export class Turns {
  #last = Promise.resolve();

  /** Does it when its turn has come; resolves to what it resolves to. */
  take(what) {
    const turn = this.#last.then(what);
    this.#last = turn.catch(() => {});
    return turn;
  }
}

/** One value that only the background page writes; changes come one after the other. */
export class StoredValue {
  #area;
  #key;
  #initial;
  #turns = new Turns();

  constructor(area, key, initial) {
    this.#area = area;
    this.#key = key;
    this.#initial = initial;
  }

  async get() {
    return (await this.#area.get(this.#key))[this.#key] ?? this.#initial;
  }

  /** Replaces the value by what `change` makes of it; null leaves it. Resolves to what `change` gave. */
  change(change) {
    return this.#turns.take(async () => {
      const next = await change(await this.get());
      if (next !== null) {
        await this.#area.set({ [this.#key]: next });
      }
      return next;
    });
  }
}
