#!/usr/bin/env node
/**
 * Recomputes a draw from its proof file, without dependencies. Shares no code with the site: the tests compare the two
 * implementations. People use cli.ts or the page, which verify the public log too.
 *
 *     node tools/verifier/independent-check.mjs prova.txt [--lacre <SHA-256>] [--premios 12345,23456,34567,45678,56789]
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

const PICKS = {
  10: [1, 2, 3, 4, 5].map((prize) => [[prize, 0]]),
  100: [1, 2, 3, 4, 5].map((prize) => [1, 0].map((place) => [prize, place])),
  1_000: [1, 2, 3, 4, 5].map((prize) => [2, 1, 0].map((place) => [prize, place])),
  10_000: [0, 1, 2].map((place) => [1, 2, 3, 4].map((prize) => [prize, place])),
  100_000: [0, 1, 2].map((place) => [1, 2, 3, 4, 5].map((prize) => [prize, place])),
  1_000_000: [
    [1, 2],
    [3, 4],
  ].map((pair) => pair.flatMap((prize) => [2, 1, 0].map((place) => [prize, place]))),
  10_000_000: [
    [1, 2, [3, 0]],
    [4, 5, [3, 1]],
  ].map(([one, other, last]) => [
    ...[one, other].flatMap((prize) => [2, 1, 0].map((place) => [prize, place])),
    last,
  ]),
};

const sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const [LEAF, NODE] = [Buffer.of(0), Buffer.of(1)];

function merkleRoot(lines) {
  let level = lines.map((line) => sha256(LEAF, line));
  if (level.length === 0) return sha256().toString('hex');
  while (level.length > 1) {
    const above = [];
    for (let at = 0; at < level.length; at += 2)
      above.push(at + 1 < level.length ? sha256(NODE, level[at], level[at + 1]) : level[at]);
    level = above;
  }
  return level[0].toString('hex');
}

function readSeal(text) {
  const names = ['rifa', 'numeros', 'vendidos', 'lista', 'raiz', 'regra', 'nao-vendido', 'premios'];
  const pattern = [...names, 'cota-ganha-uma-vez', 'extracao', 'data']
    .map((name) => `${name} (.+)\n`)
    .join('');
  const match = new RegExp(`^mare-da-sorte/lacre/1\n${pattern}$`).exec(text);
  if (!match) throw new Error('o lacre não está no formato conhecido');
  const [, rifa, total, sold, list, root, rule, fallback, positions, once, extraction, date] = match;
  const digits = PICKS[total];
  if (rule !== 'federal-1' || !digits) throw new Error(`regra desconhecida: ${rule} para ${total} números`);
  if (!['lot', 'next_extraction'].includes(fallback)) throw new Error(`desempate desconhecido: ${fallback}`);
  return {
    counts: `rifa ${rifa}\nnumeros ${total}\nvendidos ${sold}\n`,
    total: Number(total),
    sold: Number(sold),
    list,
    root,
    groups: digits,
    fallback,
    positions: positions.split(' ').map(Number),
    once: once === 'sim',
    extraction: Number(extraction),
    date,
  };
}

function readList(text, seal) {
  // The second format marks numbers that were sold by hand.
  const header = [
    `mare-da-sorte/lista/1\n${seal.counts}`,
    `mare-da-sorte/lista/2\n${seal.counts}a-mao `,
  ].find((each) => text.startsWith(each));
  if (!header) throw new Error('a lista é de outra rifa ou de outro tamanho');
  const isMarked = header.endsWith(' ');
  const lines = text.slice(header.length).split('\n');
  const marks = isMarked ? lines.shift() : '0';
  if (lines.pop() !== '' || lines.length !== seal.sold)
    throw new Error('a lista não tem as linhas que anuncia');
  const width = Math.max(4, String(seal.total).length);
  const pattern = new RegExp(`^(\\d{${width}}) ([0-9a-f]{16})(${isMarked ? '(?: m)?' : ''})$`);
  let marked = 0;
  const tags = new Map();
  let last = 0;
  for (const line of lines) {
    const match = pattern.exec(line);
    const number = Number(match?.[1]);
    if (!match || !(number > last) || number > seal.total) throw new Error(`linha fora do padrão: "${line}"`);
    if (match[3]) marked += 1;
    tags.set(number, match[2]);
    last = number;
  }
  if (String(marked) !== marks) throw new Error('a lista não marca as vendas em mãos que anuncia');
  return { lines, tags };
}

function drawWinners(seal, results, tags) {
  const winners = new Map();
  const won = new Set();
  const free = (number) => !(seal.once && won.has(number));
  for (const { extraction, prizes } of results)
    for (const position of seal.positions) {
      if (winners.has(position)) continue;
      let number = null;
      const candidates = [...tags.keys()].filter(free);
      if (candidates.length > 0) {
        for (let turn = 0; number === null && turn < seal.groups.length; turn++) {
          const group = seal.groups[(position - 1 + turn) % seal.groups.length];
          const hit =
            Number(group.map(([prize, place]) => prizes[prize - 1].at(-1 - place)).join('')) || seal.total;
          if (tags.has(hit) && free(hit)) number = hit;
        }
        for (let round = 1; number === null && seal.fallback === 'lot'; round++) {
          const read = prizes.map((prize) => prize.slice(-5)).join(' ');
          const text = [seal.root, extraction, read, position, round].join('\n');
          const value = sha256(`mare-da-sorte/lote/1\n${text}\n`).readUIntBE(0, 6);
          if (value < 2 ** 48 - (2 ** 48 % candidates.length)) number = candidates[value % candidates.length];
        }
        if (number === null) continue;
      }
      winners.set(position, number);
      if (number !== null) won.add(number);
    }
  return winners;
}

const WAIT_DAYS = 7;
const later = (date, days) => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

/** The extraction that decides by the declared clause, from the extractions that the proof names. */
function decidingExtraction({ extraction, date }, { sealedOn, decidedOn, known }) {
  const own = known.find(({ number }) => number === extraction);
  const lastDay = later(date, WAIT_DAYS);
  const beforeSeal = own && (own.date < sealedOn || (own.date === sealedOn && own.date !== date));
  if (own?.prizes && !beforeSeal && own.date <= lastDay) return own;
  if (own && !beforeSeal && own.date <= lastDay && decidedOn <= lastDay) return undefined;
  return known.find(
    (each) =>
      each.number > extraction &&
      each.date >= date &&
      (each.prizes || decidedOn <= later(each.date, WAIT_DAYS)),
  );
}

