/** SMTP over a real socket: reports permanent rejections of an address to the caller. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { recipientRejectionOf, RecipientRejectedError } from './rejected-recipient.ts';
import { systemRandom } from '../clock.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../log/log.ts';
import type { Mailer } from './mail.ts';
import { createMailer, saveToMailbox } from './mailer.ts';

/** The server's response by recipient. */
const ANSWERS: Record<string, string> = {
  'ana@exemplo.com.br': '250 OK',
  'sumiu@exemplo.com.br': '550 5.1.1 The email account that you tried to reach does not exist',
  'cheia@exemplo.com.br': '452 4.2.2 The email account is over quota',
  'barrada@exemplo.com.br': '550 5.7.1 Our system has detected that this message is spam',
};

let server: Server;
let mailer: Mailer;
beforeAll(async () => {
  server = createServer((socket) => {
    let inData = false;
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        if (inData) {
          if (line !== '.') continue;
          inData = false;
          socket.write('250 OK\r\n');
          continue;
        }
        const recipient = /^RCPT TO:<(.+)>/i.exec(line)?.[1];
        inData = line === 'DATA';
        if (line === 'QUIT') socket.end('221 bye\r\n');
        else socket.write(`${inData ? '354 go on' : recipient ? ANSWERS[recipient] : '250 OK'}\r\n`);
      }
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const config = readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  mailer = createMailer({ ...config, mailboxDir: null }, systemRandom, createLog('silent'));
});
afterAll(() => server.close());

const send = (to: string) =>
  mailer.send({ to, kind: 'essential', subject: 'Oi', text: 'Oi', html: '<p>Oi</p>' });

// @covers storefront 4: an address unknown to its mail server: notice on the site, counted in the campaign, no
//   more mail except codes, links and prizes [server/platform/messages/rejected-recipient.ts, server/mail/bounces.ts]
test('distinguishes a missing mailbox from temporary and policy rejections', async () => {
  await send('ana@exemplo.com.br');
  await expect(send('sumiu@exemplo.com.br')).rejects.toThrow(RecipientRejectedError);
  for (const recipient of ['cheia@exemplo.com.br', 'barrada@exemplo.com.br']) {
    const error: unknown = await send(recipient).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(RecipientRejectedError);
  }
});

const smtpError = (responseCode: number, response: string, command = 'RCPT TO') =>
  Object.assign(new Error(response), { responseCode, response, command });

test.each([
  [smtpError(550, '550 No such user'), true],
  [smtpError(551, '551 5.1.6 moved'), true],
  [smtpError(553, '553 5.1.3 bad address'), true],
  [smtpError(556, '556 5.1.10 takes no mail'), true],
  [smtpError(550, '550 5.2.2 mailbox full'), false],
  [smtpError(550, '550 5.7.26 unauthenticated'), false],
  [smtpError(554, '554 rejected'), false],
  [smtpError(450, '450 4.2.1 try again'), false],
  [smtpError(550, '550 no', 'DATA'), false],
  [new Error('connection refused'), false],
])('classifies %s as %j', (error, isAboutRecipient) => {
  expect(recipientRejectionOf(error) !== null).toBe(isAboutRecipient);
});

test('stores every mail of one millisecond in the mailbox folder', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z'), toFake: ['Date'] });
  const folder = mkdtempSync(join(tmpdir(), 'mare-mailbox-'));
  const mails = Array.from({ length: 500 }, (_, place) => `mail ${place}`);
  await Promise.all(
    mails.map((subject) =>
      saveToMailbox(folder, { to: 'ana@exemplo.com.br', subject, text: '', html: '' }, systemRandom),
    ),
  );
  vi.useRealTimers();
  const storedSubjects = readdirSync(folder).map(
    (file) => (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { subject: string }).subject,
  );
  rmSync(folder, { recursive: true });
  expect(storedSubjects.toSorted()).toEqual(mails.toSorted());
});
