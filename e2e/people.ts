/** Accounts for journeys, and the mailbox folder that their messages arrive in. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type APIRequestContext, expect, type Page } from '@playwright/test';

export const PASSWORD = 'segredo123';

export const newEmail = () => `pessoa.${randomUUID()}@exemplo.com.br`;

/** An account made without the screens. */
export async function createPerson(request: APIRequestContext): Promise<string> {
  const email = newEmail();
  const answer = await request.post('/auth/v1/signup', {
    data: { email, password: PASSWORD, data: { name: 'Rita Lima' } },
  });
  expect(answer.ok()).toBe(true);
  return email;
}

interface Buyer {
  email: string;
  authorization: string;
}

/** An account that may buy in every rifa of Maceió, made without the screens. */
export async function createBuyer(request: APIRequestContext): Promise<Buyer> {
  const email = await createPerson(request);
  const login = await request.post('/auth/v1/token?grant_type=password', {
    data: { email, password: PASSWORD },
  });
  expect(login.ok(), `login of ${email}`).toBe(true);
  const authorization = `Bearer ${((await login.json()) as { access_token: string }).access_token}`;
  const profile = {
    name: 'Rita Lima',
    phone: null,
    cpf: null,
    city: 'Maceió',
    state: 'AL',
    birthDate: '1990-01-01',
  };
  const saved = await request.put('/api/me', { headers: { authorization }, data: profile });
  expect(saved.ok(), await saved.text()).toBe(true);
  return { email, authorization };
}

export async function fillLogin(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByRole('main').getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

/** Signs in and arrives at `path`. */
export async function signIn(page: Page, email: string, path: string, password = PASSWORD): Promise<void> {
  await page.goto(`/auth?voltar=${encodeURIComponent(path)}`);
  await fillLogin(page, email, password);
  await page.waitForURL((url) => url.pathname === path);
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Minha Conta' }).click();
  await page.getByRole('button', { name: 'Sair' }).click();
}

/** The text of the last message to `to` that has all the `words`, once there is one. */
export async function messageTo(mailbox: string, to: string, words: string): Promise<string> {
  let text = '';
  await expect
    .poll(async () => {
      const names = await readdir(mailbox).catch(() => []);
      // A name begins with the time.
      for (const name of names.filter((file) => file.endsWith('.json')).toSorted()) {
        const mail = JSON.parse(await readFile(join(mailbox, name), 'utf8')) as { to: string; text: string };
        if (mail.to === to && mail.text.includes(words)) text = mail.text;
      }
      return text;
    })
    .not.toBe('');
  return text;
}
