/** Keyed hashes of CPFs and phones, by which accounts of one person are found. */
import { createHash, createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import { defineCache } from '../../platform/caching/caches.ts';
import type { Platform } from '../../platform/platform.ts';
import { readSecrets } from '../../platform/config/read-secret.ts';

export interface PersonHash {
  /** 32 bytes. */
  hash: Buffer;
  /** Fingerprint of the key. */
  keyId: string;
}

export interface PersonHasher {
  /** Id of the key for new hashes. */
  keyId: string;
  /** Ids of all keys, newest first. */
  keyIds: readonly string[];
  /** Under each key, the newest first. @param digits a CPF in digits */
  cpf(digits: string): [PersonHash, ...PersonHash[]];
  /** Under each key, the newest first. @param digits with the country code */
  phone(digits: string): [PersonHash, ...PersonHash[]];
}

/** @param secrets newest first, at least one */
export function createPersonHasher(secrets: readonly [string, ...string[]]): PersonHasher {
  const keys = secrets.map((secret) => {
    const key = Buffer.from(hkdfSync('sha256', secret, 'mare-persons', 'hash', 32));
    return { key: createSecretKey(key), keyId: createHash('sha256').update(key).digest('hex').slice(0, 16) };
  });
  const hash = (text: string) =>
    keys.map(({ key, keyId }) => ({ hash: createHmac('sha256', key).update(text).digest(), keyId })) as [
      PersonHash,
      ...PersonHash[],
    ];
  return {
    keyId: keys[0]!.keyId,
    keyIds: keys.map(({ keyId }) => keyId),
    cpf: (digits) => hash(`cpf:${digits}`),
    phone: (digits) => hash(`phone:${digits}`),
  };
}

const hasher = defineCache(({ config }: Pick<Platform, 'config'>) =>
  createPersonHasher(orderPersonSecrets(config.personKeys, readSecrets(process.env, config))),
);

/** PERSON_KEYS, then the master secrets: persons from before PERSON_KEYS was set are found too. */
export function orderPersonSecrets(
  personKeys: readonly string[],
  secrets: readonly [string, ...string[]],
): [string, ...string[]] {
  return [...personKeys, ...secrets] as [string, ...string[]];
}

export function personHasherOf(platform: Pick<Platform, 'config' | 'caches'>): PersonHasher {
  return hasher(platform);
}
