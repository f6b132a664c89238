/** Layout of all mails: one column, system fonts, light and dark, the shop's logo, and at most one picture. */
import { LOGO, type Mail, type MailKind, SHOP } from './mail.ts';

export interface MailParts {
  /** URL of a JPEG, 4:3, above the heading. */
  picture?: string;
  heading: string;
  paragraphs: string[];
  /** A two-column table. */
  facts?: [label: string, value: string][];
  /** Titled lists of numbers. */
  lists?: { title: string; entries: string[] }[];
  button?: { label: string; url: string };
  /** Alternative to the button, to be typed. */
  code?: string;
  closing?: string;
}

interface Envelope {
  to: string;
  kind: MailKind;
  /** Without the shop's name, which is added. */
  subject: string;
}

export function composeMail({ to, kind, subject }: Envelope, parts: MailParts): Mail {
  return { to, kind, subject: `${subject} · ${SHOP}`, text: mailText(parts), html: mailHtml(parts) };
}

function mailText({ heading, paragraphs, facts = [], lists = [], button, code, closing }: MailParts): string {
  return [
    heading,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...lists.map(({ title, entries }) => `${title}\n${entries.join('  ')}`),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    ...(code ? [`${codeLabel(button)}: ${code}`] : []),
    ...(closing ? [closing] : []),
    SHOP,
  ].join('\n\n');
}

/** The dark colours also override inline styles of a mail's elements. */
export const MAIL_STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px 16px; background: #fbf6ed; color: #0d2b34; font: 16px/1.5 system-ui, -apple-system, sans-serif; }
main { max-width: 520px; margin: 0 auto; padding: 24px; background: #ffffff; border-radius: 12px; }
h1 { margin: 0 0 16px; font-size: 22px; line-height: 1.25; }
h2 { margin: 24px 0 8px; font-size: 16px; }
a { color: inherit; }
td { padding: 4px 16px 4px 0; vertical-align: top; }
td + td { padding-right: 0; overflow-wrap: anywhere; }
.ticket { display: inline-block; margin: 0 6px 6px 0; padding: 3px 9px; border-radius: 4px; background: #d9efec; color: #084f58; font-weight: 600; font-variant-numeric: tabular-nums; }
.code { font-size: 22px; letter-spacing: 4px; white-space: nowrap; }
.button { display: inline-block; margin: 16px 0; padding: 12px 20px; border-radius: 999px; background: #0b6b75; color: #ffffff; font-weight: 600; text-decoration: none; }
/* White in dark mode too, because most logos are made for white paper. */
.logo { display: inline-block; margin: 0 0 16px; padding: 6px 8px; border-radius: 8px; background: #ffffff; color: #12262b; font-weight: 600; }
.small { font-size: 14px; opacity: .8; }
.outside { max-width: 520px; margin: 16px auto 0; padding: 0 24px; font-size: 14px; }
@media (prefers-color-scheme: dark) {
  body { background: #06191f !important; color: #f6eee0 !important; }
  main { background: #0c262e !important; }
  .brand { color: #56d3c9 !important; }
  .button { background: #56d3c9 !important; color: #04242a !important; }
  .ticket { background: #0f3d45; color: #8ae6de; }
}`;

function mailHtml({
  picture,
  heading,
  paragraphs,
  facts = [],
  lists = [],
  button,
  code,
  closing,
}: MailParts): string {
  const rows = facts.map(
    ([label, value]) => `<tr><td>${escapeHtml(label)}</td><td>${escapeHtml(value)}</td></tr>`,
  );
  return [
    '<!doctype html><html lang="pt-BR"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(heading)}</title><style>${MAIL_STYLE}</style></head><body><main>`,
    LOGO,
    pictureHtml(picture),
    `<h1>${escapeHtml(heading)}</h1>`,
    ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
    rows.length > 0 ? `<table role="presentation">${rows.join('')}</table>` : '',
    ...lists.map(
      ({ title, entries }) => `<h2>${escapeHtml(title)}</h2><p>${entries.map(ticketHtml).join(' ')}</p>`,
    ),
    button ? `<p><a class="button" href="${escapeHtml(button.url)}">${escapeHtml(button.label)}</a></p>` : '',
    code ? `<p>${codeLabel(button)}: <strong class="code">${escapeHtml(code)}</strong></p>` : '',
    closing ? `<p class="small">${escapeHtml(closing)}</p>` : '',
    `<p class="small">${SHOP}</p></main></body></html>`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function codeLabel(button: MailParts['button']): string {
  return button ? 'Ou digite o código' : 'Código';
}

/** @param picture URL of a JPEG, 4:3 */
export function pictureHtml(picture: string | undefined): string {
  return picture
    ? `<img class="picture" src="${escapeHtml(picture)}" alt="" width="472" height="354" style="display:block;width:100%;height:auto;margin:0 0 20px;border-radius:12px">`
    : '';
}

/** Entries that are not numbers, such as 'e mais 12', are written as text. */
function ticketHtml(entry: string): string {
  return /^\d+$/.test(entry) ? `<span class="ticket">${entry}</span>` : escapeHtml(entry);
}

/** For text between tags and in double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
