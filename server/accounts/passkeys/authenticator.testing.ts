/** A software authenticator: ES256 keys, user verification, no attestation. */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;

interface CreationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
}

interface Ceremony {
  origin: string;
  /** The authenticator signs for this domain instead of the requested one. */
  rpId?: string;
  isUserVerified?: boolean;
}

export class SoftwareAuthenticator {
  signCount = 0;
  readonly id = randomBytes(16).toString('base64url');
  readonly #key: KeyObject;
  readonly #publicKey: KeyObject;
  #userHandle = '';

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    this.#publicKey = publicKey;
  }

  create(options: CreationOptions, ceremony: Ceremony) {
    this.#userHandle = options.user.id;
    const clientDataJSON = clientData('webauthn.create', options.challenge, ceremony.origin);
    const authData = Buffer.concat([
      this.#authenticatorData(ceremony.rpId ?? options.rp.id!, ceremony, ATTESTED),
      this.#attestedCredential(),
    ]);
    // CBOR: {fmt: "none", attStmt: {}, authData}.
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.of(authData.length),
      authData,
    ]).toString('base64url');
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key' as const,
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject, transports: ['internal' as const] },
    };
  }

  get(options: { challenge: string; rpId?: string }, ceremony: Ceremony) {
    const clientDataJSON = clientData('webauthn.get', options.challenge, ceremony.origin);
    const authData = this.#authenticatorData(ceremony.rpId ?? options.rpId!, ceremony, 0);
    const clientDataHash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    const signature = createSign('sha256').update(authData).update(clientDataHash).sign(this.#key);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key' as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: this.#userHandle,
      },
    };
  }

  #authenticatorData(rpId: string, { isUserVerified = true }: Ceremony, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.signCount);
    const all = flags | USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.of(all), counter]);
  }

  /** AAGUID, credential id and COSE key. */
  #attestedCredential(): Buffer {
    const id = Buffer.from(this.id, 'base64url');
    const { x, y } = this.#publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.alloc(16),
      Buffer.of(0, id.length),
      id,
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x!, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y!, 'base64url'),
    ]);
  }
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
}
