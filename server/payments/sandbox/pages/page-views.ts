/** The HTML of the sandbox's pages. */
import { html } from 'hono/html';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { formatBrl } from '@mare/domain/format.ts';
import { sandboxBrCode } from '../br-code.ts';
import type { SandboxContext } from '../context.ts';
import { pageKey } from '../api/representations.ts';
import { preferenceTotal, type PaymentRow, type PreferenceRow } from '../store.ts';

type Html = ReturnType<typeof html>;

const hour = new Intl.DateTimeFormat('pt-BR', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'America/Sao_Paulo',
});

const STATUS_TEXT: Record<string, string> = {
  pending: 'Aguardando o pagamento',
  in_process: 'Pagamento em análise',
  approved: 'Pagamento aprovado',
  rejected: 'Pagamento recusado',
  cancelled: 'Pagamento cancelado ou expirado',
  refunded: 'Pagamento devolvido',
  in_mediation: 'Pagamento em disputa',
  charged_back: 'Pagamento contestado',
};

function page(context: SandboxContext, title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <title>${title} · Ambiente de teste</title>
        <link rel="stylesheet" href="${context.publicUrl}/assets/sandbox.css" />
        <script src="${context.publicUrl}/assets/copy.js" defer></script>
      </head>
      <body>
        <header class="banner">AMBIENTE DE TESTE — nenhum pagamento real</header>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;
}

export function messageView(context: SandboxContext, message: string, backUrl: string | null): Html {
  return page(
    context,
    message,
    html`<p>Volte para a loja e comece de novo.</p>
      ${backLink(backUrl ?? context.storeUrl)}`,
  );
}

export function checkoutView(
  context: SandboxContext,
  preference: PreferenceRow,
  backUrl: string | null,
): Html {
  return page(
    context,
    'Resumo da compra',
    html`<ul class="lines">
        ${preference.body.items.map(
          (item) =>
            html`<li>
              <span>${item.title}</span> <strong>${formatBrl(item.unit_price * item.quantity * 100)}</strong>
            </li>`,
        )}
      </ul>
      <p class="total"><span>Total</span> <strong>${formatBrl(preferenceTotal(preference))}</strong></p>
      <form method="post" action="${context.publicUrl}/checkout/v1/redirect">
        <input type="hidden" name="pref_id" value="${preference.id}" />
        <button class="primary">Gerar Pix</button>
      </form>
      ${backLink(backUrl ?? context.storeUrl)}`,
  );
}

export function paymentView(context: SandboxContext, payment: PaymentRow, backUrl: string): Html {
  const id = String(payment.id);
  const status = STATUS_TEXT[payment.status] ?? payment.status;
  const isOpen = payment.status === 'pending' || payment.status === 'in_process';
  const amount = formatBrl(centavosFromNumeric(payment.amount));
  return page(
    context,
    isOpen ? 'Pague com Pix' : status,
    html`<p class="total"><span>${payment.description || 'Pagamento'}</span> <strong>${amount}</strong></p>
      ${isOpen ? html`${openPayment(context, payment)} ${backLink(backUrl)}` : settled(id, backUrl)}
      ${payment.status === 'approved' ? toDraw(context, payment) : ''}`,
  );
}

function openPayment(context: SandboxContext, payment: PaymentRow): Html {
  const id = String(payment.id);
  const code = sandboxBrCode(id, centavosFromNumeric(payment.amount));
  const expiry = payment.expires_at
    ? html`<p>Este código vale até as ${hour.format(payment.expires_at)} (horário de Brasília).</p>`
    : '';
  const button = (action: string, label: string, kind: string) =>
    html`<button class="${kind}" name="acao" value="${action}">${label}</button>`;
  return html`<img
      class="qr"
      src="${context.publicUrl}/payments/${id}/qr.svg"
      width="260"
      height="260"
      alt="QR Code do Pix"
    />
    ${expiry}
    <label for="code">Pix copia e cola</label>
    <textarea id="code" readonly rows="6">${code}</textarea>
    <button type="button" class="plain" data-copy="code" hidden>Copiar código</button>
    <h2>O que acontece com este pagamento?</h2>
    <form method="post" action="${context.publicUrl}/checkout/v1/pagamento/${id}/acao" class="actions">
      <input type="hidden" name="chave" value="${pageKey(context, id)}" />
      ${button('pagar', 'Pagar', 'primary')} ${button('recusar', 'Recusar', 'plain')}
      ${button('pendente', 'Deixar pendente', 'plain')} ${button('expirar', 'Deixar expirar', 'plain')}
    </form>`;
}

const settled = (id: string, backUrl: string): Html =>
  html`<p>Pagamento nº ${id}.</p>
    <p><a class="next" href="${backUrl}">Voltar à loja</a></p>
    <p>Se a loja está aberta em outra aba, pode fechar esta: o pedido se atualiza sozinho.</p>`;

const toDraw = ({ storeUrl }: SandboxContext, { external_reference: reference }: PaymentRow): Html =>
  html`<p>
    <a class="back" href="${storeUrl}/demonstracao?pedido=${reference ?? ''}">Avançar até o sorteio</a>
  </p>`;

const backLink = (url: string): Html => html`<p><a class="back" href="${url}">Voltar à loja</a></p>`;
