// What a style attribute says about being seen (InlineStyle).

import { isDigit } from "./unicode.js";

/** `{hides, color, background}` of the rules in an attribute's value. */
export function styleOf(value) {
  const style = { hides: false, color: "", background: "" };
  const rules = packed(value);
  let start = 0;
  for (let end = rules.indexOf(";"); end >= 0; end = rules.indexOf(";", start)) {
    const colon = rules.indexOf(":", start);
    if (colon < 0) {
      break;
    }
    if (colon < end) {
      const set = rules.substring(colon + 1, end).replaceAll("!important", "");
      apply(style, rules.substring(start, colon), set);
    }
    start = end + 1;
  }
  return style;
}

function apply(style, name, value) {
  switch (name) {
    case "display":
      style.hides ||= value === "none";
      break;
    case "visibility":
      style.hides ||= value === "hidden";
      break;
    case "mso-hide":
      style.hides ||= value === "all";
      break;
    case "opacity":
      style.hides ||= isBelow(value, 0.05);
      break;
    case "font-size":
      style.hides ||= isBelow(value, value.endsWith("em") || value.endsWith("%") ? 0.1 : 2);
      break;
    case "color":
      style.color = bareColour(value);
      break;
    case "background":
    case "background-color":
      style.background = bareColour(value);
      break;
    default:
      break;
  }
}

/** The rules in lower case without blanks and quotes, each with a semicolon behind it. */
function packed(value) {
  let packed = "";
  for (let i = 0; i < value.length; i++) {
    const c = value.charCodeAt(i);
    if (c > 32 && c !== 34 && c !== 39) {
      packed += value[i];
    }
  }
  return packed.toLowerCase() + ";";
}

/** A colour in the form in which colours are compared. */
export function colourOf(value) {
  return bareColour(value.toLowerCase());
}

function bareColour(given) {
  let value = "";
  for (let i = 0; i < given.length && value.length < 20; i++) {
    const c = given.charCodeAt(i);
    if ((c >= 97 && c <= 122) || (c >= 48 && c <= 57)) {
      value += given[i];
    } else if (value.length > 0 && c <= 32) {
      break;
    }
  }
  if (value === "white" || value === "fff" || value === "rgb255255255") {
    return "ffffff";
  }
  if (value === "black" || value === "rgb000") {
    return "000000";
  }
  if (value.length === 3 && given.includes("#")) {
    const [r, g, b] = value;
    return r + r + g + g + b + b;
  }
  return value === "inherit" || value === "transparent" ? "" : value;
}

/** By the first twelve characters: digits, with a point among them or not. */
function isBelow(number, bound) {
  let digits = 0;
  let unit = 1;
  let any = false;
  let behindPoint = false;
  for (let i = 0; i < number.length && i < 12; i++) {
    const c = number.charCodeAt(i);
    if (c >= 48 && c <= 57) {
      any = true;
      digits = 10 * digits + c - 48;
      unit *= behindPoint ? 10 : 1;
    } else if (c === 46 && !behindPoint) {
      behindPoint = true;
    } else if (c === 46 || isDigit(c)) {
      return false;
    } else {
      break;
    }
  }
  return any && digits / unit < bound;
}
