import { deviceName } from '@mare/domain/accounts/security/device-name.ts';
import type { Auth, Client, Executor } from '../auth.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import { addSecurityEvent } from '../security/add-security-event.ts';
import { findUser } from '../accounts.queries.ts';
import { hashOf } from '../flows/flow-states.ts';
import { enqueueNotice } from '../messages/send-auth-notice.job.ts';
import { SECURITY_PAGE, stepsIfNotYou } from '../safety/if-not-you.ts';

/** Notifies the user of a sign-in from an unknown browser, except at the account's first sign-in. */
export async function recordDevice(auth: Auth, trx: Executor, userId: string, client: Client): Promise<void> {
  // Without version numbers: a browser update is not a new device.
  const fingerprint = hashOf((client.userAgent ?? '').replaceAll(/[\d.]+/g, ''));
  const isFirst = !(await trx
    .selectFrom('auth.knownDevices')
    .select('userId')
    .where('userId', '=', userId)
    .limit(1)
    .executeTakeFirst());
  const added = await trx
    .insertInto('auth.knownDevices')
    .values({ userId, fingerprint, firstSeenAt: auth.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst();
  if (isFirst || !added) return;
  const user = await findUser(trx, userId);
  await sendNotification(trx, auth, {
    userId,
    type: 'warning',
    title: 'Novo acesso à sua conta',
    message: `Sua conta foi acessada por um aparelho ou navegador que ainda não conhecíamos: ${deviceName(client.userAgent)}. Se não foi você, ${stepsIfNotYou(user)}`,
    data: { href: SECURITY_PAGE },
  });
  await addSecurityEvent(auth, trx, userId, 'new_device', client);
  await enqueueNotice(auth, trx, 'new_device', user?.email ?? null, client.userAgent);
}
