/** Reads single settings from environment variables. */
import { z } from 'zod';

/** A missing, malformed or contradictory setting. The message is for the operator. */
export class ConfigError extends Error {}

/** Minimum length of a secret, so that it cannot be guessed. */
export const MIN_SECRET_CHARACTERS = 20;

export const httpUrl = z.url({ protocol: /^https?$/ });
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ });

export type SettingsReader = ReturnType<typeof createSettingsReader>;

/** Reads settings as text and validates them. An unset or blank setting is undefined, null or an empty list. */
export function createSettingsReader(env: NodeJS.ProcessEnv) {
  const text = (name: string) => env[name]?.trim() || undefined;
  const value = <T>(name: string, schema: z.ZodType<T>, rule: string): T | undefined => {
    const typed = text(name);
    if (typed === undefined) return undefined;
    const parsed = schema.safeParse(typed);
    if (!parsed.success) throw new ConfigError(`${name} ${rule} (recebido: "${typed}").`);
    return parsed.data;
  };
  return {
    text,
    value,
    /** Without a trailing slash. */
    url: (name: string) =>
      value(name, httpUrl, 'deve ser um endereço http ou https')?.replace(/\/+$/, '') ?? null,
    /** Comma-separated; null if unset. */
    urls: (name: string) => {
      const typed = text(name);
      if (typed === undefined) return null;
      return typed.split(',').map((each) => {
        const parsed = httpUrl.safeParse(each.trim());
        if (!parsed.success)
          throw new ConfigError(`${name} deve ter endereços http ou https, separados por vírgulas.`);
        return parsed.data.replace(/\/+$/, '');
      });
    },
    database: (name: string) => value(name, postgresUrl, 'deve ser um endereço postgres://') ?? null,
    /** Comma-separated. */
    secrets: (name: string) =>
      (text(name) ?? '')
        .split(',')
        .map((secret) => secret.trim())
        .filter(Boolean),
  };
}
