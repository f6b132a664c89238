/** The API as a page, rendered from its OpenAPI description: no scripts, so that the Content-Security-Policy holds. */
import { escapeHtml } from '../platform/messages/mail-page.ts';

export interface ApiDescription {
  paths?: Record<string, Record<string, Operation | undefined>>;
}

interface Operation {
  summary?: string;
  description?: string;
  parameters?: unknown[];
  requestBody?: unknown;
  responses?: Record<string, unknown>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

export const API_DOCS_STYLE = `
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
body { margin: 0 auto; max-width: 60rem; padding: 1rem }
summary { cursor: pointer; padding-block: .4rem; overflow-wrap: anywhere }
pre { overflow: auto; border: 1px solid; padding: .75rem; max-height: 30rem }
nav ul { columns: 12rem; padding-inline-start: 1rem }
nav a { display: inline-block; min-height: 1.5rem }
code { font-size: .95em }
`;

/** @param description below /api */
export function renderApiDocs({ paths = {} }: ApiDescription, shop: string): string {
  const groups = new Map<string, string[]>();
  for (const [path, item] of Object.entries(paths))
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const group = path.split('/')[1] ?? '';
      groups.set(group, [...(groups.get(group) ?? []), operationHtml(method, path, operation)]);
    }
  const names = [...groups.keys()].sort();
  const title = escapeHtml(`API · ${shop}`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><link rel="stylesheet" href="/api/docs.css"></head>
<body><h1>${title}</h1>
<p>Paths are below <code>/api</code>. Signed-in calls send <code>Authorization: Bearer …</code>. The same as a document for
programs: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-label="Groups"><ul>${names.map((name) => `<li><a href="#${idOf(name)}">${escapeHtml(name)}</a></li>`).join('')}</ul></nav>
<main>${names.map((name) => `<section><h2 id="${idOf(name)}">${escapeHtml(name)}</h2>${groups.get(name)!.join('')}</section>`).join('')}</main>
</body></html>`;
}

function operationHtml(method: string, path: string, operation: Operation): string {
  const { summary, description, parameters, requestBody, responses } = operation;
  const parts = { parameters, requestBody, responses };
  const blocks = Object.entries(parts)
    .filter(([, part]) => part !== undefined)
    .map(
      ([name, part]) =>
        `<h3>${name}</h3><pre tabindex="0">${escapeHtml(JSON.stringify(part, null, 2))}</pre>`,
    );
  return `<details><summary><code>${method.toUpperCase()} ${escapeHtml(path)}</code> ${escapeHtml(summary ?? '')}</summary>${
    description ? `<p>${escapeHtml(description)}</p>` : ''
  }${blocks.join('')}</details>`;
}

const idOf = (name: string) => `group-${name.replaceAll(/[^\w-]/g, '')}`;
