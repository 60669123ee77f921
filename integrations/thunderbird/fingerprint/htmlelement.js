// What matters of an HTML element for reading its text (HtmlElement).

const names = (apart) => new Set(apart.split(" "));

const BLOCKS = names(
  "address article aside blockquote body br button caption center col dd details dialog dir" +
    " div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head" +
    " header hgroup hr html input isindex legend li listing main marquee menu nav ol" +
    " optgroup option p plaintext pre section select summary table tbody td textarea" +
    " tfoot th thead tr ul xmp",
);
const NOT_SHOWN = names("script style title iframe noembed noframes template");
const NEVER_HIDING = names(
  "area base body br col embed head hr html img input link meta param source track wbr",
);
const NOT_NESTED = names("dd dt li option p td th tr");

const known = new Map();
const MOST_KNOWN = 1000;

/** The element of a name in any case: its `name`, and whether it is `block`, `shown`, and so on. */
export function elementOf(given) {
  let element = known.get(given);
  if (element === undefined) {
    const name = given.toLowerCase();
    element = {
      name,
      block: BLOCKS.has(name),
      shown: !NOT_SHOWN.has(name),
      mayHide: !NEVER_HIDING.has(name),
      nested: !NOT_NESTED.has(name),
    };
    if (known.size < MOST_KNOWN) {
      known.set(given, element);
    }
  }
  return element;
}
