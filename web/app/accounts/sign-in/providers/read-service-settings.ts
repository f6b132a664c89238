import type { Provider } from '@supabase/auth-js';

const NAMES: Partial<Record<Provider, string>> = { google: 'Google', facebook: 'Facebook', apple: 'Apple' };

export interface ProviderChoice {
  key: Provider;
  name: string;
}

export interface ServiceSettings {
  providers: ProviderChoice[];
  /** Whether the auth service can send codes by SMS. */
  sms: boolean;
  captcha: CaptchaWidget | null;
}

export interface CaptchaWidget {
  provider: 'hcaptcha' | 'turnstile';
  siteKey: string;
  scriptUrl: string;
}

interface SettingsResponse {
  external: Record<string, boolean>;
  sms_provider: string;
  captcha: { provider: CaptchaWidget['provider']; site_key: string; script_url: string } | null;
}

/** @throws when the auth service cannot be reached or responds with an error */
export async function readServiceSettings(): Promise<ServiceSettings> {
  const response = await fetch('/auth/v1/settings');
  if (!response.ok) throw new Error(`settings answered ${response.status}`);
  const { external, sms_provider: smsProvider, captcha } = (await response.json()) as SettingsResponse;
  const providers = (Object.entries(NAMES) as [Provider, string][])
    .filter(([key]) => external[key])
    .map(([key, name]) => ({ key, name }));
  return {
    providers,
    sms: smsProvider !== '',
    captcha: captcha && {
      provider: captcha.provider,
      siteKey: captcha.site_key,
      scriptUrl: captcha.script_url,
    },
  };
}
