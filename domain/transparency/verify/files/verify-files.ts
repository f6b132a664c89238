/** Verifies a draw from files alone: its proof, the list, the person's receipts and the keys that the person trusts. */
import { readSeal, type DrawTerms, sealHash } from '../../../draws/sealing/draw-seal.ts';
import type { ReadList } from '../../../draws/sealing/sold-list.ts';
import {
  type CheckedDraw,
  type DrawRecord,
  isDrawn,
  verifyDraw,
} from '../../../draws/verifying/verify-draw.ts';
import type { OpenedCheckpoint } from '../../log/checkpoint.ts';
import { parseCertificates, type X509 } from '../../timestamps/certificates.ts';
import type { Policy } from '../../witness/policy.ts';
import { type LogEvidence, readEvidence } from '../evidence.ts';
import { type Finding, type Findings, judge, type Reason, worstOf } from '../verdict/findings.ts';
import { findLogKeys } from '../signed/log-keys.ts';
import { compareEntries, verifyLog } from '../signed/verify-log.ts';
import { verifyInstant, verifyOrderKey } from '../instant/verify-instant.ts';
import { checkKeys, choosePolicy } from './choose-policy.ts';
import { explainAbsence } from './explain-absence.ts';
import { compareManualSales } from '../verify-manual-sales.ts';
import { compareCotas } from '../compare-cotas.ts';
import { type ReadReceiptFile, verifyReceipt } from '../verify-receipt.ts';
import { isSeenBefore, verifyTimes } from '../times/verify-times.ts';
import { compareExtraction, describeExtraction } from '../verify-extraction.ts';
import { compareClause } from '../verify-clause.ts';
import { compareShownInstant, compareShownWithLog, compareShownWithSeal } from '../shown/verify-shown.ts';
import { winnerDifferences } from '../winner-differences.ts';
import { compareCopiedLog } from '../whole-log/compare-copied-log.ts';
import type { CopiedLog } from '../whole-log/copied-log.ts';
import { verifyReseal } from '../times/verify-reseal.ts';
import { isStampedBefore, verifyTimestamps } from '../times/verify-timestamps.ts';

export interface GivenFiles {
  /** First line of the draw's proof file; `log` is the evidence from the public log. */
  record: (DrawRecord & { log?: unknown }) | null;
  list: ReadList | null;
  receipts: readonly ReadReceiptFile[];
  /** Keys from an independent source; null to trust the proof file's keys. */
  policy: Policy | null;
  /** Roots of time-stamping authorities that the person trusts; null for the public ones. */
  authorities?: readonly X509[] | null;
  /** The reader's clock. Without it no proof counts as too recent for the log. */
  now?: Date | undefined;
  /** Copy of the whole log by a mirror. */
  copiedLog?: CopiedLog | undefined;
  /** SHA-256 that the person noted before the draw. */
  notedSeal?: string | undefined;
  /** Five prizes as the person read them at the lottery. */
  prizes?: readonly string[] | undefined;
}

export interface VerifiedFiles extends Findings {
  draw: CheckedDraw | null;
  terms: DrawTerms | null;
  /** By which the draw was decided, in the order used; empty before it. */
  results: DrawRecord['results'];
  /** The policy that was applied. */
  policy: Policy | null;
  /** Numbers of this rifa that the receipts prove; null where no receipt proves any. */
  ownNumbers: readonly number[] | null;
}

