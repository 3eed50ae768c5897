import '@fontsource-variable/fraunces';
import '@fontsource-variable/inter';
import 'virtual:theme.css';
import { askEarly } from './lib/http/early-call.js';
import { screensOf, questionOf } from './app/first-screen.js';
import { reloadWhenPossible } from './lib/http/reload.js';
import { readToken, readUsuario } from './lib/session.js';
import { texts } from './lib/textos.js';

/** Longest wait for a frame, ms: a hidden tab draws none, and a slow phone may draw its first late. */
const WAIT_MS = 300;

/** Resolves once the shell of index.html is painted. */
const afterPaint = (): Promise<void> =>
  new Promise((ready) => {
    setTimeout(ready, WAIT_MS);
    // The callback of a frame runs before the paint; the next task runs after it.
    requestAnimationFrame(() => setTimeout(ready));
  });

/**
 * React and the rest take a slow phone a second, during which nothing is painted. Their code is fetched meanwhile (index.html preloads it)
 * but runs after the shell is painted. The screen's own code and its first call start at once.
 */
async function boot(): Promise<void> {
  const usuario = readToken() ? readUsuario() : null;
  const { pathname } = window.location;
  const question = usuario && questionOf(window.location, usuario);
  if (question) askEarly(...question);
  await afterPaint();
  // The code that needs the module reports a failure, with the router's error page.
  for (const screen of screensOf(pathname, usuario)) screen().catch(() => undefined);
  await import('./app/start.js');
}

boot().catch((error: unknown) => {
  console.error(texts.consoleNotLoaded, error);
  document.documentElement.dataset['cascoFallo'] = '';
  reloadWhenPossible();
});
