/** The worker plans each statement of the outbox once, also while its table is small (`lookupsOf`). */
import { connectKysely, connectPool, INDEX_LOOKUPS_ONLY } from '@mare/database/connection/connect.ts';
import { recordStatements } from '@mare/database/testing/statements.testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { campaignRules } from '../../campaigns/messages/campaign-rules.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { deliverOutbox } from './outbox.testing.ts';
import { queueMessages } from './queue-message.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

test('leases and marks messages by an index, whatever their number', async () => {
  const pool = connectPool({ url: bed.url, max: 1, options: INDEX_LOOKUPS_ONLY });
  try {
    const db = connectKysely(pool);
    const platform = { ...bed.platform, db };
    const mail = {
      to: 'ana@exemplo.com.br',
      subject: 'Olá',
      text: 'Olá',
      html: '<p>Olá</p>',
      kind: 'transactional' as const,
    };
    await queueMessages(db, platform, [
      { key: 'plans', topic: 'campaign', content: { channel: 'mail', mail } },
    ]);
    const sent = recordStatements(pool);
    await deliverOutbox(platform, {}, { campaign: campaignRules({ ...platform, lookups: db }) });
    const texts = new Set(sent.map(({ text }) => text).filter((text) => /outbox|email_messages/.test(text)));
    const plans: string[] = [];
    for (const text of texts) {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    const all = plans.join('\n');
    expect(all).toMatch(/outbox_due/);
    expect(all).toMatch(/outbox_pkey/);
    expect(all).toMatch(/email_messages_pkey/);
    expect(all).not.toMatch(/Seq Scan on (outbox|email_messages)|hashed/);
  } finally {
    await pool.end();
  }
});