export async function verifyFiles(files: GivenFiles): Promise<VerifiedFiles> {
  const { record, list, receipts } = files;
  const terms = record && readSeal(record.seal.text);
  const draw = record && list ? verifyDraw(record, list) : null;
  const evidence = readEvidence(record?.log);
  const { policy, isPinned } = choosePolicy(files, evidence);
  const findings: Finding[] = record ? checkDraw(record, terms, draw, files) : [drawIsMissing];
  const held: OpenedCheckpoint[] = [];
  const keys = policy && findLogKeys(policy, evidence);
  const proved: ReadReceiptFile[] = [];
  if (keys)
    for (const receipt of receipts) {
      const { opened, finding } = verifyReceipt(receipt, keys);
      findings.push(finding);
      if (opened) held.push(opened);
      if (finding.state === 'holds') proved.push(receipt);
    }
  if (receipts.length === 0) findings.push({ item: 'receipt', state: 'open', reason: 'NO_RECEIPT' });
  const seen = await checkLog({
    record,
    list,
    terms,
    evidence,
    policy,
    held,
    receipts,
    authorities: files.authorities ?? null,
    now: files.now ?? null,
    copiedLog: files.copiedLog ?? null,
  });
  findings.push(...seen.findings);
  if (terms) {
    const cotas = receipts.flatMap((receipt) => compareCotas(receipt, { terms, list, log: seen.log }));
    const isOfAnother = receipts.length > 0 && cotas.length === 0;
    findings.push(...(isOfAnother ? [receiptOfAnother] : cotas));
  }
  if (policy) findings.push(checkKeys(policy, isPinned, held));
  const worst = worstOf(findings);
  const ownNumbers = terms && ownNumbersOf(proved, { terms, list, log: seen.log });
  return {
    verdict: judge(worst),
    findings: worst,
    draw,
    terms,
    results: record?.results ?? [],
    policy,
    ownNumbers,
  };
}

function ownNumbersOf(
  proved: readonly ReadReceiptFile[],
  against: Parameters<typeof compareCotas>[1],
): number[] | null {
  // Only the log shows whether cotas left their receipt.
  if (!against.log) return null;
  const holding = proved.filter((receipt) => compareCotas(receipt, against)[0]?.state === 'holds');
  const rifas = holding.flatMap(({ content }) => content.receipt.rifas);
  return holding.length === 0
    ? null
    : rifas.flatMap(({ rifaId, numbers }) => (rifaId === against.terms.rifaId ? numbers : []));
}

/** None of the receipts has cotas of this draw. */
const receiptOfAnother: Finding = { item: 'cotas', state: 'open', reason: 'RECEIPT_OF_ANOTHER' };

const drawIsMissing: Finding = { item: 'arithmetic', state: 'open', reason: 'DRAW_MISSING' };

function checkDraw(
  record: DrawRecord,
  terms: DrawTerms | null,
  draw: CheckedDraw | null,
  { notedSeal, prizes }: GivenFiles,
): Finding[] {
  const findings: Finding[] = [];
  const fail = (item: Finding['item'], reason: Reason, detail?: string) =>
    findings.push({ item, state: 'fails', reason, ...(detail && { detail }) });
  const holds = (check: CheckedDraw['checks'][number]['check']) =>
    draw?.checks.find((each) => each.check === check)?.ok ?? true;
  const sealed = sealHash(record.seal.text);
  if (!terms || sealed !== record.seal.hash) fail('arithmetic', 'SEAL_HASH');
  if (notedSeal !== undefined && notedSeal !== sealed) fail('arithmetic', 'NOTED_SEAL');
  if (isDrawn(record) && !holds('winners'))
    fail('arithmetic', 'WINNERS', differingWinners(record, terms, draw));
  if (!holds('anchor')) fail('sealed_before', 'ANCHOR');
  if (!holds('list')) fail('list', 'LIST_HASH');
  if (!holds('root')) fail('list', 'LIST_ROOT');
  if (!holds('results')) fail('official', 'RESULTS');
  const [first] = record.results;
  if (first && prizes && prizes.join() !== first.prizes.join())
    fail('official', 'GIVEN_PRIZES', `Foram comparados com os da ${describeExtraction(first)}.`);
  if (!draw)
    findings.push(
      { item: 'arithmetic', state: 'open', reason: 'LIST_MISSING' },
      { item: 'list', state: 'open', reason: 'LIST_MISSING' },
    );
  if (!isDrawn(record))
    findings.push(
      { item: 'arithmetic', state: 'open', reason: 'NOT_DRAWN' },
      { item: 'official', state: 'open', reason: 'NOT_DRAWN' },
    );
  if (terms) findings.push(...compareExtraction(record, terms));
  if (terms && record.shown)
    findings.push(...compareShownWithSeal(record.shown, terms, draw?.outcome ?? null));
  const isTyped = record.results.some(({ rawBody }) => rawBody === null);
  findings.push(
    { item: 'arithmetic', state: 'holds' },
    { item: 'list', state: 'holds' },
    isTyped
      ? { item: 'official', state: 'open', reason: 'TYPED_RESULT' }
      : { item: 'official', state: 'holds' },
  );
  return findings;
}

