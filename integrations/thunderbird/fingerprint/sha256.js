/** The digits of the SHA-256 of byte arrays behind each other. */
export async function sha256(arrays) {
  const length = arrays.reduce((sum, array) => sum + array.length, 0);
  const all = new Uint8Array(length);
  let at = 0;
  for (const array of arrays) {
    all.set(array, at);
    at += array.length;
  }
  return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", all)));
}

/** Digits of bytes. */
export function hexOf(bytes) {
  let hex = "";
  for (const byte of bytes) {
    hex += (byte < 16 ? "0" : "") + byte.toString(16);
  }
  return hex;
}
