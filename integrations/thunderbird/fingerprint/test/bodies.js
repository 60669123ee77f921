// bodies.js MAIL...: prints a line for each mail: its GUID, the digests and the body of a check, or
// the reason for which it is none. $SPAMWATCH_PROOF says in JSON whose word on who has sent it is
// taken; without it nobody's is. AddOnFingerprintTest compares them with those of the Java code.

import { readFileSync } from "node:fs";
import { NotAMail, addressed } from "../mail.js";
import { NO_PROOF } from "../proof/senderproof.js";
import "./golden.js";

const said = process.env.SPAMWATCH_PROOF;
const proof = said === undefined ? NO_PROOF : JSON.parse(said);

for (const file of process.argv.slice(2)) {
  try {
    const { guid, digests, vectors } = await addressed(new Uint8Array(readFileSync(file)), proof);
    console.log(`${guid} ${digests.join(",")} ${JSON.stringify({ vectors })}`);
  } catch (error) {
    if (!(error instanceof NotAMail)) {
      throw error;
    }
    console.log(error.reason);
  }
}
