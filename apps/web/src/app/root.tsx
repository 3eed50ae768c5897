import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useTitle } from '../lib/title.js';

/** The application root only renders the current route; it keeps the tab's title and scrolls to the top on navigation. */
export function Root() {
  const { pathname } = useLocation();
  useTitle();
  useEffect(() => {
    // Braces matter: newer browsers answer scrollTo with a promise, which is no clean-up.
    void window.scrollTo(0, 0);
  }, [pathname]);
  return <Outlet />;
}
