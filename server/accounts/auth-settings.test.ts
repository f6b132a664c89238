import { expect, test } from 'vitest';
import { readConfig } from '../platform/config/config.ts';
import { readAuthSettings } from './auth-settings.ts';

const config = readConfig({});
const SECRET = { AUTH_SECRET: 'a'.repeat(32) };

test.each([
  [{ AUTH_SECRET: 'curto' }, 'AUTH_SECRET'],
  [{ AUTH_AUTOCONFIRM: 'talvez' }, 'AUTH_AUTOCONFIRM'],
  [{ AUTH_REUSE_INTERVAL_S: '-1' }, 'AUTH_REUSE_INTERVAL_S'],
  [{ AUTH_TOKEN_LIFE_S: '120' }, 'AUTH_TOKEN_LIFE_S'],
  [{ AUTH_INACTIVITY_S: 'nunca' }, 'AUTH_INACTIVITY_S'],
  [{ AUTH_GOOGLE_CLIENT_ID: 'x' }, 'AUTH_GOOGLE_CLIENT_SECRET'],
  [{ AUTH_SMS_URL: 'https://sms.example' }, 'AUTH_SMS_TOKEN'],
  [{ AUTH_CAPTCHA_SECRET: 'x', AUTH_CAPTCHA_PROVIDER: 'outro' }, 'AUTH_CAPTCHA_PROVIDER'],
  [{ AUTH_CAPTCHA_SECRET: 'x', AUTH_CAPTCHA_PROVIDER: 'turnstile' }, 'AUTH_CAPTCHA_VERIFY_URL'],
])('rejects the setting %o', (environment, name) => {
  expect(() => readAuthSettings({ ...SECRET, ...environment }, config)).toThrow(name);
});

test('uses the documented defaults', () => {
  expect(readAuthSettings(SECRET, config)).toMatchObject({
    autoconfirm: true,
    accessTokenSeconds: 3600,
    inactivitySeconds: 30 * 24 * 3600,
    timeBoxSeconds: 0,
    reuseSeconds: 10,
    ipLimitFactor: 1,
    smsCountries: ['55'],
    captcha: null,
  });
});
