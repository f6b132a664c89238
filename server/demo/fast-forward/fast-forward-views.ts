/** The HTML of the pages of the fast-forward. */
import { html } from 'hono/html';
import { SANDBOX_PATH } from '../../payments/payments.ts';
import { DEMO_GROUP } from '../rifas/add-demo-group.ts';
import type { OpenRifa } from './list-open-rifas.ts';
import type { Step } from './step.ts';

type Html = ReturnType<typeof html>;

export const FAST_FORWARD_PATH = '/demonstracao';

const day = new Intl.DateTimeFormat('pt-BR', {
  weekday: 'long',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: 'America/Sao_Paulo',
});

/** Start of a page that is sent in parts, up to its content; see `CLOSE`. */
async function open(title: string): Promise<string> {
  const empty = await html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <title>${title} · Demonstração</title>
        <link rel="stylesheet" href="${SANDBOX_PATH}/assets/sandbox.css" />
        <link rel="stylesheet" href="${FAST_FORWARD_PATH}/estilo.css" />
      </head>
      <body>
        <header class="banner">AMBIENTE DE DEMONSTRAÇÃO — nada é real nem cobrado</header>
        <main><h1>${title}</h1></main>
      </body>
    </html>`;
  const text = String(empty);
  return text.slice(0, text.indexOf('</main>'));
}

const CLOSE = '</main></body></html>';

const backLink = html`<p><a class="back" href="/">Voltar à loja</a></p>`;

/** @param isWhole whether the list contains every rifa that can be drawn */
export async function rifasView(rifas: readonly OpenRifa[], isWhole: boolean): Promise<string> {
  return page(
    'Avançar até o sorteio',
    html`<p>
        Escolha uma rifa. O relógio da demonstração avança até o sorteio dela: as vendas terminam, a lista é
        congelada e lacrada, a loteria simulada publica a extração e quem ganhou é avisado. Leva menos de um
        minuto.
      </p>
      ${rifas.length === 0 ? html`<p>Nenhuma rifa espera o sorteio.</p>` : ''}
      <ul class="rifas">
        ${rifas.map(rifaItem)}
      </ul>
      ${isWhole ? html`<p><a class="back" href="/bolao/${DEMO_GROUP}">Ver um bolão aberto</a></p>` : html`<p><a class="back" href="${FAST_FORWARD_PATH}">Ver todas as rifas</a></p>`}
      ${backLink}`,
  );
}

const rifaItem = ({ id, title, drawDate, earlier }: OpenRifa): Html =>
  html`<li>
    <h2><a href="/rifa/${id}">${title}</a></h2>
    <p>
      Sorteio:
      ${day.format(drawDate)}.${earlier.length > 0 ? ` Até lá também são sorteadas: ${earlier.join(', ')}.` : ''}
    </p>
    <form method="post" action="${FAST_FORWARD_PATH}">
      <input type="hidden" name="rifa" value="${id}" />
      <button class="primary" aria-label="Avançar até o sorteio de ${title}">Avançar até o sorteio</button>
    </form>
  </li>`;

export async function unknownRifaView(): Promise<string> {
  return page(
    'Esta rifa não espera sorteio',
    html`<p>Ela não existe, já foi sorteada ou foi cancelada.</p>
      <p><a class="back" href="${FAST_FORWARD_PATH}">Ver as rifas que esperam o sorteio</a></p>
      ${backLink}`,
  );
}

async function page(title: string, content: Html): Promise<string> {
  return `${await open(title)}${String(await content)}${CLOSE}`;
}

/** The page that grows with each step. */
export async function stepsStart(title: string): Promise<string> {
  return `${await open(`Avançando até o sorteio de ${title}`)}<div role="log" aria-label="Passos"><ol class="steps">`;
}

export async function stepItem({ text, shownAt, link }: Step): Promise<string> {
  return String(
    await html`<li>
      <p>${text}</p>
      <p><a class="back" href="${shownAt}" target="_blank" rel="noopener">${link}</a></p>
    </li>`,
  );
}

export async function stepsEnd(rifaId: string): Promise<string> {
  return ending(
    html`<p>Pronto: o sorteio pode ser conferido por qualquer pessoa.</p>
      <p><a class="next" href="/resultado/${rifaId}">Conferir o sorteio</a></p>
      ${backLink}`,
  );
}

/** The rifa waits: its stored list differs from the sealed one. */
export async function stepsHalted(rifaId: string): Promise<string> {
  return ending(
    html`<p role="alert">Este sorteio não confere, e espera até a lista lacrada voltar.</p>
      <p><a class="next" href="/resultado/${rifaId}">Ver o que não confere</a></p>
      ${backLink}`,
  );
}

export async function stepsFailed(): Promise<string> {
  return ending(
    html`<p role="alert">
        Não deu para terminar agora. Volte e tente de novo: o que já foi feito continua valendo.
      </p>
      <p><a class="next" href="${FAST_FORWARD_PATH}">Tentar de novo</a></p>`,
  );
}

async function ending(content: Html): Promise<string> {
  return `</ol></div>${String(await content)}${CLOSE}`;
}
