import { texts } from '../textos.js';

/** Of what a page loads, what it needs to open again. */
const NEEDED = /\.(?:js|css|woff2)$/;

const entry = (): string => document.querySelector('script[type="module"]')?.getAttribute('src') ?? '';

/**
 * Lets the service worker keep the files that this page loads, so that the console opens without a connection. Over HTTPS only: a machine
 * where the console is developed must not serve kept files. `wayIn` loads what leads to every screen: who came in elsewhere needs it too.
 */
export function keepFiles(wayIn: () => Promise<unknown>): void {
  if (window.location.protocol !== 'https:' || !('serviceWorker' in navigator)) return;
  const version = entry();
  navigator.serviceWorker.register('/sw.js').then(
    () => {
      new PerformanceObserver((list) => {
        const loaded = list.getEntries().map(({ name }) => new URL(name));
        const files = loaded
          .filter(({ origin, pathname }) => origin === window.location.origin && NEEDED.test(pathname))
          .map(({ pathname }) => pathname);
        if (files.length > 0)
          void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ version, files }));
      }).observe({ type: 'resource', buffered: true });
      // Without a connection it is loaded next time.
      void navigator.serviceWorker.ready.then(wayIn).catch(() => undefined);
    },
    (error: unknown) => console.error(texts.notReadyOffline, error),
  );
}
