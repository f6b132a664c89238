/** The page that verifies draws from files. Runs from a saved copy: no network, no storage, no other file. */
import { combineFiles, FileFault, readGivenFile } from '@mare/domain/transparency/verify/files/read-files.ts';
import {
  describeVerdict,
  describeWinners,
  isBeforeDraw,
  LEFT_TO_COMPARE,
} from '@mare/domain/transparency/verify/verdict/verdict.ts';
import {
  type GivenFiles,
  type VerifiedFiles,
  verifyFiles,
} from '@mare/domain/transparency/verify/files/verify-files.ts';
import { describeDeciding } from '@mare/domain/transparency/verify/verify-extraction.ts';
import { faultSentence } from './fault-sentences.ts';
import { NOT_A_SEAL, NOT_FIVE_PRIZES, readPrizesInARow, readSeal } from './typed-values.ts';

const MARKS = { holds: '✓ Confere', open: '○ Não conferido', fails: '✗ Não confere' } as const;
const CLASSES = { honest: 'holds', partial: 'open', failed: 'fails' } as const;
const PROGRESS_EVERY_MS = 100;
const OR_CLEAR_HINT = 'Confira o que você digitou, ou deixe o campo vazio.';
const UNREADABLE = 'Não foi possível ler este arquivo. Baixe-o para o seu aparelho e escolha-o de novo.';

const find = (id: string) => document.querySelector<HTMLElement>(`#${id}`)!;
const findInput = (id: string) => find(id) as HTMLInputElement;
const files = findInput('files');
const sealField = findInput('seal');
const prizesField = findInput('prizes');
const progress = find('progress') as HTMLProgressElement;
const result = find('result');
const button = document.querySelector('button')!;

find('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const typedSeal = sealField.value.trim();
  const seal = typedSeal === '' ? undefined : readSeal(typedSeal);
  const typedPrizes = prizesField.value.trim();
  const prizes = typedPrizes === '' ? undefined : readPrizesInARow(typedPrizes);
  // An illegible input, if compared, would fail an honest draw.
  const wrong = [seal === null && NOT_A_SEAL, prizes === null && NOT_FIVE_PRIZES].filter(
    (each) => each !== false,
  );
  if (wrong.length > 0)
    show(...wrong.map((each) => element('p', `${each} ${OR_CLEAR_HINT}`, 'verdict open')));
  else void verify({ notedSeal: seal ?? undefined, prizes: prizes ?? undefined });
});

async function verify({ notedSeal, prizes }: Pick<GivenFiles, 'notedSeal' | 'prizes'>): Promise<void> {
  button.disabled = true;
  result.hidden = true;
  progress.hidden = false;
  progress.removeAttribute('value');
  let current = '';
  try {
    const read = [];
    for (const file of files.files ?? []) {
      current = file.name;
      read.push(await readGivenFile(chunksOf(file), { onProgress: showProgress }));
    }
    const given = { ...combineFiles(read), now: new Date(), notedSeal, prizes };
    showFindings(await verifyFiles(given), notedSeal !== undefined, prizes !== undefined);
  } catch (error) {
    if (error instanceof FileFault)
      show(element('p', `${current}: ${faultSentence(error.code)}`, 'verdict fails'));
    // Moved, changed or not yet downloaded since it was chosen.
    else if (error instanceof DOMException) show(element('p', `${current}: ${UNREADABLE}`, 'verdict open'));
    else throw error;
  } finally {
    button.disabled = false;
    progress.hidden = true;
  }
}

async function* chunksOf(file: File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  for (let lastPaint = performance.now(); ;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
    if (performance.now() - lastPaint < PROGRESS_EVERY_MS) continue;
    // Lets the browser paint between two parts of a long list.
    await new Promise((resolve) => setTimeout(resolve));
    lastPaint = performance.now();
  }
}

function showProgress(share: number): void {
  progress.value = share;
}

function showFindings(found: VerifiedFiles, hasSeal: boolean, hasPrizes: boolean): void {
  const { title, sentences, advice } = describeVerdict(found);
  const itemsOf = (chosen: typeof sentences) =>
    chosen.map(({ state, title: name, text }) => {
      const item = document.createElement('li');
      item.append(element('strong', `${MARKS[state]}: ${name}`, state), element('p', text));
      return item;
    });
  const failing = sentences.filter(({ state }) => state === 'fails');
  const others = sentences.filter(({ state }) => state !== 'fails');
  const winners = describeWinners(found).map((sentence) => element('li', sentence));
  const left = [
    ...(hasPrizes || isBeforeDraw(found) ? [] : [LEFT_TO_COMPARE.prizes]),
    ...(hasSeal ? [] : [LEFT_TO_COMPARE.seal]),
  ];
  const decided = found.results.length > 0 ? `${describeDeciding(found.results)}.` : '';
  const keys = [...(found.policy?.logs ?? []), ...(found.policy?.witnesses ?? [])];
  show(
    element('p', title, `verdict ${CLASSES[found.verdict]}`),
    ...(failing.length > 0 ? [list(itemsOf(failing))] : []),
    ...listOf(
      'O que fazer',
      advice.map((each) => element('li', each)),
    ),
    ...(failing.length > 0 ? listOf('O resto da conferência', itemsOf(others)) : [list(itemsOf(others))]),
    ...listOf(
      'Prêmios da loteria',
      found.results.map(({ extraction, prizes }) =>
        element('li', `Extração ${extraction}: ${prizes.join(' ')}`),
      ),
    ),
    ...listOf('Ganhadores pela conta', winners),
    ...listOf(
      'Falta só você',
      found.terms && advice.length === 0 ? left.map((each) => element('li', each)) : [],
    ),
    ...listOf(
      'Chaves usadas',
      keys.map(({ key }) => element('li', `${key.name} (${key.id})`)),
    ),
    ...(found.terms
      ? [
          element(
            'p',
            `Lacre: ${found.draw ? 'recalculado sobre' : 'de'} ${found.terms.soldNumbers} números vendidos da rifa ${found.terms.rifaId}, para a extração ${found.terms.extraction} de ${found.terms.extractionDate}. ${decided}`,
          ),
        ]
      : []),
  );
}

function show(...nodes: Node[]): void {
  result.replaceChildren(...nodes);
  result.hidden = false;
  // The pressed button is disabled during the verification, which removes its focus.
  result.focus();
  result.scrollIntoView();
}

function listOf(title: string, items: readonly HTMLElement[]): HTMLElement[] {
  return items.length === 0 ? [] : [element('h2', title), list(items)];
}

function list(items: readonly HTMLElement[]): HTMLElement {
  const parent = document.createElement('ol');
  parent.append(...items);
  return parent;
}

function element(name: string, text: string, className = ''): HTMLElement {
  const created = document.createElement(name);
  created.textContent = text;
  created.className = className;
  return created;
}
