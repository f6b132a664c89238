/** Keys of persons: `ops accept-person-keys`, and what `preflight` and `doctor` say about them. */
import type { Database } from '@mare/database/connection/connect.ts';
import { createPersonHasher, orderPersonSecrets } from '../../accounts/persons/person-hash.ts';
import {
  assessPersonKeys,
  describeUnknownKeys,
  type PersonKeysState,
} from '../../accounts/persons/person-keys.ts';
import { rehashPersons } from '../../accounts/persons/rehash-persons.ts';
import { readPersonKeys } from '../../platform/config/config.ts';
import { readSecrets } from '../../platform/config/read-secret.ts';
import { createSettingsReader } from '../../platform/config/settings-reader.ts';
import type { Finding } from '../findings.ts';
import { OpsError } from '../ops-error.ts';

type Env = NodeJS.ProcessEnv;

/**
 * Hashes the persons of lost keys again, and deletes those without an account.
 *
 * @returns what was done, in Portuguese
 */
export async function acceptPersonKeys(db: Database, env: Env): Promise<string> {
  if (!env.AUTH_SECRET?.trim()) throw new OpsError('Falta AUTH_SECRET: use as configurações da loja.');
  const { rehashed, forgotten, joined } = await rehashPersons(db, hasherOf(env));
  return [
    'As chaves de pessoas valem para este banco.',
    `Pessoas reconhecidas de novo: ${rehashed}.`,
    ...(joined > 0
      ? [`Pessoas com o mesmo CPF em duas contas, que a loja junta em até uma hora: ${joined}.`]
      : []),
    ...(forgotten > 0
      ? [
          `Pausas, exclusões e limites que não valem mais para uma conta nova, de contas apagadas: ${forgotten}.`,
        ]
      : []),
  ].join(' ');
}

/** Says nothing without AUTH_SECRET, which the commands do not need. */
export async function checkPersonKeys(db: Database, env: Env): Promise<Finding[]> {
  if (!env.AUTH_SECRET?.trim()) return [];
  return describePersonKeys(await assessPersonKeys(db, hasherOf(env)));
}

function hasherOf(env: Env) {
  const personKeys = readPersonKeys(createSettingsReader(env));
  return createPersonHasher(orderPersonSecrets(personKeys, readSecrets(env, { demo: false, dataDir: '' })));
}

function describePersonKeys({ current, former, unknown }: PersonKeysState): Finding[] {
  if (unknown > 0) return [{ level: 'error', ...describeUnknownKeys(unknown) }];
  if (current === 0 && former > 0)
    return [
      {
        level: 'warning',
        text: 'A primeira chave de PERSON_KEYS é nova para este banco: começa uma troca.',
        advice: 'Se não é o que você quer, confira o valor antes de iniciar um processo.',
      },
    ];
  const depend = former === 1 ? 'uma pessoa ainda depende' : `${former} pessoas ainda dependem`;
  return [
    {
      level: 'ok',
      text: `PERSON_KEYS ${former === 0 ? 'é a chave das pessoas deste banco.' : `tem as chaves deste banco; ${depend} da anterior, que fica.`}`,
    },
  ];
}
