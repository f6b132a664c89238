// Shows push notifications and opens their link on click.
self.addEventListener('push', (event) => {
  let payload = {};
  try {
    payload = event.data?.json() ?? {};
  } catch {
    // Unknown payload: browsers require that every push shows a notification.
  }
  const { title = 'Maré da Sorte', body = '', href = '/', tag } = payload;
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      lang: 'pt-BR',
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      data: { href },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const target = new URL(event.notification.data?.href ?? '/', self.location.origin);
  if (target.origin !== self.location.origin) return;
  event.waitUntil(openPage(target.href));
});

async function openPage(href) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find((page) => page.url === href);
  if (open) return open.focus();
  return self.clients.openWindow(href);
}
