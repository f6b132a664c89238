import { beforeEach, expect, test, vi } from 'vitest';

const { confirmPush, pushKey, subscribePush } = vi.hoisted(() => ({
  confirmPush: vi.fn(),
  pushKey: vi.fn(),
  subscribePush: vi.fn(),
}));
vi.mock('../../api.ts', () => ({
  queries: {
    notifications: {
      confirmPush: { call: confirmPush },
      pushKey: { call: pushKey },
      subscribePush: { call: subscribePush },
    },
  },
}));

const { readPushState, switchPushOn } = await import('./browser-push.ts');

function stubBrowser(permission: NotificationPermission, endpoint: string | null) {
  const subscription = endpoint === null ? null : { endpoint };
  const registration = { pushManager: { getSubscription: async () => subscription } };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  vi.stubGlobal('window', { PushManager: {}, Notification: {} });
  vi.stubGlobal('Notification', { permission });
}

beforeEach(() => confirmPush.mockReset());

test('is on only if the shop still knows the subscription of this browser', async () => {
  stubBrowser('granted', 'https://push.example/x');
  for (const [subscribed, state] of [
    [true, 'on'],
    [false, 'off'],
  ] as const) {
    confirmPush.mockResolvedValue({ subscribed });
    expect(await readPushState()).toBe(state);
  }
  expect(confirmPush).toHaveBeenCalledWith({ endpoint: 'https://push.example/x' });
});

test('asks the shop nothing about a browser without a subscription', async () => {
  stubBrowser('granted', null);
  expect(await readPushState()).toBe('off');
  stubBrowser('denied', 'https://push.example/x');
  expect(await readPushState()).toBe('denied');
  expect(confirmPush).not.toHaveBeenCalled();
});

/** Keeps one subscription, like a browser. */
function createPushManager(subscribedKey: string) {
  const subscribedWith = (key: string) => ({
    key,
    toJSON: () => ({ endpoint: `https://push.example/${key}`, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      current = null;
      return true;
    },
  });
  let current: ReturnType<typeof subscribedWith> | null = subscribedWith(subscribedKey);
  return {
    getSubscription: async () => current,
    subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
      if (current && current.key !== key) throw new DOMException('another key', 'InvalidStateError');
      current ??= subscribedWith(key);
      return current;
    },
  };
}

test('subscribes a browser that was subscribed with a key which the shop has replaced', async () => {
  const registration = { pushManager: createPushManager('former') };
  vi.stubGlobal('window', { PushManager: {}, Notification: {} });
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted' });
  vi.stubGlobal('navigator', {
    serviceWorker: { register: async () => registration, ready: Promise.resolve(registration) },
  });
  pushKey.mockResolvedValue({ publicKey: 'current' });
  expect(await switchPushOn()).toBe('on');
  expect(subscribePush).toHaveBeenCalledWith({
    endpoint: 'https://push.example/current',
    p256dh: 'p',
    auth: 'a',
  });
});
