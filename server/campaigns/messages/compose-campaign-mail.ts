/** Renders a campaign's mail; the preview and the test mail use the same. */
import { fillIn, fillInMarkdown } from '@mare/domain/campaigns/fill-in.ts';
import { greetingName } from '@mare/domain/personalization/greeting.ts';
import { parseRichText, plainRichText, type RichInline } from '@mare/domain/rifas/rich-text.ts';
import type { MailContent } from '@mare/contract/campaigns/mail-content.ts';
import { LOGO } from '../../platform/messages/mail.ts';
import { escapeHtml, MAIL_STYLE, pictureHtml } from '../../platform/messages/mail-page.ts';

export interface Composed {
  subject: string;
  text: string;
  html: string;
}

interface Reader {
  name: string | null;
  /** More placeholders and their values. */
  facts?: Readonly<Record<string, string>>;
}

interface Links {
  publicUrl: string;
  shopName: string;
  /** Path of the announced rifa's picture. */
  picture?: string | null;
  /** Tracked URL of the button, with consent. */
  button?: string;
  /** URL of the tracking pixel, with consent. */
  dot?: string;
}

// The light colours of MAIL_STYLE again: some mail clients and the panel's preview drop style sheets.
const BODY = 'margin:0;padding:24px 16px;background:#fbf6ed;color:#0d2b34;font:16px/1.6 system-ui,sans-serif';
const SHEET = 'max-width:520px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px';
const BUTTON =
  'display:inline-block;margin:8px 0;padding:12px 24px;border-radius:999px;background:#0b6b75;color:#ffffff;font-weight:600;text-decoration:none';
const SMALL = 'font-size:14px;opacity:.8';

export function composeCampaignMail(
  words: MailContent,
  { name, facts = {} }: Reader,
  links: Links,
): Composed {
  const known = { nome: greetingName(name), loja: links.shopName, ...facts };
  const subject = oneLine(fillIn(words.subject, known));
  const body = fillInMarkdown(words.body, known);
  const target = links.publicUrl + words.buttonPath;
  const button = words.buttonLabel && { label: words.buttonLabel, url: links.button ?? target };
  return {
    subject,
    text: [plainParagraphs(body), ...(button ? [`${button.label}: ${button.url}`] : []), links.shopName].join(
      '\n\n',
    ),
    html: [
      '<!doctype html><html lang="pt-BR"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      `<meta name="color-scheme" content="light dark">`,
      `<title>${escapeHtml(subject)}</title><style>${MAIL_STYLE}</style></head>`,
      `<body style="${BODY}"><main style="${SHEET}">`,
      LOGO,
      pictureHtml(links.picture ? new URL(links.picture, links.publicUrl).href : undefined),
      ...htmlBlocks(body),
      button
        ? `<p><a class="button" style="${BUTTON}" href="${escapeHtml(button.url)}">${escapeHtml(button.label)}</a></p>`
        : '',
      `<p style="${SMALL}">Para maiores de 18 anos. Jogue com responsabilidade.</p></main>`,
      links.dot ? `<img src="${escapeHtml(links.dot)}" width="1" height="1" alt="">` : '',
      '</body></html>',
    ].join('\n'),
  };
}

/** The campaign's text as a notification. */
export function composeNotice(
  words: Pick<MailContent, 'subject' | 'body'>,
  name: string | null,
  shopName: string,
): { title: string; message: string } {
  const known = { nome: greetingName(name), loja: shopName };
  return {
    title: oneLine(fillIn(words.subject, known)),
    message: oneLine(plainParagraphs(fillInMarkdown(words.body, known))),
  };
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

function htmlBlocks(body: string): string[] {
  return parseRichText(body).map((block) => {
    if (block.type === 'heading')
      return `<h2 style="margin:24px 0 8px;font-size:20px">${inlines(block.content)}</h2>`;
    if (block.type === 'paragraph')
      return `<p style="margin:0 0 16px">${inlines(block.content).replaceAll('\n', '<br>')}</p>`;
    const tag = block.ordered ? 'ol' : 'ul';
    return `<${tag}>${block.items.map((item) => `<li>${inlines(item)}</li>`).join('')}</${tag}>`;
  });
}

function inlines(content: readonly RichInline[]): string {
  return content
    .map((inline) => {
      const text = escapeHtml(inline.text);
      if (inline.type === 'strong') return `<strong>${text}</strong>`;
      if (inline.type === 'emphasis') return `<em>${text}</em>`;
      return inline.type === 'link' ? `<a href="${escapeHtml(inline.href)}">${text}</a>` : text;
    })
    .join('');
}

function plainParagraphs(body: string): string {
  return body
    .split(/\n{2,}/)
    .map(plainRichText)
    .filter(Boolean)
    .join('\n\n');
}
