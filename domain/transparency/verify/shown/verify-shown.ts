/** Compares what the pages show with the seal and the public log: the pages read tables that neither of them binds. */
import type { ShownDraw, ShownInstantPrizes } from '../../../draws/verifying/shown-draw.ts';
import type { DrawOutcome } from '../../../draws/draw-winners.ts';
import { commitmentsHash, mixSeed, placeInstantPrizes } from '../../../draws/instant-prizes.ts';
import type { DrawTerms } from '../../../draws/sealing/draw-seal.ts';
import { fromHex } from '../../../hex.ts';
import { toEntryText } from '../../log/entry-fields.ts';
import type { EntryKind, EntryOf, LogEntry } from '../../log/log-entry.ts';
import type { Finding, Item } from '../verdict/findings.ts';
import { differingTerms } from './verify-terms.ts';

type Logged = readonly { entry: LogEntry }[];

/** A page's time and its entry's come from two readings of one clock. */
const SAME_TIME_MS = 60_000;

/** @returns a failure with a sentence for each shown fact that the seal contradicts */
export function compareShownWithSeal(
  shown: ShownDraw,
  terms: DrawTerms,
  outcome: DrawOutcome | null,
): Finding[] {
  const { rule, list } = shown;
  const steps = (found: ShownDraw['steps']) =>
    found.map(({ position, number, verdict }) => `${position} ${number} ${verdict}`).join();
  // A rifa that is not drawn shows no steps.
  const isOtherWay =
    shown.draws.length > 0 &&
    outcome?.awaits === null &&
    steps(shown.steps) !== steps(outcome.steps.map((step) => ({ number: null, ...step })));
  return fails('arithmetic', [
    differs('Total de números', terms.totalNumbers, shown.totalNumbers, 'lacrado'),
    rule.version !== terms.rule ||
    rule.fallback !== terms.fallback ||
    rule.cotaWinsOnce !== terms.cotaWinsOnce
      ? 'A regra mostrada não é a lacrada.'
      : null,
    differs('Números vendidos', terms.soldNumbers, list?.soldNumbers ?? 'nenhum', 'lacrado'),
    list?.hash !== terms.listHash || list.root !== terms.merkleRoot
      ? 'O SHA-256 ou a raiz da lista que a página mostra não é o lacrado.'
      : null,
    isOtherWay ? 'Os passos da conta que a página mostra não são os que a regra dá.' : null,
  ]);
}

/** @returns a failure with a sentence for each shown fact that the log contradicts */
export function compareShownWithLog(shown: ShownDraw, rifaId: string, entries: Logged): Finding[] {
  const published = entriesOf(entries, 'published', rifaId);
  const amended = entriesOf(entries, 'amended', rifaId);
  const frozen = entriesOf(entries, 'frozen', rifaId)[0];
  return fails('entries', [
    ...published.flatMap((entry) => differingTerms(shown, { published: entry, amended })),
    frozen &&
      differs(
        'Cotas pagas fora da lista',
        frozen.excludedNumbers,
        shown.list?.excludedNumbers ?? 0,
        'registrado',
      ),
    frozen && shown.list && !isSameTime(frozen.at, shown.list.frozenAt)
      ? 'A hora do congelamento da lista não é a registrada.'
      : null,
    ...compareSeals(shown, entriesOf(entries, 'sealed', rifaId)),
    ...compareDraws(shown, entriesOf(entries, 'winners', rifaId)),
    compareResults(shown, entries),
    compareSteps(shown, entriesOf(entries, 'clause', rifaId)),
  ]);
}

