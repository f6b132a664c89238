/** Kinds of entries of the public log, with the fields of each in their fixed order. */
import {
  flag,
  hash,
  instant,
  integer,
  isoDate,
  lines,
  omittable,
  optional,
  text,
  uuid,
  word,
  words,
} from './entry-fields.ts';

/** Why a receipt's cotas may be missing from the frozen list. */
export const EXIT_REASONS = ['reembolso', 'desistencia', 'contestacao', 'doacao', 'cancelamento'] as const;
export type ExitReason = (typeof EXIT_REASONS)[number];

const PRIZE = {
  at: ['momento', instant],
  rifaId: ['rifa', uuid],
  position: ['posicao', integer],
  number: ['cota', integer],
} as const satisfies Fields;

interface AnyField {
  write: (value: never) => string[];
  read: (found: readonly string[]) => unknown;
}
export type Fields = Record<string, readonly [string, AnyField]>;

/** Name of each kind, and of its fields, in the canonical form. */
export const KINDS = {
  /** A rifa goes on sale; the terms that its draw depends on. */
  published: [
    'publicacao',
    {
      at: ['momento', instant],
      rifaId: ['rifa', uuid],
      title: ['titulo', text],
      totalNumbers: ['numeros', integer],
      priceCentavos: ['preco', integer],
      rule: ['regra', word],
      fallback: ['nao-vendido', word],
      cotaWinsOnce: ['cota-ganha-uma-vez', flag],
      extraction: ['extracao', optional(integer)],
      /** SHA-256 of the regulation's text. */
      regulationHash: ['regulamento', optional(hash)],
      /** SHA-256 that `contentHash` gives; null in an entry from before it. */
      contentHash: ['conteudo', omittable(hash)],
      /** SHA-256 that `permutationCommitment` gives. */
      permutation: ['permutacao', hash],
      /** Commitment to the seed of the cotas premiadas. */
      instantSeed: ['premiadas', optional(hash)],
      /** In order of position. */
      prizes: ['premio', lines],
      /** Null in an entry from before it. */
      drawDate: ['sorteio', omittable(instant)],
      /** `declaredLines`; empty in an entry from before them. */
      declared: ['condicao', lines],
    },
  ],
  /** Set if the rifa has cotas premiadas, logged in the same transaction. */
  hidden: [
    'premiadas',
    {
      at: ['momento', instant],
      rifaId: ['rifa', uuid],
      /** Commitment to the seed. */
      seed: ['semente', hash],
      /** Beacon whose round is mixed with the seed. */
      chain: ['farol', hash],
      round: ['rodada', integer],
      /** `from-to` in positions, a space and the prize. */
      prizes: ['premio', lines],
      /** Centavos of each line of `prizes`, or the word `nenhum`; null in an entry from before it. */
      values: ['valores', omittable(words)],
    },
  ],
  /** The round is known, so the cotas premiadas have their numbers. */
  placed: [
    'premiadas-escondidas',
    {
      at: ['momento', instant],
      rifaId: ['rifa', uuid],
      round: ['rodada', integer],
      signature: ['assinatura', word],
      /** `commitmentsHash` over all positions. */
      commitments: ['compromissos', hash],
    },
  ],
  /** Sales are over: the seed of the cotas premiadas is public. */
  revealed: [
    'premiadas-abertas',
    { at: ['momento', instant], rifaId: ['rifa', uuid], seed: ['semente', hash] },
  ],
  /** An order is paid. */
  receipt: ['recibo', { commitment: ['compromisso', hash] }],
  /** Cotas of a receipt may be missing from the list. */
  exit: [
    'saida',
    {
      at: ['momento', instant],
      commitment: ['compromisso', hash],
      /** One of `EXIT_REASONS`. */
      reason: ['motivo', word],
      /** Null for the whole receipt. */
      rifaId: ['rifa', optional(uuid)],
      /** Numbers concerned, or the word `todas`. */
      numbers: ['cotas', words],
    },
  ],
  /** Sold cotas of a rifa at the end of an hour. */
  count: [
    'contagem',
    {
      at: ['momento', instant],
      rifaId: ['rifa', uuid],
      soldNumbers: ['vendidas', integer],
      /** How many of the sold numbers were sold manually. */
      soldManually: ['a-mao', integer],
    },
  ],
  frozen: [
    'congelamento',
    {
      at: ['momento', instant],
      rifaId: ['rifa', uuid],
      totalNumbers: ['numeros', integer],
      soldNumbers: ['vendidos', integer],
      /** Cotas of disputed orders, or with a refund in progress. */
      excludedNumbers: ['fora', integer],
      listHash: ['lista', hash],
      merkleRoot: ['raiz', hash],
    },
  ],
  sealed: [
    'lacre',
    {
      at: ['momento', instant],
      rifaId: ['rifa', uuid],
      version: ['versao', integer],
      sealHash: ['lacre', hash],
      extraction: ['extracao', integer],
      extractionDate: ['data', isoDate],
    },
  ],
  clause: [
    'clausula',
    {
      at: ['momento', instant],
      rifaId: ['rifa', uuid],
      sealVersion: ['lacre', integer],
      step: ['passo', integer],
      reason: ['motivo', word],
      extraction: ['extracao', integer],
      decides: ['decide', flag],
    },
  ],
  /** A result of the lottery counts. */
  result: [
    'resultado',
    {
      at: ['momento', instant],
      extraction: ['extracao', integer],
      drawnOn: ['data', isoDate],
      version: ['versao', integer],
      source: ['fonte', word],
      /** SHA-256 of the official response, as received. */
      bodyHash: ['bytes', optional(hash)],
      prizes: ['premios', words],
    },
  ],
  winners: [
    'ganhadores',
    {
      at: ['momento', instant],
      rifaId: ['rifa', uuid],
      version: ['versao', integer],
      sealVersion: ['lacre', integer],
      /** `position:number` in order of position, `position:-` where no cota wins. */
      numbers: ['cotas', words],
    },
  ],
  /** A result that counted is replaced. */
  correction: [
    'correcao',
    {
      at: ['momento', instant],
      extraction: ['extracao', integer],
      version: ['versao', integer],
      reason: ['motivo', text],
    },
  ],
  /** An announced correction of a published rifa. */
  amended: [
    'emenda',
    {
      at: ['momento', instant],
      rifaId: ['rifa', uuid],
      /** Version of the rifa after the change. */
      version: ['versao', integer],
      reason: ['motivo', text],
      /** `contentHash` after the change; null in an entry from before it. */
      contentHash: ['conteudo', omittable(hash)],
      /** Changed fields with old and new value; long texts are truncated. */
      changes: ['mudanca', lines],
    },
  ],
  /** Too few cotas were sold by the end of sales, and the declared policy moves the draw. */
  postponed: [
    'adiamento',
    {
      at: ['momento', instant],
      rifaId: ['rifa', uuid],
      soldNumbers: ['vendidas', integer],
      /** The new one. */
      drawDate: ['sorteio', instant],
    },
  ],
  cancelled: ['cancelamento', { at: ['momento', instant], rifaId: ['rifa', uuid], reason: ['motivo', text] }],
  delivered: ['entrega', PRIZE],
  /** A cota premiada is delivered. */
  instantDelivered: ['premiada-entregue', PRIZE],
  /** Its finder's payment was refunded or charged back before the delivery. The prize is not reassigned. */
  instantVoided: ['premiada-anulada', PRIZE],
  /** The bank reversed the charge-back: its finder has it again. */
  instantRestored: ['premiada-restaurada', PRIZE],
  /** After the draw: the key of the order in which the numbers were given out, 32 hexadecimal digits. */
  orderOpened: [
    'permutacao-aberta',
    { at: ['momento', instant], rifaId: ['rifa', uuid], key: ['chave', word] },
  ],
  /** The shop serves other verification programs than before. */
  programs: [
    'conferencia',
    {
      at: ['momento', instant],
      /** SHA-256 of `/verificar/SHA256SUMS`. */
      sumsHash: ['sha256sums', hash],
    },
  ],
  /** The former key and the new one sign the replacement (key-change.ts); logged right before it. */
  keyChange: [
    'troca-de-chave',
    {
      at: ['momento', instant],
      before: ['antiga', text],
      after: ['nova', text],
      /** Why the former key cannot sign. */
      lossReason: ['perdida', omittable(text)],
      /** Signature lines of the note that `formatKeyChange` gives. */
      signatures: ['assinatura', lines],
    },
  ],
  /** The log begins, or another key signs it from here on. */
  key: ['chave', { at: ['momento', instant], before: ['antiga', optional(text)], after: ['nova', text] }],
} as const satisfies Record<string, readonly [string, Fields]>;

/** A field of any type of value. */
