/** hCaptcha and Turnstile share one verification protocol. */
import { z } from 'zod';
import { readCaptcha } from '../auth-settings.ts';
import type { Auth, Client } from '../auth.ts';
import type { JsonBody } from '../protocol/json-body.ts';
import { reject, type Rejection } from '../protocol/outcome.ts';

/** Origins for the Content-Security-Policy; empty without a widget. */
export function captchaSites(env: NodeJS.ProcessEnv = process.env): string[] {
  const captcha = readCaptcha(env);
  if (!captcha?.widget) return [];
  const script = new URL(captcha.widget.scriptUrl).origin;
  // hCaptcha's documentation requires all of its hosts.
  return captcha.provider === 'hcaptcha'
    ? [script, 'https://hcaptcha.com', 'https://*.hcaptcha.com']
    : [script];
}

const TIMEOUT_MILLISECONDS = 10_000;

const tokenHolder = z.object({
  gotrue_meta_security: z.object({ captcha_token: z.string().min(1).max(10_000) }),
});
const verdict = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).default([]) });

/** @returns null if captchas are off or the token is valid */
export async function validateCaptcha(auth: Auth, body: JsonBody, client: Client): Promise<Rejection | null> {
  const { captcha } = auth.settings;
  if (!captcha) return null;
  const parsed = tokenHolder.safeParse(body);
  if (!parsed.success) return failed('request disallowed (no captcha_token found)');
  const answer = await ask(captcha, parsed.data.gotrue_meta_security.captcha_token, client);
  if (!answer) return reject(503, 'unexpected_failure', 'Captcha verification is unavailable');
  if (answer.success) return null;
  return failed(`request disallowed (${answer['error-codes'].join(', ') || 'refused'})`);
}

async function ask(
  { secret, verifyUrl }: NonNullable<Auth['settings']['captcha']>,
  token: string,
  client: Client,
): Promise<z.infer<typeof verdict> | null> {
  const form = new URLSearchParams({ secret, response: token });
  if (client.ipAddress) form.set('remoteip', client.ipAddress);
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
    const response = await fetch(verifyUrl, { method: 'POST', body: form, signal, redirect: 'error' });
    return verdict.safeParse(await response.json()).data ?? null;
  } catch {
    return null;
  }
}

function failed(detail: string): Rejection {
  return reject(400, 'captcha_failed', `captcha protection: ${detail}`);
}