/** Shown cotas premiadas against those in the log. Nothing is compared for a rifa without a publication there. */
export function compareShownInstant(
  shown: ShownInstantPrizes | null,
  rifaId: string,
  entries: Logged,
): Finding[] {
  const [published] = entriesOf(entries, 'published', rifaId);
  const [hidden] = entriesOf(entries, 'hidden', rifaId);
  const [placed] = entriesOf(entries, 'placed', rifaId);
  const [revealed] = entriesOf(entries, 'revealed', rifaId);
  if (!published || (shown === null && published.instantSeed === null)) return [];
  const names = hidden && namesOf(hidden);
  const numbers = numbersOf(published, { hidden, placed, revealed });
  const { beacon = null, prizes = [] } = shown ?? {};
  return fails('instant', [
    shown?.seedCommitment === published.instantSeed
      ? null
      : 'O compromisso da semente que a página mostra não é o publicado.',
    hidden && (beacon?.chain !== hidden.chain || beacon.round !== hidden.round)
      ? 'A rodada do farol que a página mostra não é a publicada.'
      : null,
    placed && (beacon?.signature !== placed.signature || (shown?.commitments ?? null) !== placed.commitments)
      ? 'A assinatura da rodada ou os compromissos dos prêmios que a página mostra não são os registrados.'
      : null,
    names && names.length !== prizes.length
      ? `São ${prizes.length} cotas premiadas na página, e foram publicadas ${names.length}.`
      : null,
    ...(names ?? []).map((isName, index) => {
      const prize = prizes[index];
      return prize && !isName(prize.name)
        ? `O prêmio da cota premiada ${index + 1}, “${prize.name}”, não é o publicado.`
        : null;
    }),
    ...(hidden ? valuesOf(hidden) : []).map((value, index) => {
      const prize = prizes[index];
      return prize && (prize.valueCentavos ?? null) !== value
        ? `O valor da cota premiada ${index + 1} não é o publicado.`
        : null;
    }),
    ...(numbers ?? []).map((number, index) => {
      const prize = prizes[index];
      return prize && prize.number !== null && prize.number !== number
        ? `O número da cota premiada ${index + 1}, ${prize.number}, não é o que a semente dá, ${number}.`
        : null;
    }),
  ]);
}

export function entriesOf<Kind extends EntryKind>(
  entries: Logged,
  kind: Kind,
  rifaId: string,
): EntryOf<Kind>[] {
  return entries.flatMap(({ entry }) =>
    entry.kind === kind && 'rifaId' in entry && entry.rifaId === rifaId
      ? [entry as unknown as EntryOf<Kind>]
      : [],
  );
}

function compareSeals({ seals }: ShownDraw, logged: readonly EntryOf<'sealed'>[]): string[] {
  const isSame = (seal: ShownDraw['seals'][number], entry: EntryOf<'sealed'>) =>
    entry.version === seal.version &&
    entry.sealHash === seal.hash &&
    entry.extraction === seal.extraction &&
    entry.extractionDate === seal.extractionDate &&
    isSameTime(entry.at, seal.sealedAt);
  return [
    ...seals
      .filter((seal) => !logged.some((entry) => isSame(seal, entry)))
      .map(({ version }) => `O lacre ${version} que a página mostra não é o registrado.`),
    ...logged
      .filter(({ version }) => !seals.some((seal) => seal.version === version))
      .map(({ version }) => `O lacre ${version} está no registro, e a página não o mostra.`),
  ];
}

function compareDraws({ draws }: ShownDraw, logged: readonly EntryOf<'winners'>[]): string[] {
  const numbersOfDraw = ({ winners }: ShownDraw['draws'][number]) =>
    winners
      .toSorted((one, other) => one.position - other.position)
      .map(({ position, number }) => `${position}:${number ?? '-'}`)
      .join(' ');
  return [
    ...draws
      .filter(
        (draw) =>
          !logged.some(
            (entry) =>
              entry.version === draw.version &&
              entry.numbers.join(' ') === numbersOfDraw(draw) &&
              isSameTime(entry.at, draw.drawnAt),
          ),
      )
      .map(({ version }) => `A apuração ${version} que a página mostra não é a registrada.`),
    ...logged
      .filter(({ version }) => !draws.some((draw) => draw.version === version))
      .map(({ version }) => `A apuração ${version} está no registro, e a página não a mostra.`),
  ];
}

