import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { keepFiles } from '../lib/offline/keep-files.js';
import { readUsuario } from '../lib/session.js';
import { Providers } from './providers.js';
import { router } from './router.js';
import { PANEL_CODE } from './routes.js';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);

// On every page: after Salir the login is a document of its own.
keepFiles(async () => {
  await import('../features/session/login.page.js');
  if (readUsuario()?.rol === 'usuario') await Promise.all(PANEL_CODE.map((load) => load()));
});
