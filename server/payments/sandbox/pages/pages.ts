/** Pages on which a buyer pays, rejects or leaves a simulated payment. They work without scripts. */
import { Hono, type Context } from 'hono';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import { sandboxBrCode } from '../br-code.ts';
import type { SandboxContext } from '../context.ts';
import { planMagic } from '../magic-names.ts';
import { checkoutView, messageView, paymentView } from './page-views.ts';
import { pageKey } from '../api/representations.ts';
import {
  findPreference,
  inSandboxTransaction,
  insertPayment,
  preferenceIsOver,
  preferenceTotal,
  readPayment,
  type PaymentRow,
  type PreferenceRow,
} from '../store.ts';
import { transition } from '../transitions.ts';

const ACTIONS = { pagar: 'approve', recusar: 'reject', expirar: 'expire', pendente: null } as const;
const actionForm = z.object({ acao: z.enum(['pagar', 'recusar', 'expirar', 'pendente']), chave: z.string() });
const HOSTED_PIX_MS = 30 * 60_000;

export function sandboxPages(context: SandboxContext): Hono {
  const pages = new Hono();

  const checkout = async (c: Context) => {
    const preference = await findPreference(context, c.req.query('pref_id') ?? '');
    if (!preference) return c.html(messageView(context, 'Este link de pagamento não existe', null), 404);
    const backUrl = returnUrl(preference, null, 'failure');
    if (preferenceIsOver(context, preference))
      return c.html(messageView(context, 'Este link de pagamento expirou', backUrl), 410);
    return c.html(checkoutView(context, preference, backUrl));
  };
  pages.get('/checkout/v1/redirect', checkout);
  pages.get('/sandbox/checkout/v1/redirect', checkout);

  pages.post('/checkout/v1/redirect', async (c) => {
    const form = await c.req.parseBody();
    const preference = await findPreference(context, typeof form.pref_id === 'string' ? form.pref_id : '');
    if (!preference) return c.html(messageView(context, 'Este link de pagamento não existe', null), 404);
    if (preferenceIsOver(context, preference))
      return c.html(
        messageView(context, 'Este link de pagamento expirou', returnUrl(preference, null, 'failure')),
        410,
      );
    const payment = await payPreference(context, preference);
    return c.redirect(paymentPage(context, payment), 303);
  });

  const show = async (c: Context) => {
    const payment = await readPayment(context, c.req.param('id') ?? '');
    if (!payment || c.req.query('chave') !== pageKey(context, String(payment.id)))
      return c.html(messageView(context, 'Este pagamento não existe', null), 404);
    const preference = payment.preference_id ? await findPreference(context, payment.preference_id) : null;
    return c.html(paymentView(context, payment, storeUrl(context, preference, payment)));
  };
  pages.get('/checkout/v1/pagamento/:id', show);
  pages.get('/payments/:id/ticket', show);

  pages.post('/checkout/v1/pagamento/:id/acao', async (c) => {
    const form = actionForm.safeParse(await c.req.parseBody());
    const payment = await readPayment(context, c.req.param('id'));
    if (!form.success || !payment || form.data.chave !== pageKey(context, String(payment.id)))
      return c.html(messageView(context, 'Este pagamento não existe', null), 404);
    const to = ACTIONS[form.data.acao];
    const after = to ? await transition(context, String(payment.id), to) : { payment };
    return c.redirect(await storeReturnUrl(context, after?.payment ?? payment), 303);
  });

  pages.get('/payments/:id/qr.svg', async (c) => {
    const payment = await readPayment(context, c.req.param('id'));
    if (!payment) return c.notFound();
    const svg = renderSVG(sandboxBrCode(String(payment.id), centavosFromNumeric(payment.amount)), {
      ecc: 'M',
      border: 4,
    });
    return c.body(svg, 200, { 'content-type': 'image/svg+xml' });
  });

  return pages;
}

async function payPreference(context: SandboxContext, preference: PreferenceRow): Promise<PaymentRow> {
  const { body } = preference;
  const limit = body.date_of_expiration ?? body.expiration_date_to;
  const payment = await inSandboxTransaction(context, async (client) => {
    const created = await insertPayment(context, client, {
      preference_id: preference.id,
      external_reference: body.external_reference ?? null,
      notification_url: body.notification_url ?? null,
      amount: numericFromCentavos(preferenceTotal(preference)),
      description: body.items.map((item) => item.title).join(', '),
      payer: { email: body.payer?.email, first_name: body.payer?.name },
      expires_at: limit ? new Date(limit) : new Date(context.clock.now().getTime() + HOSTED_PIX_MS),
    });
    await planMagic(context, client, created);
    return created;
  });
  context.triggerSender();
  return payment;
}

const paymentPage = (context: SandboxContext, payment: PaymentRow) =>
  `${context.publicUrl}/checkout/v1/pagamento/${payment.id}?chave=${pageKey(context, String(payment.id))}`;

/** Redirect target after an action: the shop for a hosted checkout, the same page for a Pix on the shop's page. */
async function storeReturnUrl(context: SandboxContext, payment: PaymentRow): Promise<string> {
  const preference = payment.preference_id ? await findPreference(context, payment.preference_id) : null;
  if (!preference) return paymentPage(context, payment);
  const screen =
    payment.status === 'approved' ? 'success' : payment.status === 'pending' ? 'pending' : 'failure';
  return returnUrl(preference, payment, screen) ?? paymentPage(context, payment);
}

function storeUrl(context: SandboxContext, preference: PreferenceRow | null, payment: PaymentRow): string {
  const leaving = payment.status === 'pending' ? null : payment;
  const screen = payment.status === 'approved' ? 'success' : 'failure';
  const backUrl = preference && returnUrl(preference, leaving, screen);
  return backUrl ?? `${context.storeUrl}/pedido/${payment.external_reference ?? ''}`;
}

/** Return URL with the provider's full set of parameters; they are the text "null" if the buyer left without paying. */
function returnUrl(
  preference: PreferenceRow,
  payment: PaymentRow | null,
  screen: 'success' | 'pending' | 'failure',
): string | null {
  const target = preference.body.back_urls?.[screen];
  if (!target || !URL.canParse(target)) return null;
  const url = new URL(target);
  const id = payment ? String(payment.id) : 'null';
  const status = payment?.status ?? 'null';
  const parameters: Record<string, string> = {
    collection_id: id,
    collection_status: status,
    payment_id: id,
    status,
    external_reference: preference.body.external_reference ?? 'null',
    payment_type: payment ? 'bank_transfer' : 'null',
    merchant_order_id: String(preference.merchant_order_id),
    preference_id: preference.id,
    site_id: 'MLB',
    processing_mode: 'aggregator',
    merchant_account_id: 'null',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
