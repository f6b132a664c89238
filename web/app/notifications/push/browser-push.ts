/** Web Push subscription of this browser. Requests permission only after a user gesture. */
import { queries } from '../../api.ts';

export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

const WORKER = '/sw.js';
const ASKED_KEY = 'mare.push-asked';

function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** State for the account that is signed in: the server ends the subscription with its session. */
export async function readPushState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  if (Notification.permission === 'default') return 'off';
  const subscription = await currentSubscription();
  if (!subscription) return 'off';
  const { subscribed } = await queries.notifications.confirmPush.call({ endpoint: subscription.endpoint });
  return subscribed ? 'on' : 'off';
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Requests permission, subscribes and registers the subscription on the server. @returns the resulting state */
export async function switchPushOn(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState();
  const { publicKey } = await queries.notifications.pushKey.call();
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  // Browsers reject a second one for another key, and the server ended this one.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys = {} } = subscription.toJSON();
  try {
    await queries.notifications.subscribePush.call({
      endpoint: endpoint ?? '',
      p256dh: keys.p256dh ?? '',
      auth: keys.auth ?? '',
    });
  } catch (error) {
    // A subscription that the server does not know would show as on, and receive nothing.
    await subscription.unsubscribe();
    throw error;
  }
  return 'on';
}

export async function switchPushOff(): Promise<PushState> {
  const subscription = await currentSubscription();
  if (!subscription) return 'off';
  const { endpoint } = subscription;
  await queries.notifications.unsubscribePush.call({ endpoint });
  await subscription.unsubscribe();
  return 'off';
}

/** Whether this browser has seen the push offer. It appears once; Minha Conta has the switch afterwards. */
export function wasAsked(): boolean {
  try {
    return localStorage.getItem(ASKED_KEY) !== null;
  } catch {
    return true;
  }
}

export function rememberAsked(): void {
  try {
    localStorage.setItem(ASKED_KEY, '1');
  } catch {
    // Without storage, the offer appears again.
  }
}
