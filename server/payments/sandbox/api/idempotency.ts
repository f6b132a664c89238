/** Replays the stored response for the same key and body; rejects the same key with another body. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { SandboxContext } from '../context.ts';
import { inSandboxTransaction } from '../store.ts';

export interface StoredResponse {
  status: number;
  body: object;
}

export async function respondOnce(
  context: SandboxContext,
  key: string,
  request: { path: string; body: unknown },
  act: (client: pg.PoolClient) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const sha256 = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  return inSandboxTransaction(context, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtextextended($1, 1))`, [key]);
    const { rows } = await client.query<StoredResponse & { request_sha256: string }>(
      'select request_sha256, status, body from sandbox.idempotent_answers where key = $1',
      [key],
    );
    const [before] = rows;
    if (before && before.request_sha256 !== sha256)
      return {
        status: 409,
        body: { status: 409, error: 'idempotency_key_already_used', message: 'Key already used', cause: [] },
      };
    if (before) return { status: before.status, body: before.body };
    const response = await act(client);
    if (response.status < 300)
      await client.query(
        'insert into sandbox.idempotent_answers (key, request_sha256, status, body) values ($1, $2, $3, $4)',
        [key, sha256, response.status, response.body],
      );
    return response;
  });
}
