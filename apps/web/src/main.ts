import '@fontsource-variable/fraunces';
import '@fontsource-variable/inter';
import { askEarly } from './lib/http/early-call.js';
import { screensOf, questionOf } from './app/first-screen.js';
import { reloadWhenPossible } from './lib/http/reload.js';
import { readToken, readUsuario } from './lib/session.js';

/** No frame is drawn in a tab nobody looks at, and a phone may be slow to draw its first. */
const WAIT_MS = 300;

/** Resolves once the shell of index.html stands on the screen. */
const afterPaint = (): Promise<void> =>
  new Promise((ready) => {
    setTimeout(ready, WAIT_MS);
    // A frame's callback runs before the frame is drawn; the next task after it.
    requestAnimationFrame(() => setTimeout(ready));
  });

/**
 * React and all the rest weigh a second of a slow phone's time, during which nothing is painted: their code is fetched meanwhile
 * (index.html preloads it), but run after the shell was painted. The screen's own code and its first question do not wait for it.
 */
async function boot(): Promise<void> {
  const usuario = readToken() ? readUsuario() : null;
  const { pathname } = window.location;
  const question = usuario && questionOf(pathname, usuario);
  if (question) askEarly(...question);
  await afterPaint();
  // A failure is told by whoever needs the module: the router's error page.
  for (const screen of screensOf(pathname, usuario)) screen().catch(() => undefined);
  await import('./app/start.js');
}

boot().catch((error: unknown) => {
  console.error('No se pudo cargar la consola', error);
  document.documentElement.dataset['cascoFallo'] = '';
  reloadWhenPossible();
});