function compareResults({ results }: ShownDraw, entries: Logged): string | null {
  const isSame = results.every(({ extraction, source, confirmedAt }) => {
    const logged = entries.flatMap(({ entry }) =>
      entry.kind === 'result' && entry.extraction === extraction ? [entry] : [],
    );
    // A result that is not logged at all is a fault of its own (verify-log.ts). A typed one is logged again when the
    // official response agrees.
    return (
      logged.length === 0 ||
      logged.some(
        (entry) => entry.source === source && confirmedAt !== null && isSameTime(entry.at, confirmedAt),
      )
    );
  });
  return isSame ? null : 'A fonte do resultado da loteria, ou a hora dele, não é a registrada.';
}

function compareSteps(
  { seals, clauseSteps }: ShownDraw,
  logged: readonly EntryOf<'clause'>[],
): string | null {
  const last = seals.at(-1)?.version;
  const own = logged
    .filter(({ sealVersion }) => sealVersion === last)
    .toSorted((one, other) => one.step - other.step);
  const isSame =
    own.length === clauseSteps.length &&
    own.every(({ reason, extraction, decides, at }, index) => {
      const step = clauseSteps[index]!;
      return (
        step.reason === reason &&
        step.extraction === (decides ? extraction : null) &&
        isSameTime(at, step.appliedAt)
      );
    });
  return isSame ? null : 'Os passos da cláusula que a página mostra não são os registrados.';
}

/** Whether a shown name is the published one, by position. */
function namesOf({ prizes }: EntryOf<'hidden'>): ((shown: string) => boolean)[] {
  return prizes.flatMap((line) => {
    const { range, count } = rangeOf(line);
    return Array.from({ length: count }, () => (shown: string) => toEntryText(`${range} ${shown}`) === line);
  });
}

/** Published values in centavos, by position; none of an entry from before they were logged. */
function valuesOf({ prizes, values }: EntryOf<'hidden'>): (number | null)[] {
  return (values ?? []).flatMap((value, index) => {
    const { count } = rangeOf(prizes[index] ?? '');
    return Array.from({ length: count }, () => (value === 'nenhum' ? null : Number(value)));
  });
}

function rangeOf(line: string): { range: string; count: number } {
  const [range = ''] = line.split(' ', 1);
  const [from, to] = range.split('-').map(Number);
  return { range, count: Math.min(Math.max((to ?? 0) - (from ?? 0) + 1 || 0, 0), MAX_PRIZES) };
}

const MAX_PRIZES = 10_000;

/** Numbers by position, once seed and round are public. */
function numbersOf(
  { rifaId, totalNumbers }: EntryOf<'published'>,
  {
    hidden,
    placed,
    revealed,
  }: {
    hidden: EntryOf<'hidden'> | undefined;
    placed: EntryOf<'placed'> | undefined;
    revealed: EntryOf<'revealed'> | undefined;
  },
): number[] | null {
  if (!hidden || !placed || !revealed) return null;
  const count = namesOf(hidden).length;
  if (count > totalNumbers) return null;
  const { chain, round } = hidden;
  const seed = mixSeed(rifaId, fromHex(revealed.seed), { chain, round, signature: placed.signature });
  const prizes = placeInstantPrizes(rifaId, seed, { totalNumbers, count });
  // Another seed than the committed one is a fault of the log (verify-instant.ts), not of the pages.
  return commitmentsHash(prizes) === placed.commitments ? prizes.map(({ number }) => number) : null;
}

function differs(
  what: string,
  held: string | number,
  shown: string | number,
  how: 'lacrado' | 'registrado',
): string | null {
  return held === shown ? null : `${what}: ${how} ${held}, mostrado ${shown}.`;
}

function isSameTime(one: string, other: string): boolean {
  return Math.abs(Date.parse(one) - Date.parse(other)) <= SAME_TIME_MS;
}

function fails(item: Item, sentences: readonly (string | null | undefined)[]): Finding[] {
  const found = [...new Set(sentences)].filter((sentence) => typeof sentence === 'string');
  return found.length === 0
    ? []
    : [{ item, state: 'fails', reason: 'SHOWN_DIFFERS', detail: found.join(' ') }];
}
