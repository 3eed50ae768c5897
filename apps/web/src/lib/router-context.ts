import { createContext } from 'react';
import type { createBrowserRouter } from 'react-router-dom';

export type Router = ReturnType<typeof createBrowserRouter>;

/** The router that shows this screen: the address is read from it, because its hooks only have the rendered address. */
export const RouterContext = createContext<Router | null>(null);
