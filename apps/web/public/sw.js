// Opens the console without a connection, shows the alarms that the server pushes to this browser, and opens their screen.

/** Prefix of the caches with the console's files, one per version. */
const FILES = 'consola ';
/** A page that is not there after this time is opened from the cache, ms. */
const PAGE_MS = 5_000;

globalThis.addEventListener('install', () => globalThis.skipWaiting());
globalThis.addEventListener('activate', (event) => event.waitUntil(globalThis.clients.claim()));

const cached = (request) => globalThis.caches.match(request, { ignoreVary: true });

/** The server's page, because it may be newer; the kept one when none comes. Errors of the server are passed on. */
const page = async (request) => {
  const answer = fetch(request);
  const kept = await cached('/');
  if (!kept) return answer;
  const late = new Promise((resolve) => setTimeout(resolve, PAGE_MS, kept));
  return Promise.race([answer.catch(() => kept), late]);
};

/**
 * The kept one first: a connection that hangs would hold up the page. Files under /assets/ never change under their name, and each version
 * keeps the others anew.
 */
const file = async (request) => (await cached(request)) ?? fetch(request);

globalThis.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== globalThis.location.origin) return;
  // Answers of the server are never kept here: a screen must know how old they are.
  if (/^\/(api|socket\.io)(\/|$)/.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (pathname !== '/') event.respondWith(file(request));
});

/**
 * Keeps the files that a page of this version has loaded. Older versions go once this one is complete, so that there is always one that
 * opens.
 */
const keep = async ({ version, files }) => {
  const name = FILES + version;
  const cache = await globalThis.caches.open(name);
  const present = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(files.filter((one) => !present.has(one)));
  if (!present.has('/')) {
    const answer = await fetch('/', { cache: 'no-store' });
    // The server was updated meanwhile: its page needs other files.
    if (!(await answer.clone().text()).includes(version)) return;
    await cache.put('/', answer);
  }
  const names = await globalThis.caches.keys();
  const older = names.filter((one) => one.startsWith(FILES) && one !== name);
  await Promise.all(older.map((one) => globalThis.caches.delete(one)));
};

globalThis.addEventListener('message', (event) => {
  if (event.data?.files) event.waitUntil(keep(event.data));
});

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
