/** A TCP proxy as a load balancer: its targets can change, and traffic can be held, delayed or cut. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface TcpProxy {
  port: number;
  /** Local ports; each connection goes to the next one that accepts it. */
  forwardTo(ports: number[]): void;
  /** Added latency in milliseconds. */
  slowDown(ms: number): void;
  /** Holds all traffic until `unblockTraffic`, without closing connections. */
  blockTraffic(): void;
  unblockTraffic(): void;
  /** Closes this share of the open connections. @returns how many */
  cut(share: number): number;
  close(): Promise<void>;
}

export async function startTcpProxy(): Promise<TcpProxy> {
  const open = new Set<Socket>();
  let ports: number[] = [];
  let turn = 0;
  let delayMs = 0;
  let blocked: PromiseWithResolvers<void> | null = null;

  const server = createServer({ allowHalfOpen: true }, (client) => {
    open.add(client);
    client.on('error', () => undefined).on('close', () => open.delete(client));
    client.pause();
    void connectClient(client);
  });

  async function connectClient(client: Socket): Promise<void> {
    const target = await connectToOne();
    if (!target || client.destroyed) {
      target?.destroy();
      client.destroy();
      return;
    }
    forward(client, target);
    forward(target, client);
    client.resume();
  }

  async function connectToOne(): Promise<Socket | null> {
    turn++;
    for (let tried = 0; tried < ports.length; tried++) {
      const target = connect({
        port: ports[(turn + tried) % ports.length]!,
        host: '127.0.0.1',
        allowHalfOpen: true,
      });
      try {
        await once(target, 'connect');
        return target;
      } catch {
        target.destroy();
      }
    }
    return null;
  }

  function forward(from: Socket, to: Socket): void {
    let sending = Promise.resolve();
    let hasEnded = false;
    const sendAfter = async (before: Promise<void>, deliver: () => void) => {
      await before;
      if (delayMs > 0) await pause(delayMs);
      await blocked?.promise;
      if (!to.destroyed) deliver();
    };
    const send = (deliver: () => void) => {
      sending = sendAfter(sending, deliver);
    };
    from.on('data', (data) => send(() => void to.write(data)));
    from.on('end', () => {
      hasEnded = true;
      send(() => to.end());
    });
    from.on('error', () => undefined).on('close', () => hasEnded || to.destroy());
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const unblockTraffic = () => {
    blocked?.resolve();
    blocked = null;
  };
  return {
    port: (server.address() as AddressInfo).port,
    forwardTo: (to) => {
      ports = to;
    },
    slowDown: (ms) => {
      delayMs = ms;
    },
    blockTraffic: () => {
      blocked ??= Promise.withResolvers<void>();
    },
    unblockTraffic,
    cut(share) {
      const chosen = [...open].filter((_, index) => (index * share) % 1 < share);
      for (const socket of chosen) socket.resetAndDestroy();
      return chosen.length;
    },
    async close() {
      unblockTraffic();
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
