import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDurably } from '../durable-file.ts';
import type { Config } from './config.ts';
import { ConfigError } from './settings-reader.ts';

const SECRET_MIN_CHARACTERS = 32;

/**
 * The master secret first, then those of AUTH_SECRETS_ACCEPTED, which only decrypt and compare: during a rotation.
 * @throws ConfigError
 */
export function readSecrets(
  env: NodeJS.ProcessEnv,
  config: Pick<Config, 'demo' | 'dataDir'>,
): [string, ...string[]] {
  const accepted = (env.AUTH_SECRETS_ACCEPTED ?? '')
    .split(',')
    .map((secret) => secret.trim())
    .filter(Boolean);
  if (accepted.some((secret) => secret.length < SECRET_MIN_CHARACTERS))
    throw new ConfigError(
      `Cada segredo de AUTH_SECRETS_ACCEPTED deve ter ao menos ${SECRET_MIN_CHARACTERS} caracteres.`,
    );
  return [readSecret(env, config), ...accepted];
}

/** Whether the demonstration generated the master secret. */
export function isSecretGenerated(env: NodeJS.ProcessEnv, config: Pick<Config, 'demo'>): boolean {
  return config.demo && !env.AUTH_SECRET?.trim();
}

/**
 * The master secret, from which the keys that protect stored secrets are derived. In the demonstration, one is generated
 * in the data directory.
 * @throws ConfigError
 */
function readSecret(env: NodeJS.ProcessEnv, config: Pick<Config, 'demo' | 'dataDir'>): string {
  const secret = env.AUTH_SECRET?.trim();
  if (secret) {
    if (secret.length < SECRET_MIN_CHARACTERS)
      throw new ConfigError(
        `AUTH_SECRET é curto demais: use ao menos ${SECRET_MIN_CHARACTERS} caracteres aleatórios.`,
      );
    return secret;
  }
  if (!config.demo) throw new ConfigError('Falta AUTH_SECRET: fora do modo demonstração ele é obrigatório.');
  return storedSecret(config.dataDir);
}

function storedSecret(dataDir: string): string {
  const file = join(dataDir, 'auth-secret');
  createDurably(file, randomBytes(32).toString('base64url'));
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < SECRET_MIN_CHARACTERS)
    throw new ConfigError(`O arquivo ${file} não contém um segredo inteiro: apague-o para criar outro.`);
  return secret;
}
