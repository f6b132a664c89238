/** Settings of the payment providers. */
import { z } from 'zod';
import type { PixApiConfig } from './pix-api-config.ts';
import { ConfigError, type SettingsReader } from './settings-reader.ts';

export interface MercadoPagoConfig {
  accessToken: string;
  webhookSecrets: string[];
}

export type DefaultProvider = 'mercadopago' | 'pix';

interface Providers {
  mercadoPago: MercadoPagoConfig | null;
  pixApi: PixApiConfig | null;
  demo: boolean;
}

/** Required outside demo without another provider, and rejected in demo. */
export function readMercadoPago(
  read: SettingsReader,
  demo: boolean,
  hasOther: boolean,
): MercadoPagoConfig | null {
  const accessToken = read.text('MERCADOPAGO_ACCESS_TOKEN');
  const webhookSecrets = read.secrets('MERCADOPAGO_WEBHOOK_SECRETS');
  if (demo && (accessToken || webhookSecrets.length > 0))
    throw new ConfigError(
      'DEMO não pode ser usado com credenciais reais de pagamento: remova DEMO ou MERCADOPAGO_*.',
    );
  if (demo || (hasOther && !accessToken && webhookSecrets.length === 0)) return null;
  if (!accessToken || webhookSecrets.length === 0 || !read.text('PUBLIC_URL')) throw missingSettings(read);
  return { accessToken, webhookSecrets };
}

/** Names all at once, so that a new operator starts twice and not once for each. */
function missingSettings(read: SettingsReader): ConfigError {
  const missing = [
    'MERCADOPAGO_ACCESS_TOKEN',
    'MERCADOPAGO_WEBHOOK_SECRETS',
    'PUBLIC_URL',
    'AUTH_SECRET',
  ].filter((name) => read.secrets(name).length === 0);
  const names = new Intl.ListFormat('pt-BR').format(missing);
  return new ConfigError(
    missing.length === 1
      ? `Falta ${names}: fora do modo demonstração é obrigatório. Veja docs/operations.md.`
      : `Faltam ${names}: fora do modo demonstração são obrigatórios. Veja docs/operations.md.`,
  );
}

export function readDefaultProvider(
  read: SettingsReader,
  { mercadoPago, pixApi, demo }: Providers,
): DefaultProvider {
  if (demo && pixApi)
    throw new ConfigError(
      'DEMO não pode ser usado com credenciais reais de pagamento: remova DEMO ou PIX_*.',
    );
  if (pixApi && !read.text('PUBLIC_URL'))
    throw new ConfigError('Falta PUBLIC_URL: o provedor de pagamento precisa do endereço público do site.');
  const chosen = read.value(
    'PAYMENT_PROVIDER',
    z.enum(['mercadopago', 'pix']),
    'deve ser mercadopago ou pix',
  );
  if (chosen === 'pix' && !pixApi)
    throw new ConfigError('PAYMENT_PROVIDER é pix, mas faltam as variáveis PIX_*.');
  if (chosen === 'mercadopago' && !mercadoPago && !demo)
    throw new ConfigError('PAYMENT_PROVIDER é mercadopago, mas falta MERCADOPAGO_ACCESS_TOKEN.');
  return chosen ?? (mercadoPago || demo ? 'mercadopago' : 'pix');
}
