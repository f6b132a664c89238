/** Mails that a provider delivers to the support desk. */
import { createHttpApp } from '../../platform/http/http.ts';
import { signWebhook } from '../../platform/http/request/verify-webhook.ts';
import type { Platform } from '../../platform/platform.ts';
import type { DeskTestbed } from '../desk/desk.testing.ts';
import { createInboundMailRoutes } from './inbound-mail.routes.ts';

/** Both are valid during a rotation. */
export const SECRETS = ['um segredo que vale agora', 'um segredo que ainda vale'];
export const ANA = 'ana@exemplo.com.br';

interface Delivery {
  id?: string;
  secret?: string;
  type?: string;
  headers?: Record<string, string>;
  on?: Platform;
}

interface RawMail {
  from?: string;
  to: string;
  subject?: string;
  text?: string;
  messageId?: string;
  headers?: string[];
}

/** A raw mail, by default from Ana. */
export const raw = ({
  from = `Ana Lessa <${ANA}>`,
  to,
  subject = 'Re: Pix',
  text = 'Ainda nada.',
  ...more
}: RawMail) =>
  [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    ...(more.messageId === undefined ? [] : [`Message-ID: ${more.messageId}`]),
    ...(more.headers ?? []),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
  ].join('\r\n');

export function createMailDelivery(bed: DeskTestbed) {
  let deliveries = 0;

  async function post(body: string | Uint8Array, delivery: Delivery = {}): Promise<Response> {
    const {
      id = `msg_${++deliveries}`,
      secret = SECRETS[0]!,
      type = 'message/rfc822',
      on = bed.platform,
    } = delivery;
    const timestamp = String(Math.floor(bed.now.getTime() / 1000));
    const app = createHttpApp(on.log);
    app.route('/', createInboundMailRoutes(on));
    return app.request('/webhooks/mail', {
      method: 'POST',
      body: body as BodyInit,
      headers: {
        'content-type': type,
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signWebhook({ id, timestamp, rawBody: body }, secret)}`,
        ...delivery.headers,
      },
    });
  }

  const postJson = (body: unknown, delivery: Delivery = {}) =>
    post(JSON.stringify(body), { type: 'application/json', ...delivery });

  /** A ticket of Ana with an answer, and the headers of the answer's mail. */
  async function answeredTicket(): Promise<{ id: string; headers: Record<string, string> }> {
    const { id } = await bed.openTicket();
    await bed.desk().answer({ id, message: 'Qual é o valor?' });
    const mails = await bed.mails();
    return { id, headers: mails.at(-1)!.headers! };
  }

  return {
    post,
    postJson,
    answeredTicket,
    ticketCount: async () => (await bed.db.selectFrom('supportTickets').select('id').execute()).length,
    repliesOf: async (id: string) => (await bed.desk().ticket({ id })).replies,
  };
}
