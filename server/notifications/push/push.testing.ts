/** A push service, and browsers that subscribe to it and decrypt its messages. For tests only. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Platform } from '../../platform/platform.ts';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export async function startPushService() {
  const received: Received[] = [];
  let status = 201;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    answer: (next: number) => {
      status = next;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The browser's side of a subscription: its keys and decryption (RFC 8291, RFC 8188). */
export function newBrowser() {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    p256dh: publicKey.toString('base64url'),
    auth: auth.toString('base64url'),
    read(body: Buffer): unknown {
      const salt = body.subarray(0, 16);
      const senderKey = body.subarray(21, 21 + body[20]!);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
      const secret = hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, info, 32);
      const derive = (purpose: string, length: number) =>
        Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${purpose}\0`, length));
      const sealed = body.subarray(21 + body[20]!);
      const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
      cipher.setAuthTag(sealed.subarray(-16));
      const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
    },
  };
}

/** A session of the account. @returns the caller of `subscribePush` */
export async function addSession(
  { db, random }: Pick<Platform, 'db' | 'random'>,
  userId: string,
): Promise<{ userId: string; sessionId: string }> {
  const sessionId = random.uuid();
  await db
    .insertInto('auth.sessions')
    .values({ id: sessionId, userId, refreshKey: randomBytes(32) })
    .execute();
  return { userId, sessionId };
}
