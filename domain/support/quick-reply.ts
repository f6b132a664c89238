/** Variables of quick replies, filled in when an agent picks one. */
export const QUICK_REPLY_VARIABLES = {
  nome: 'primeiro nome de quem escreveu',
  pedido: 'referência do pedido de que o ticket trata',
  rifa: 'rifa desse pedido',
  assunto: 'assunto do ticket',
  atendente: 'seu primeiro nome',
} as const;
export type QuickReplyVariable = keyof typeof QUICK_REPLY_VARIABLES;

const VARIABLE = /\{([^{}\s]{1,40})\}/g;

/** Replaces variables by their values. A variable without a value stays in braces, so that the agent sees it. */
export function fillQuickReply(
  body: string,
  values: Readonly<Partial<Record<QuickReplyVariable, string | null>>>,
): string {
  return body.replaceAll(VARIABLE, (written, name: string) =>
    isVariable(name) ? (values[name] ?? written) : written,
  );
}

/** Names in braces that are not variables, as written. */
export function findUnknownVariables(body: string): string[] {
  return [...body.matchAll(VARIABLE)].map(([, name]) => name!).filter((name) => !isVariable(name));
}

/** Whether a text still has an unfilled variable. */
export function hasOpenVariables(text: string): boolean {
  return [...text.matchAll(VARIABLE)].some(([, name]) => isVariable(name!));
}

function isVariable(name: string): name is QuickReplyVariable {
  return Object.hasOwn(QUICK_REPLY_VARIABLES, name);
}
