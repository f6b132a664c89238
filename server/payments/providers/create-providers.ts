/** The configured providers; the first one takes new charges. */
import type { Config } from '../../platform/config/config.ts';
import type { Platform } from '../../platform/platform.ts';
import { createMercadoPagoProvider } from '../mercado-pago/provider.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { createPixApiProvider } from '../pix-api/provider.ts';

const MERCADO_PAGO = 'https://api.mercadopago.com';
/** Mount path of the sandbox. */
export const SANDBOX_PATH = '/sandbox-mp';
/** Not secret: the sandbox moves no money and exists only in the demonstration. */
export const SANDBOX_TOKEN = 'SANDBOX-token';
export const SANDBOX_SECRET = 'SANDBOX-webhook-secret';

export function createProviders(platform: Platform, timeoutMs?: number): PaymentProvider[] {
  const { config } = platform;
  const providers = [
    ...(config.demo || config.mercadoPago ? [mercadoPagoFor(platform, timeoutMs)] : []),
    ...(config.pixApi
      ? [createPixApiProvider({ ...config.pixApi, ...platform, publicUrl: config.publicUrl, timeoutMs })]
      : []),
  ];
  return providers.sort((a, b) => rank(a, config) - rank(b, config));
}

const rank = ({ id }: PaymentProvider, { defaultProvider }: Config) => (id === defaultProvider ? 0 : 1);

function mercadoPagoFor({ config, clock, random, log }: Platform, timeoutMs?: number): PaymentProvider {
  const own = localUrl(config);
  const notified = config.mercadoPago ? config.publicUrl : own;
  const returnUrlOf = (screen: string) => `${config.publicUrl}/pagamentos/retorno/${screen}`;
  return createMercadoPagoProvider({
    id: config.mercadoPago ? 'mercadopago' : 'sandbox',
    baseUrl: config.mercadoPago ? MERCADO_PAGO : own + SANDBOX_PATH,
    accessToken: config.mercadoPago?.accessToken ?? SANDBOX_TOKEN,
    webhookSecrets: config.mercadoPago?.webhookSecrets ?? [SANDBOX_SECRET],
    // The parameter turns off the older, unsigned channel.
    notificationUrl: `${notified}/webhooks/mercadopago?source_news=webhooks`,
    returnUrls: {
      success: returnUrlOf('sucesso'),
      pending: returnUrlOf('pendente'),
      failure: returnUrlOf('falha'),
    },
    clock,
    random,
    log,
    timeoutMs,
  });
}

/** Local base URL of the product, independent of its public host name. */
function localUrl(config: Config): string {
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  return `http://${host}:${config.port}`;
}
