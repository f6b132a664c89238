/** Demo and new accounts, created and signed in through the API or the screens. */
import { randomInt, randomUUID } from 'node:crypto';
import { newCpf as newCpfDigits } from '@mare/domain/accounts/person-numbers.testing.ts';
import { formatCpf } from '@mare/domain/accounts/person-numbers.ts';
import { TERMS, TERMS_METADATA } from '@mare/domain/accounts/terms.ts';
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test';

export const PASSWORD = 'segredo123';

const demoPasswords: Record<string, string> = {
  'maria@exemplo.com.br': 'maria123',
  'joana@exemplo.com.br': 'joana123',
  'admin@exemplo.com.br': 'admin123',
  'conferente@exemplo.com.br': 'conferente123',
  'suporte@exemplo.com.br': 'suporte123',
};

export const newEmail = () => `pessoa.${randomUUID()}@exemplo.com.br`;

/** A random mobile number of Maceió. */
export const newPhone = () => `829${String(randomInt(1e8)).padStart(8, '0')}`;

/** Creates an account through the API. @returns its e-mail address */
export async function createPerson(request: APIRequestContext): Promise<string> {
  const email = newEmail();
  const response = await request.post('/auth/v1/signup', {
    data: { email, password: PASSWORD, data: { name: 'Rita Lima', [TERMS_METADATA]: TERMS.version } },
  });
  expect(response.ok()).toBe(true);
  return email;
}

interface Buyer {
  email: string;
  authorization: string;
}

/** Creates an account eligible for every demo rifa. */
export async function createBuyer(request: APIRequestContext): Promise<Buyer> {
  const email = await createPerson(request);
  const { authorization } = await bearerOf(request, email);
  await stateResidence(request, authorization);
  return { email, authorization };
}

/** Saves a CPF, an adult's birth date and a residence eligible for every demo rifa. */
export async function stateResidence(
  request: APIRequestContext,
  authorization: string,
  { cpf = newCpf() }: { cpf?: string | null } = {},
): Promise<void> {
  const saved = await request.put('/api/me', {
    headers: { authorization },
    data: {
      name: 'Rita Lima',
      phone: null,
      cpf,
      city: 'Maceió',
      state: 'AL',
      birthDate: '1990-01-01',
    },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
}

async function logIn(request: APIRequestContext, email: string): Promise<{ access_token: string }> {
  const response = await request.post('/auth/v1/token?grant_type=password', {
    data: { email, password: demoPasswords[email] ?? PASSWORD },
  });
  expect(response.ok(), `login of ${email}`).toBe(true);
  return (await response.json()) as { access_token: string };
}

/** Creates an account with a role of the team. @returns its e-mail address */
export async function createColleague(request: APIRequestContext, role: string): Promise<string> {
  const email = await createPerson(request);
  const profile = await request.get('/api/me', { headers: await bearerOf(request, email) });
  const { id } = (await profile.json()) as { id: string };
  const changed = await request.put(`/api/admin/users/${id}/role`, {
    headers: await bearerOf(request, 'admin@exemplo.com.br'),
    data: { id, from: 'buyer', to: role, reason: 'Entra na equipe.' },
  });
  expect(changed.ok(), await changed.text()).toBe(true);
  return email;
}

/** Creates an admin: one admin requests the role, another approves. @returns the e-mail address */
export async function createAdmin(request: APIRequestContext): Promise<string> {
  const email = await createColleague(request, 'admin');
  const headers = await bearerOf(request, 'conferente@exemplo.com.br');
  const list = await request.get('/api/admin/approvals', { headers });
  const { open } = (await list.json()) as { open: { id: string; kind: string }[] };
  const { id } = open.find(({ kind }) => kind === 'GRANT_ADMIN')!;
  const approved = await request.post(`/api/admin/approvals/${id}/approve`, { headers, data: {} });
  expect(approved.ok(), await approved.text()).toBe(true);
  const newAdminHeaders = await bearerOf(request, email);
  await expect
    .poll(
      async () =>
        ((await (await request.get('/api/me', { headers: newAdminHeaders })).json()) as { role: string })
          .role,
    )
    .toBe('admin');
  return email;
}

/** Authorization header for API calls as that account. */
export async function bearerOf(request: APIRequestContext, email: string) {
  return { authorization: `Bearer ${(await logIn(request, email)).access_token}` };
}

/** Puts a session into the page's storage; call it before the page opens the site. A reload after sign-out signs in again. */
export async function signInAs(page: Page, email: string): Promise<void> {
  const session = JSON.stringify(await logIn(page.request, email));
  await page.addInitScript((stored) => {
    // about:blank and the frame of a mail preview have no storage.
    if (window === top && location.protocol !== 'about:' && !localStorage.getItem('mare.auth'))
      localStorage.setItem('mare.auth', stored);
  }, session);
}

/** Signs in like `signInAs` and opens a page. */
export async function openAs(page: Page, email: string, path: string): Promise<void> {
  await signInAs(page, email);
  await page.goto(path);
}

/** Opens a page on a desktop in a separate context, which the caller closes. */
export async function openAtDesk(browser: Browser, email: string, path: string): Promise<Page> {
  const desk = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    isMobile: false,
    hasTouch: false,
  });
  const page = await desk.newPage();
  await openAs(page, email, path);
  return page;
}

export async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('main').getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

/** Signs in by the form and waits for `path`: for tests of sign-in and sign-out. */
export async function signIn(
  page: Page,
  email: string,
  path: string,
  password = demoPasswords[email] ?? PASSWORD,
): Promise<void> {
  await page.goto(`/auth?voltar=${encodeURIComponent(path)}`);
  await fillLogin(page, email, password);
  await page.waitForURL((url) => url.pathname === path);
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Minha Conta' }).click();
  await page.getByRole('button', { name: 'Sair' }).click();
}

/** Returns a new CPF with punctuation. */
export const newCpf = () => formatCpf(newCpfDigits());