function differingWinners(
  record: DrawRecord,
  terms: DrawTerms | null,
  draw: CheckedDraw | null,
): string | undefined {
  // A draw that awaits another extraction has no winners to recompute.
  if (!terms || !draw?.outcome || draw.outcome.awaits !== null) return undefined;
  return winnerDifferences('pela conta', draw.outcome.winners, record.winners, terms.totalNumbers);
}

async function checkLog({
  record,
  list,
  terms,
  evidence,
  policy,
  held,
  receipts,
  authorities,
  now,
  copiedLog,
}: {
  record: GivenFiles['record'];
  list: ReadList | null;
  terms: DrawTerms | null;
  evidence: LogEvidence | null;
  policy: Policy | null;
  held: readonly OpenedCheckpoint[];
  receipts: readonly ReadReceiptFile[];
  authorities: readonly X509[] | null;
  now: Date | null;
  copiedLog: CopiedLog | null;
}): Promise<{ log: ReturnType<typeof verifyLog>['log']; findings: Finding[] }> {
  if (!evidence || !record || !terms) {
    const absent = explainAbsence(record, terms, receipts, now);
    return { log: null, findings: [absent, ...(policy ? verifyTimes(held, policy, null, null) : [])] };
  }
  if (!policy) return { log: null, findings: [{ item: 'log', state: 'fails', reason: 'POLICY_MALFORMED' }] };
  const { log, findings } = verifyLog(evidence, policy, held);
  if (!log) return { log, findings };
  const copied = copiedLog
    ? compareCopiedLog(copiedLog, { evidence, log, policy, ...terms, results: record.results })
    : [];
  const compared = compareEntries(log, terms, record);
  const trees = [...log.trees.map(({ opened }) => opened), ...held];
  const deciding = record.results[0]?.date ?? terms.extractionDate;
  // A seal that replaced others has to precede their extractions too.
  const [date = deciding] = [deciding, compared.seal?.replacedDate ?? deciding].sort();
  const times = verifyTimes(trees, policy, compared.seal, date);
  const named = parseCertificates(evidence.authorities ?? '') ?? [];
  const stamped = await verifyTimestamps(log.trees, { seal: compared.seal, date, authorities, named });
  const reseal = compared.seal ? verifyReseal(compared.seal, [...times, ...stamped], { trees, policy }) : [];
  const instant = await verifyInstant(
    log.entries,
    terms.rifaId,
    async (index, until) =>
      isSeenBefore(trees, policy, { index, until }) ||
      (await isStampedBefore(log.trees, { index, until, authorities })),
  );
  const order = [
    ...verifyOrderKey(log.entries, terms.rifaId),
    ...compareManualSales(log.entries, terms.rifaId, list),
    ...compareClause(log.entries, terms.rifaId, record),
  ];
  const shown = record.shown
    ? [
        ...compareShownWithLog(record.shown, terms.rifaId, log.entries),
        ...compareShownInstant(record.shown.instantPrizes, terms.rifaId, log.entries),
      ]
    : [];
  return {
    log,
    findings: [
      ...findings,
      ...copied,
      ...compared.findings,
      ...order,
      ...reseal,
      ...times,
      ...stamped,
      ...instant,
      ...shown,
    ],
  };
}
