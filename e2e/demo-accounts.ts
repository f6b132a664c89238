/** Signing in as one of the demonstration's people, past the screens, for journeys that are about something else. */
import { type APIRequestContext, expect, type Page } from '@playwright/test';

const passwords = {
  'maria@exemplo.com.br': 'maria123',
  'joana@exemplo.com.br': 'joana123',
  'admin@exemplo.com.br': 'admin123',
  'conferente@exemplo.com.br': 'conferente123',
} as const;

type DemoAccount = keyof typeof passwords;

async function logIn(request: APIRequestContext, email: DemoAccount): Promise<{ access_token: string }> {
  const answer = await request.post('/auth/v1/token?grant_type=password', {
    data: { email, password: passwords[email] },
  });
  expect(answer.ok(), `login of ${email}`).toBe(true);
  return (await answer.json()) as { access_token: string };
}

/** For calls of the API in that person's name. */
export async function bearerOf(request: APIRequestContext, email: DemoAccount) {
  return { authorization: `Bearer ${(await logIn(request, email)).access_token}` };
}

/** Puts a session into the page's storage; call it before the page opens the site. */
export async function signInAs(page: Page, email: DemoAccount): Promise<void> {
  const session = JSON.stringify(await logIn(page.request, email));
  await page.addInitScript((stored) => {
    // An empty page has no storage; nor has the frame of a mail's preview.
    if (window === top && location.protocol !== 'about:' && !localStorage.getItem('mare.auth'))
      localStorage.setItem('mare.auth', stored);
  }, session);
}
