import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEmail } from '../accounts.testing.ts';
import { createSecurityTestbed, type SecurityTestbed } from '../security/security.testing.ts';

let bed: SecurityTestbed;
beforeAll(async () => (bed = await createSecurityTestbed()));
afterAll(() => bed.stop());

/** Mails and notices that advise the owner of an account about what someone else may have done. */
async function warningsOf(account: { hasPassword: boolean }): Promise<Record<string, string>> {
  const { service } = bed;
  const { db } = service.platform;
  const { client, email, userId } = await bed.newPerson();
  if (!account.hasPassword)
    await db.updateTable('auth.users').set({ passwordHash: null }).where('id', '=', userId).execute();
  const mailAbout = async (subject: string) => {
    for (;;) {
      const mail = await service.mailbox.next(email);
      if (mail.subject.includes(subject)) return mail.text;
    }
  };

  const { accounts } = bed.clientOf(await bed.tokenOf(client));
  await accounts.exportOwnData();
  const data = await mailAbout('Seus dados foram baixados');
  const proof: Record<string, string> = {};
  if (!account.hasPassword) {
    await accounts.sendProofCode();
    proof.proof = await mailAbout('Seu código de confirmação');
  }
  service.clock.advance(61);
  await client.updateUser({ email: newEmail() });
  const change = await mailAbout('Confirme a troca do seu e-mail');

  await service.post('/recover', { email });
  const code = /\b\d{6}\b/.exec(await mailAbout(account.hasPassword ? 'Redefinir' : 'Crie a senha'))![0];
  const device = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
  await service.post('/verify', { type: 'recovery', email, token: code }, device);
  const access = await mailAbout('Novo acesso à sua conta');
  const { message: notice } = await db
    .selectFrom('notifications')
    .select('message')
    .where('userId', '=', userId)
    .where('title', '=', 'Novo acesso à sua conta')
    .executeTakeFirstOrThrow();
  return { data, ...proof, change, access, notice };
}

test('advises the owner of an account without a password to end its sessions', async () => {
  for (const [about, text] of Object.entries(await warningsOf({ hasPassword: false }))) {
    expect.soft(text, about).toContain('encerre agora as outras sessões e fale com o suporte.');
    expect.soft(text, about).not.toMatch(/senha/i);
  }
});

test('advises the owner of an account with a password to change it', async () => {
  for (const [about, text] of Object.entries(await warningsOf({ hasPassword: true })))
    expect.soft(text, about).toContain('troque a sua senha agora e encerre as outras sessões.');
});
