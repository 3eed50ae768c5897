// Shows the alarms that the server pushes to this browser, and opens their screen.
globalThis.addEventListener('push', (event) => {
  let notice = {};
  try {
    notice = event.data.json();
  } catch {
    /* a push without a readable body is still shown: a browser ends the subscription of a page that shows nothing */
  }
  const { numero, titulo = 'Acequia', texto = '', url = '/avisos' } = notice;
  // A message that was sent twice has the same number, and replaces itself.
  const tag = numero === undefined ? undefined : `aviso-${numero}`;
  event.waitUntil(
    globalThis.registration.showNotification(titulo, { body: texto, tag, icon: '/icono-192.png', data: url }),
  );
});

globalThis.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const target = new URL(event.notification.data, globalThis.location.origin);
  if (target.origin !== globalThis.location.origin) return;
  event.waitUntil(open(target.href));
});

const open = async (href) => {
  const windows = await globalThis.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const one of windows) {
    try {
      await one.navigate(href);
      return await one.focus();
    } catch {
      /* a window that this worker does not control cannot be navigated */
    }
  }
  return globalThis.clients.openWindow(href);
};
