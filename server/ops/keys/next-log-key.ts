/** `ops rotate-log-key`, and what `preflight` says about the key. */
import type { Database } from '@mare/database/connection/connect.ts';
import { systemRandom } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config/config.ts';
import { findSigningKey } from '../../transparency/keys/find-signing-key.ts';
import { openLogKey } from '../../transparency/keys/log-key.ts';
import { type FormerKey, type RotateResult, rotateLogKey } from '../../transparency/keys/rotate-log-key.ts';
import { keyChangeEntry } from '@mare/domain/transparency/log/key-change.ts';
import { formatVerifierKey } from '@mare/domain/transparency/log/signed-note.ts';
import { finding, type Finding } from '../findings.ts';
import { OpsError } from '../ops-error.ts';

const faults: Record<Extract<RotateResult, { ok: false }>['code'], string> = {
  NO_KEY: 'O registro público ainda não é assinado: crie a primeira chave com npm run log:key.',
  NOT_ITS_KEY:
    'LOG_KEY_FILE não tem a chave que assina o registro agora, e só ela pode assinar a troca. Se ela se perdeu, diga o motivo, que será público: --lost "…".',
  SAME_KEY: 'O arquivo de --to tem a chave que assina agora: escolha outro.',
  OTHER_ORIGIN: 'O arquivo de --to tem uma chave de outro registro, ou nenhuma: escolha outro.',
};

/**
 * Makes the next key of the public log and the file beside it that declares the replacement.
 *
 * @returns what to do next, in Portuguese
 * @throws OpsError if the key that signs now is not at hand
 */
export async function makeNextLogKey(
  db: Database,
  env: NodeJS.ProcessEnv,
  { to, lossReason, origin }: { to: string; lossReason: string | null; origin: string | null },
): Promise<string> {
  const former = describeFormerKey(readConfig(env).logKeyFile, lossReason);
  const rotated = await rotateLogKey({ db, random: systemRandom }, { former, to, origin });
  if (!rotated.ok) throw new OpsError(faults[rotated.code]);
  const signed = rotated.isEndorsed
    ? 'A chave de agora e a nova assinaram a troca.'
    : 'A chave de agora não assinou a troca, e isso fica público para sempre: quem confere um sorteio de antes lê que a troca não foi assinada.';
  return `${signed} Agora: LOG_KEY_FILE=${to}, reinicie o worker e guarde ${rotated.change} junto com a chave. Chave pública, para as testemunhas: ${rotated.verifierKey}`;
}

function describeFormerKey(file: string | null, lossReason: string | null): FormerKey | null {
  if (lossReason !== null) return { isLost: true, file, reason: lossReason };
  return file === null ? null : { isLost: false, file };
}

/** Whether the worker may sign the public log with LOG_KEY_FILE. */
export async function checkLogKey(db: Database, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const config = readConfig(env);
  const key = config.demo ? null : openLogKey(config, systemRandom);
  const before = await findSigningKey(db, null);
  if (!key || before === null) return [];
  const after = formatVerifierKey(key.signer.key);
  const change = keyChangeEntry(key.readChange() ?? '', '');
  const isDeclared = before === after || (change?.before === before && change.after === after);
  return [
    finding(isDeclared, 'LOG_KEY_FILE pode assinar o registro público.', {
      text: 'LOG_KEY_FILE tem outra chave que a do registro público, e nenhum arquivo ao lado dela declara a troca: nada seria assinado.',
      advice: 'Volte à chave de antes, ou faça a troca com "npm run ops -- rotate-log-key".',
    }),
  ];
}