/** The extraction after this one: the next number, unless the clause names another as the next complete one. */
function isFollowing(before, { extraction, date, prizes }, clause) {
  if (extraction === before.extraction + 1) return true;
  const next = clause?.known.find((each) => each.number > before.extraction && each.prizes);
  return next?.number === extraction && next.date === date && `${next.prizes}` === `${prizes}`;
}

function checkResults(seal, results, clause) {
  const deciding = clause ? decidingExtraction(seal, clause) : { number: seal.extraction, date: seal.date };
  for (const [index, { extraction, date, prizes, rawBody, rawHash }] of results.entries()) {
    if (index === 0 && extraction !== deciding?.number)
      throw new Error(`a extração ${extraction} não é a que decide`);
    if (index > 0 && !isFollowing(results[index - 1], results[index], clause))
      throw new Error(`a extração ${extraction} não segue a anterior`);
    if (index === 0 && date !== deciding.date)
      throw new Error(`a data ${date} não é a da extração que decide`);
    if (index === 0 && clause && `${deciding.prizes}` !== `${prizes}`)
      throw new Error('os prêmios não são os da extração que decide');
    if (prizes.length !== 5 || !prizes.every((prize) => /^\d{5}$/.test(prize)))
      throw new Error('prêmios malformados');
    if (rawBody === null) continue;
    if (sha256(rawBody).toString('hex') !== rawHash)
      throw new Error('a resposta oficial não confere com o seu SHA-256');
    const raw = JSON.parse(rawBody);
    const official = (raw.dezenasSorteadasOrdemSorteio ?? raw.listaDezenas).map((ticket) => ticket.slice(-5));
    const day = raw.dataApuracao.split('/').toReversed().join('-');
    if (
      raw.tipoJogo !== 'LOTERIA_FEDERAL' ||
      raw.numero !== extraction ||
      day !== date ||
      `${official}` !== `${prizes}`
    )
      throw new Error('a resposta oficial diz outra coisa');
  }
}

/** Every seal that the proof names, oldest first: those that its page shows and those of its log, whose proofs are not checked here. */
function namedSeals({ shown, log }) {
  const logged = (log?.entries ?? []).flatMap(({ entry }) => {
    const field = (name) => new RegExp(`\\n${name} (.+)\\n`).exec(entry)?.[1];
    return /^[^\n]+\ntipo lacre\n/.test(entry)
      ? [
          {
            version: Number(field('versao')),
            extraction: Number(field('extracao')),
            extractionDate: field('data'),
            sealedAt: field('momento'),
          },
        ]
      : [];
  });
  return [...(shown?.seals ?? []), ...logged].toSorted((one, other) => one.version - other.version);
}

/** A seal that replaces another has to precede the extraction of that one: the hour on its day is left to the reader. */
function checkReplacedSeals(seals, say) {
  for (const before of seals) {
    const dayEnds = Date.parse(`${later(before.extractionDate, 1)}T00:00:00-03:00`);
    const after = seals.filter(({ version }) => version > before.version);
    if (after.some(({ sealedAt }) => Date.parse(sealedAt) >= dayEnds))
      throw new Error(
        `o lacre ${before.version} foi trocado depois da extração ${before.extraction}, de ${before.extractionDate}`,
      );
  }
  const replaced = seals
    .filter(({ version }) => version > 1)
    .map(({ version, sealedAt }) => `o lacre ${version}, de ${sealedAt}, trocou o anterior`);
  for (const each of new Set(replaced)) say(`${each}: confira que foi antes da extração dele`);
}

