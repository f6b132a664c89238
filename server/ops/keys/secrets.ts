/** The master secret: `ops rotate`, `ops accept-secret`, and what `preflight` and `doctor` say about it. */
import type { Database } from '@mare/database/connection/connect.ts';
import { resealSecrets } from '../../accounts/secrets/reseal-secrets.ts';
import {
  assessSecrets,
  declareSecret,
  FOREIGN_SECRET,
  storeOnlySecret,
  type SecretsState,
  UNDECLARED_SECRET,
} from '../../accounts/secrets/known-secrets.ts';
import { discardLostPushKeys, resealPushKeys } from '../../notifications/push/push-keys.ts';
import { systemClock, systemRandom } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config/config.ts';
import { readSecrets } from '../../platform/config/read-secret.ts';
import { openVault } from '../../platform/vault.ts';
import type { Finding } from '../findings.ts';
import { OpsError } from '../ops-error.ts';

type Env = NodeJS.ProcessEnv;
const parts = (db: Database) => ({ db, clock: systemClock, random: systemRandom });

/**
 * Re-encrypts stored data with AUTH_SECRET, which is then the only secret in use.
 *
 * @returns what was done, in Portuguese
 * @throws OpsError if no running process may have that secret, or something is left that no accepted secret opens
 */
export async function rotateSecret(db: Database, env: Env): Promise<string> {
  const secrets = readSecrets(env, readConfig(env));
  const { state } = await assessSecrets(parts(db), secrets);
  if (state === 'foreign') throw new OpsError(`${FOREIGN_SECRET.text} ${FOREIGN_SECRET.advice}`);
  if (state === 'declared' || state === 'undeclared')
    throw new OpsError(
      'Nenhum processo desta loja começou ainda com este AUTH_SECRET: confira o valor e reinicie os processos com ele antes. Nada foi mudado.',
    );
  const done = await resealAll(db, secrets);
  if (done.unopened > 0) throw new OpsError(`${done.text} ${unopenedSentence(done.unopened)}`);
  await storeOnlySecret(parts(db), secrets);
  return done.text;
}

/**
 * Announces that AUTH_SECRET replaces one of AUTH_SECRETS_ACCEPTED: processes may start with it from now on.
 *
 * @returns what was done, in Portuguese
 * @throws OpsError if the database knows none of the secrets
 */
export async function announceSecret(db: Database, env: Env): Promise<string> {
  const { state } = await declareSecret(parts(db), readSecrets(env, readConfig(env)));
  switch (state) {
    case 'foreign':
      throw new OpsError(`${FOREIGN_SECRET.text} ${FOREIGN_SECRET.advice}`);
    case 'known':
    case 'new':
      return 'Nada a anunciar: este banco já aceita este AUTH_SECRET.';
    case 'declared':
      return 'A troca para este AUTH_SECRET já estava anunciada: inicie os processos com ele.';
    case 'undeclared':
      return 'Troca anunciada: inicie os processos com este AUTH_SECRET, com o anterior ainda em AUTH_SECRETS_ACCEPTED.';
  }
}

/** Makes AUTH_SECRET the only known secret, whatever is lost. @returns what was lost, in Portuguese */
export async function acceptSecret(db: Database, env: Env): Promise<string> {
  const secrets = readSecrets(env, readConfig(env));
  const lostPush = await discardLostPushKeys(db, openVault(secrets, systemRandom));
  const { unopened } = await resealAll(db, secrets);
  await storeOnlySecret(parts(db), secrets);
  const lostSecrets = [
    ...(unopened > 0
      ? [
          `Não abrem mais: ${unopened} sessões, segundos fatores e chaves de antes. As pessoas entram de novo; quem tem segundo fator entra com uma passkey, ou a administração tira o fator.`,
        ]
      : []),
    ...(lostPush > 0 ? [`Avisos do navegador desligados: ${lostPush}. As pessoas os ligam de novo.`] : []),
  ];
  return [
    'AUTH_SECRET vale para este banco.',
    ...(lostSecrets.length > 0 ? lostSecrets : ['Nada se perdeu.']),
  ].join(' ');
}

/** Says nothing without AUTH_SECRET, which the commands do not need. */
export async function checkSecrets(db: Database, env: Env): Promise<Finding[]> {
  if (!env.AUTH_SECRET?.trim()) return [];
  return describeSecrets(await assessSecrets(parts(db), readSecrets(env, { demo: false, dataDir: '' })));
}

export function describeSecrets({ state, known }: SecretsState): Finding[] {
  if (state === 'foreign') return [{ level: 'error', ...FOREIGN_SECRET }];
  if (state === 'undeclared') return [{ level: 'error', ...UNDECLARED_SECRET }];
  if (state === 'declared')
    return [
      {
        level: 'warning',
        text: 'AUTH_SECRET é novo para este banco, e a troca foi anunciada: ela começa com o primeiro processo.',
        advice:
          'Deixe o anterior em AUTH_SECRETS_ACCEPTED e, com todos os processos no novo, rode: npm run ops -- rotate',
      },
    ];
  if (known > 1)
    return [
      {
        level: 'warning',
        text: `O banco conhece ${known} segredos: uma troca de AUTH_SECRET não terminou.`,
        advice: 'Com todos os processos no segredo novo: npm run ops -- rotate',
      },
    ];
  return [{ level: 'ok', text: 'AUTH_SECRET é o segredo deste banco.' }];
}

async function resealAll(db: Database, secrets: [string, ...string[]]) {
  const vault = openVault(secrets, systemRandom);
  const sealed = await resealSecrets({ db, vault });
  const pushKeys = await resealPushKeys(db, vault);
  const keys = sealed.signingKeys + (pushKeys === 'resealed' ? 1 : 0);
  return {
    text: `Cifrados de novo: ${sealed.sessions} sessões, ${sealed.factors} segundos fatores, ${keys} chaves.`,
    unopened: sealed.unopened + (pushKeys === 'unopened' ? 1 : 0),
  };
}

const unopenedSentence = (unopened: number) =>
  `Ficaram como estavam ${unopened} valores que nem AUTH_SECRET nem AUTH_SECRETS_ACCEPTED abrem. Se o segredo acaba de mudar, ponha o anterior em AUTH_SECRETS_ACCEPTED e rode de novo: sem ele, esses segundos fatores e sessões não valem mais. Depois de uma troca por roubo, é o esperado.`;
