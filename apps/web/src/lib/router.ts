import type { createBrowserRouter } from 'react-router-dom';

export type Router = ReturnType<typeof createBrowserRouter>;

let current: Router;

/** Names the router that shows the screens, once, before the first of them renders. */
export const setRouter = (router: Router): Router => (current = router);

/** The router itself: the address is read from it, because the router's hooks only have the rendered address. */
export const currentRouter = (): Router => current;
