import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

type Manner = {
  /** The device verified its user by fingerprint, face or PIN. */
  verifies?: boolean;
  origin?: string;
  rpId?: string;
};
type Options = { challenge: string };

const digest = (data: string | Buffer) => createHash("sha256").update(data).digest();
const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]);

/** A device with passkeys, simulated byte by byte. */
export class Authenticator {
  readonly id = randomBytes(32).toString("base64url");
  private readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  private readonly site: { origin: string; rpId: string };
  private uses = 0;

  constructor(origin: string) {
    this.site = { origin, rpId: new URL(origin).hostname };
  }

  create({ challenge }: Options, manner: Manner = {}) {
    const id = Buffer.from(this.id, "base64url");
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, this.publicKey()]);
    const data = this.data(0x40, manner, attested);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      text("fmt"),
      text("none"),
      text("attStmt"),
      Buffer.from([0xa0]),
      text("authData"),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return this.credential({
      clientDataJSON: this.client("webauthn.create", challenge, manner).toString("base64url"),
      attestationObject: attestation.toString("base64url"),
      transports: ["internal"],
    });
  }

  get({ challenge }: Options, manner: Manner = {}) {
    this.uses += 1;
    const client = this.client("webauthn.get", challenge, manner);
    const data = this.data(0, manner);
    return this.credential({
      clientDataJSON: client.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: sign("sha256", Buffer.concat([data, digest(client)]), this.keys.privateKey).toString("base64url"),
    });
  }

  private credential<R>(response: R) {
    return { id: this.id, rawId: this.id, type: "public-key", clientExtensionResults: {}, response };
  }

  private client(type: string, challenge: string, { origin = this.site.origin }: Manner): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  private data(flags: number, { verifies = true, rpId = this.site.rpId }: Manner, attested = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.uses);
    return Buffer.concat([digest(rpId), Buffer.from([flags | 0x01 | (verifies ? 0x04 : 0)]), counter, attested]);
  }

  private publicKey(): Buffer {
    const { x = "", y = "" } = this.keys.publicKey.export({ format: "jwk" });
    const [begin, between] = [Buffer.from("a5010203262001215820", "hex"), Buffer.from("225820", "hex")];
    return Buffer.concat([begin, Buffer.from(x, "base64url"), between, Buffer.from(y, "base64url")]);
  }
}
