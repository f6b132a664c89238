import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemRandom } from '../clock.ts';
import { saveToMailbox } from './mailer.ts';

test('saves mails of the same millisecond to separate files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mare-mailbox-'));
  const recipients = Array.from({ length: 50 }, (_, at) => `pessoa${at}@exemplo.com.br`);
  await Promise.all(
    recipients.map((to) =>
      saveToMailbox(folder, { to, subject: 'Oi', text: to.repeat(9), html: '' }, systemRandom),
    ),
  );
  const files = await readdir(folder);
  const mails = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as { to: string }),
  );
  await rm(folder, { recursive: true });
  expect(mails.map(({ to }) => to).toSorted()).toEqual(recipients.toSorted());
});
