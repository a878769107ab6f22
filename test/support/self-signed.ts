import { generateKeyPairSync, sign } from "node:crypto";

/** A certificate for this machine that vouches for itself, with its key, both in PEM. */
export interface SelfSigned {
  readonly cert: string;
  readonly key: string;
}

/** Makes a certificate for `localhost` and `127.0.0.1` that is good for a day around now. */
export function selfSigned(): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const name = sequence(set(sequence(oid("550403"), der(0x0c, Buffer.from("chatls test")))));
  const algorithm = sequence(oid("2a8648ce3d040302"));
  const day = 24 * 3600_000;
  const names = sequence(der(0x82, Buffer.from("localhost")), der(0x87, Buffer.of(127, 0, 0, 1)));
  const certificate = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    algorithm,
    name,
    sequence(time(Date.now() - day), time(Date.now() + day)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(extension("551d11", names), extension("551d13", sequence(der(0x01, Buffer.of(0xff)))))),
  );
  const signature = Buffer.concat([Buffer.of(0), sign("sha256", certificate, privateKey)]);
  const whole = sequence(certificate, algorithm, der(0x03, signature));
  const lines = whole.toString("base64").replace(/.{64}/g, "$&\n");
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function set(content: Buffer): Buffer {
  return der(0x31, content);
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, "hex"));
}

function time(ms: number): Buffer {
  const [digits = ""] = new Date(ms).toISOString().slice(2).replace(/[-:T]/g, "").split(".");
  return der(0x17, Buffer.from(`${digits}Z`));
}

function extension(id: string, content: Buffer): Buffer {
  return sequence(oid(id), der(0x04, content));
}
