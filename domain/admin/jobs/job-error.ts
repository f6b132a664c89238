/** Translates the last error of a background job for admins. The technical text is shown beside it. */

const EXPLANATIONS: [pattern: RegExp, explanation: string][] = [
  [
    /^job (?:timed out|heartbeat)|heartbeat timeout/i,
    'O processo que fazia a tarefa parou no meio. Tente de novo.',
  ],
  [/ledger does not balance/, 'O livro-caixa não fecha.'],
  [
    /stored list of rifa/,
    'A lista guardada não é a que foi lacrada. Não sorteie por fora: chame quem cuida do sistema.',
  ],
  [
    /sealed value/,
    'A chave que abre os dados guardados não é a certa. Peça à operação que confira AUTH_SECRET.',
  ],
  [
    /ENOSPC|no space left|could not extend file/i,
    'O disco está cheio. Peça espaço à operação antes de tentar de novo.',
  ],
  [
    /deadlock|could not serialize|lock timeout|statement timeout|canceling statement/i,
    'O banco de dados estava ocupado demais. Tente de novo.',
  ],
  [
    /connection terminated|database system|too many (?:clients|connections)|remaining connection slots|server closed/i,
    'O banco de dados não respondeu. Quando a loja estiver normal, tente de novo.',
  ],
  [
    /violates|invalid input syntax|null value|column .* does not exist|relation .* does not exist/i,
    'O banco de dados não aceitou um valor: é um defeito do programa. Tentar de novo dá no mesmo; chame quem cuida do sistema.',
  ],
  [
    /(?:reports|payments) could not be read/,
    'O provedor de pagamentos não respondeu. Confira Como a loja está e tente de novo.',
  ],
  [
    /ETIMEDOUT|timed? ?out|aborted/i,
    'Um serviço de fora demorou demais a responder. Tente de novo quando ele estiver bem.',
  ],
  [
    /ECONN|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|fetch failed|socket|terminated/i,
    'Não houve conexão com um serviço de fora. Tente de novo quando ele estiver bem.',
  ],
  [
    /(?:status|answered) \d{3}/,
    'Um serviço de fora respondeu com erro. Tente de novo quando ele estiver bem.',
  ],
];

/** @param message of the last attempt; null if it left none */
export function explainJobError(message: string | null): string {
  const found = message === null ? undefined : EXPLANATIONS.find(([pattern]) => pattern.test(message));
  return (
    found?.[1] ??
    'Um erro que o programa não esperava. Tente de novo uma vez; se voltar, chame quem cuida do sistema.'
  );
}
