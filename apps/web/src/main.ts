import '@fontsource-variable/fraunces';
import '@fontsource-variable/inter';
import { adelantar } from './lib/http/early-call.js';
import { pantallasDe, preguntaDe } from './app/first-screen.js';
import { recargarCuandoSePueda } from './lib/http/reload.js';
import { leerToken, leerUsuario } from './lib/session.js';

/** No frame is drawn in a tab nobody looks at, and a phone may be slow to draw its first. */
const ESPERA_MS = 300;

/** Resolves once the shell of index.html stands on the screen. */
const trasPintar = (): Promise<void> =>
  new Promise((listo) => {
    setTimeout(listo, ESPERA_MS);
    // A frame's callback runs before the frame is drawn; the next task after it.
    requestAnimationFrame(() => setTimeout(listo));
  });

/**
 * React and all the rest weigh a second of a slow phone's time, during which nothing is painted: their code is fetched meanwhile
 * (index.html preloads it), but run after the shell was painted. The screen's own code and its first question do not wait for it.
 */
async function arrancar(): Promise<void> {
  const usuario = leerToken() ? leerUsuario() : null;
  const { pathname } = window.location;
  const pregunta = usuario && preguntaDe(pathname, usuario);
  if (pregunta) adelantar(...pregunta);
  await trasPintar();
  // A failure is told by whoever needs the module: the router's error page.
  for (const pantalla of pantallasDe(pathname, usuario)) pantalla().catch(() => undefined);
  await import('./app/start.js');
}

arrancar().catch((error: unknown) => {
  console.error('No se pudo cargar la consola', error);
  document.documentElement.dataset['cascoFallo'] = '';
  recargarCuandoSePueda();
});
