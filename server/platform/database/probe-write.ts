import type pg from 'pg';

/**
 * Checks that the database accepts writes: on a full disk, or as a standby, it still answers reads. The page of a temporary
 * table needs space like any other, and leaves nothing behind.
 * @throws what the database answered
 */
export async function probeWrite(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `create temporary table write_probe on commit drop as select repeat('x', 1000) as filler`,
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