/** Parses the first line of a proof, a JSON record. @throws if the file is no proof */
function readRecord(line) {
  try {
    const record = JSON.parse(line);
    if (record.seal && record.results && record.winners) return record;
  } catch {
    // Reported below.
  }
  throw new Error('o arquivo não é uma prova de sorteio');
}

/** Prints every check that holds. @returns the verdict. @throws with the reason at the first one that fails */
function verify(file, { noted, official }, say) {
  const cut = file.indexOf('\n');
  const record = readRecord(file.slice(0, cut));
  const text = file.slice(cut + 1);
  const sealed = sha256(record.seal.text).toString('hex');
  if (sealed !== record.seal.hash) throw new Error('o lacre não confere com o seu SHA-256');
  if (noted && noted !== sealed) throw new Error(`o lacre não é o anotado: ${sealed}`);
  say(`lacre ${sealed}${noted ? ', o mesmo que foi anotado' : ''}`);
  // An OpenTimestamps proof names the proven digest after its first 33 bytes.
  if (record.anchor && record.anchor.slice(66, 130) !== sealed)
    throw new Error('o carimbo externo é de outro lacre');
  if (record.anchor) say('carimbo externo deste lacre: confira lacre.txt com "ots verify"');
  const seal = readSeal(record.seal.text);
  const { lines, tags } = readList(text, seal);
  if (sha256(text).toString('hex') !== seal.list) throw new Error('a lista não é a que foi lacrada');
  say(`lista com ${seal.sold} de ${seal.total} números, SHA-256 ${seal.list}`);
  if (merkleRoot(lines) !== seal.root) throw new Error('a raiz da árvore não é a que foi lacrada');
  say(`raiz da árvore ${seal.root}`);
  checkReplacedSeals(namedSeals(record), say);
  checkResults(seal, record.results, record.clause);
  if (record.clause)
    say(
      `regra declarada: decide a extração ${record.results[0].extraction}, no lugar da ${seal.extraction} lacrada para ${seal.date}; confira no calendário da Caixa`,
    );
  for (const [index, { extraction, date, prizes }] of record.results.entries()) {
    if (index > 0 && extraction !== record.results[index - 1].extraction + 1)
      say(
        `regra declarada: a extração ${extraction} segue a ${record.results[index - 1].extraction}; confira no calendário da Caixa`,
      );
    if (index === 0 && official && `${official}` !== `${prizes}`)
      throw new Error(`os prêmios da extração ${extraction}, de ${date}, não são os informados`);
    say(`extração ${extraction} de ${date}: ${prizes.join(' ')}`);
  }
  if (record.results.length === 0 && record.winners.length === 0) {
    say('ainda não há sorteio nesta prova');
    return 'A lista confere com o lacre. O sorteio ainda não aconteceu.';
  }
  const winners = drawWinners(seal, record.results, tags);
  const expected = seal.positions.map((position) => {
    if (!winners.has(position)) throw new Error(`o ${position}º prêmio ainda espera outra extração`);
    const number = winners.get(position);
    return { position, number, tag: number === null ? null : tags.get(number) };
  });
  const recorded = record.winners.map(({ position, number, tag }) => ({ position, number, tag }));
  if (JSON.stringify(recorded) !== JSON.stringify(expected))
    throw new Error('os ganhadores não são os que a conta dá');
  for (const { position, number, tag } of expected)
    say(`${position}º prêmio: ${number === null ? 'sem ganhador' : `número ${number}, comprador ${tag}`}`);
  return 'A conta confere com a lista, o lacre e os prêmios do arquivo.';
}

const [path, ...options] = process.argv.slice(2);
const option = (name) => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
if (!path || path.startsWith('-')) {
  console.error(
    'Uso: independent-check.mjs prova.txt [--lacre <SHA-256 anotado>] [--premios 1º,2º,3º,4º,5º]',
  );
  process.exit(2);
}
if (!existsSync(path)) {
  console.error(`Não há arquivo ${path}.`);
  process.exit(2);
}
try {
  const asked = { noted: option('--lacre'), official: option('--premios')?.split(',') };
  console.log(verify(readFileSync(path, 'utf8'), asked, (line) => console.log(`  ok  ${line}`)));
  if (!asked.noted) console.log('Falta só você: este lacre é o que você anotou antes da extração? (--lacre)');
  if (!asked.official) console.log('Falta só você: estes prêmios são os que a Caixa publicou? (--premios)');
} catch (error) {
  console.error(`  NÃO CONFERE: ${error.message}`);
  process.exit(1);
}
