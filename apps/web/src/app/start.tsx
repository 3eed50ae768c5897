import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { RouterContext } from '../lib/router-context.js';
import { Providers } from './providers.js';
import { router } from './router.js';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Providers>
      <RouterContext value={router}>
        <RouterProvider router={router} />
      </RouterContext>
    </Providers>
  </StrictMode>,
);
