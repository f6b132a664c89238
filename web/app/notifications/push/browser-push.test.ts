import { beforeEach, expect, test, vi } from 'vitest';

const { confirmPush } = vi.hoisted(() => ({ confirmPush: vi.fn() }));
vi.mock('../../api.ts', () => ({ queries: { notifications: { confirmPush: { call: confirmPush } } } }));

const { readPushState } = await import('./browser-push.ts');

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
